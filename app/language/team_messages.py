"""A message of a team's chat as people name it: "Ben's message in #garden about the hose", "the last one in #garden", « le dernier message de Ben ». Pure."""

import re
from dataclasses import dataclass

_LONGEST = 160
_WHO = r"(?P<who>@?(?!(?:the|that|this|a|an|my|our|le|la|un|une|mon|ma|it|its|his|her|their)\b)[^\W\d_][\w.-]{0,40}(?: (?-i:[A-Z])[\w-]{0,40})?)"
_PLACE = r"(?P<where>#?(?!(?:the|that|this|it|what)\b)[\w-]{2,80})"
_WHERE = rf"(?:\s+(?:(?:in|at|from|dans)\s+|(?:on|sur)\s+(?=(?:the\s+|le\s+)?(?:canal\s+)?#))(?:the\s+|our\s+|le\s+)?(?:canal\s+)?{_PLACE}(?:\s+(?:channel|canal))?)"
_ABOUT = r"(?:\s+(?:about|on|regarding|sur|à propos de)\s+(?:the\s+|le\s+|la\s+|les\s+|l['’])?(?P<about>\w[^,;:.!?\n]{1,60}))"
_NOUN = r"(?:message|msg|post|one|reply|answer|comment|question|update|note|announcement|réponse|annonce)"
_LAST = r"(?:last|latest|newest|most recent)"
_THE = r"(?:(?:the|that|this)\s+)?"
_NAMED = tuple(
    re.compile(rf"\s*{shape}\s*\Z", re.IGNORECASE)
    for shape in (
        rf"{_WHO}['’]s?\s+(?:{_LAST}\s+)?{_NOUN}{_WHERE}{_ABOUT}?",
        rf"{_WHO}['’]s?\s+(?:{_LAST}\s+)?{_NOUN}{_ABOUT}?",
        rf"{_THE}{_LAST}\s+{_NOUN}{_WHERE}",
        rf"{_THE}(?:{_LAST}\s+)?{_NOUN}\s+(?:from|by|of)\s+{_WHO}{_WHERE}{_ABOUT}?",
        rf"{_THE}{_LAST}\s+(?:{_NOUN}\s+)?(?:from|by|of)\s+{_WHO}{_ABOUT}?",
        rf"(?:le\s+|au\s+)?dernier\s+(?:message|post){_WHERE}",
        rf"(?:le\s+|la\s+|au\s+)?(?:derni(?:er|ère)\s+)?(?:message|post|réponse|annonce)\s+d(?:e\s+|['’]){_WHO}{_WHERE}{_ABOUT}?",
        rf"(?:le\s+|la\s+|au\s+)?(?:derni(?:er|ère)\s+)?(?:message|post|réponse|annonce)\s+d(?:e\s+|['’]){_WHO}{_ABOUT}?",
        rf"{_WHO}(?:\s+(?:in|dans)\s+{_PLACE}(?:\s+channel)?)",
    )
)


@dataclass(frozen=True, slots=True)
class Named:
    """Who wrote it ("" for anybody), in which channel ("" for any) and about what ("" for anything): the latest that fits is meant."""

    who: str
    where: str
    about: str


def last_message(words: str) -> Named | None:
    """The message that words name; None for other words."""
    found = next(filter(None, (shape.match(words[:_LONGEST]) for shape in _NAMED)), None)
    if found is None:
        return None
    said = {name: value or "" for name, value in found.groupdict().items()}
    return Named(said.get("who", ""), said.get("where", ""), said.get("about", ""))


def is_in_channel(words: str) -> bool:
    """Whether words name somebody's message by its channel: that of a person alone may as well be a mail."""
    named = last_message(words)
    return named is not None and named.where != ""
