"""The terminal UI. It holds a Library and computes nothing.

    run          start it: is this a terminal, where does chatter go, how does it end
    app          which screen is shown, and what the screens ask for
    *_screen     one screen each: search, note, ask, first_run, help
    frame        what every screen has: bar, state line, footer
    indexing     the vault is followed in a thread; the app is told
    background   work in daemon threads, answers as messages
    text         strings from outside, made safe to draw

Widgets set their children's attributes and post messages to their parents. Threads compute
and post; only handlers touch widgets.
"""
