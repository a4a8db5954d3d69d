"""Does a sentence say a reason, a way or a meaning, as its question wants? By its joining words, in ten languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pinakes.answer.asks import Kind

_LONGEST = 1_200
_CUES: dict[Kind, re.Pattern[str]] = {
    "why": re.compile(
        r"(?<!\w)(?:because|since|so that|so as to|due to|owing to|in order to|the reason|therefore|otherwise"
        r"|would have|caused"
        r"|rather than|instead of|weil|denn|damit|deshalb|deswegen|wegen|sonst|grund|parce que|car|afin|puisque|à cause"
        r"|porque|ya que|para que|debido|perch[eé]|poich[eé]|affinch[eé]|omdat|want|zodat|pois|já que)(?!\w)"
        r"|ため|ので|から|理由|からだ|因为|因為|由于|所以|以免|때문|위해",
        re.IGNORECASE,
    ),
    "how": re.compile(
        r"(?<!\w)(?:by \w{2,20}ing|use|using|with the|run|click|press|select|open|set|add|first|then|must|should|can"
        r"|need to"
        r"|durch|indem|mit|zuerst|dann|muss|soll|en \w{2,20}ant|avec|d[’']abord|puis|il faut|con|primero|luego"
        r"|hay que|prima"
        r"|poi|bisogna|door|eerst|daarna|moet|primeiro|depois|deve)(?!\w)|には|すると|まず|次に|使|用|先|然后|然後|必须|먼저",
        re.IGNORECASE,
    ),
    "definition": re.compile(
        r"(?<!\w)(?:is|are|means|stands for|refers to|ist|sind|bedeutet|heißt|est|sont|signifie|es|son|significa|è|sono"
        r"|betekent|é|são) |とは|である|という|は.{1,40}です|是(?!否)|指的是|이다|입니다|::? ",
        re.IGNORECASE,
    ),
    "list": re.compile(r"[^,、，;]{2,60}[,、，;][^,、，;]{2,60}[,、，;]|[:：]\s{0,4}\Z"),
}


def given(kinds: Sequence[Kind], sentence: str) -> float:
    """1.0 where the sentence has what the question's first kind calls for; 0.0 also for kinds without such words."""
    cue = _CUES.get(kinds[0]) if kinds else None
    return float(cue is not None and cue.search(sentence[:_LONGEST]) is not None)
