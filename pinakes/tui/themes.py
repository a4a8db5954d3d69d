"""Which colours are there besides Textual's own?"""

from __future__ import annotations

from textual.theme import Theme

CONTRAST = Theme(
    name="pinakes-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    warning="#ffd700",
    error="#ff8080",
    success="#80ff80",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    variables={
        "text-muted": "#e0e0e0",
        "block-cursor-background": "#ffff00",
        "block-cursor-foreground": "#000000",
        "footer-key-foreground": "#ffff00",
        "border": "#ffffff",
        "border-blurred": "#a0a0a0",
        "scrollbar": "#a0a0a0",
    },
)
"""Nothing dimmer than needed: every text has a contrast of 7 to 1 or more."""

MONO = Theme(
    name="pinakes-mono",
    primary="#ffffff",
    secondary="#d0d0d0",
    accent="#ffffff",
    warning="#ffffff",
    error="#ffffff",
    success="#ffffff",
    foreground="#e0e0e0",
    background="#000000",
    surface="#101010",
    panel="#202020",
    dark=True,
    variables={"text-muted": "#b0b0b0", "block-cursor-background": "#ffffff", "block-cursor-foreground": "#000000"},
)
"""Without colour: marks, bold and underline say what colours say elsewhere."""
