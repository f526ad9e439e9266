"""Which briefing is meant, by its words: a row of the table each. Pure."""

import re

# Which briefing is meant, by its words; the first row that has one of each of its groups wins.
_BRIEFINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("mail", ("mail e-mail email inbox courrier mails",)),
    ("journal", ("journal diary",)),
    ("reading list", ("reading later lecture",)),
    ("week ahead", ("week days semaine seven", "ahead prep prepare prepped coming next look looks like looking shaping preview outlook plan hold upcoming prochaine vient")),
    ("week", ("week weekly week's semaine hebdo",)),
    ("evening", ("evening recap sum wrap wrap-up end how nightly debrief soir bilan", "day evening today recap nightly soir journée end day's")),
    ("evening", ("evening recap soir",)),
    ("morning", ("morning day today daily today's day's matin jour journée",)),
)  # fmt: skip
_SAYS_BRIEFING = re.compile(r"\b(?:look(?:s|ing)?|like|shaping)\b", re.IGNORECASE)


def briefing(words: str) -> str:
    """The briefing's name as the tool knows it; "" for that of this part of the day."""
    said = set(re.findall(r"[\w'-]+", words.casefold()))
    if _SAYS_BRIEFING.search(words):  # "how does my day look" is about what is ahead
        said.discard("how")
    return next((name for name, groups in _BRIEFINGS if all(said & set(group.split()) for group in groups)), "")
