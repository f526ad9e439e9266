"""What a message names of the services of work by its shape, where nobody wrote its whole name: a number, whose pull request, words of a title. Pure, bounded."""

import re

from app.language.orders.numbers import in_digits
from app.language.pointing import naming, points
from app.language.team_messages import last_message

_LONGEST = 400  # characters that are read of a message
_KIND = r"(?:issues?|bugs?|prs?|pull[ -]requests?|merge[ -]requests?|mrs?|tickets?|demandes?)"
_FRENCH = {
    word: str(at) for at, word in enumerate("un deux trois quatre cinq six sept huit neuf dix onze douze".split(), 1)
}
_DONE = (
    r"(?:merg|clos|reopen|re-open|approv|shut|review|comment|label|squash|ferm|clo[rs]|rouv|approuv|fusionn|relire|relis|commente|assign)\w*"
    r"(?: (?:me|on|under|to|up|again|over|moi))?"
)
_NUMBER = re.compile(
    rf"(?:\b(?:{_KIND}|number|num|no\.|nr\.?|numéro|n°)\s+(?:number\s+|numéro\s+)?|(?<![\w/])#|\b{_DONE}\s+(?:the\s+)?|\bla\s+)"
    r"#?(?P<number>\d{1,6})(?![\w%€$£:/]|[.,]\d|-\w| ?(?:am|pm|o'clock|heures?|hours?|minutes?|mins?|days?|jours?|euros?|fois|times|of them|people)\b)",
    re.IGNORECASE,
)
_NAME = r"@?(?!(?:it|he|she|who|what|that|there|here|let|one)\b)[^\W\d_][\w-]{1,40}"
_OWNED = re.compile(
    rf"(?P<owned>{_NAME}['’]s\s+(?:pr|pull[ -]request|mr|merge[ -]request))\b"
    rf"|(?P<french>\b(?:pr|pull[ -]request|mr)\s+d(?:e\s+(?!la\b|l['’])|['’])(?-i:[A-Z])[\w-]{{1,40}})",
    re.IGNORECASE,
)
_WORD = r"[\w'’/+-]+"
_TITLED = re.compile(
    rf"\b(?:the|that|this|my|our)\s+(?P<title>(?:{_WORD}\s+){{0,3}}?{_WORD})\s+(?:one|thing|{_KIND})(?!\w)"
    rf"|\b{_KIND}\s+(?:about|regarding)\s+(?:the\s+)?(?P<about>(?:{_WORD}\s+){{0,3}}?{_WORD})(?=\s+(?:to|and|please|pls|because|as|so)\b|[,;:.!?—–]|\s-\s|\s*\Z)"
    rf"|(?<!\w)(?:l['’]|la\s+|le\s+|cette\s+|ce\s+)?(?:{_KIND}|celle|celui)\s+(?:qui parle\s+)?(?:de\s+la\s+|de\s+l['’]|du\s+|des\s+|d['’]|de\s+|sur\s+(?:le\s+|la\s+|les\s+|l['’])?)"
    rf"(?P<french>(?:{_WORD}\s+){{0,4}}?{_WORD})(?=\s+(?:à|et|dans|pour|car|stp|svp|en)\b|[,;:.!?—–]|\s-\s|\s*\Z)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"\A(?:(?:the|that|this|my|our|an?|la|les?|cette|ce|du|des|de la|de)\s+|(?:de l|l|d)['’]\s*)(?=\S)", re.IGNORECASE
)
_TAIL = re.compile(rf"\s+(?:one|thing|{_KIND})\Z", re.IGNORECASE)
_HEAD = re.compile(
    rf"\A{_KIND}\s+(?:(?:about|on|regarding|de la|du|des|de|sur)\s+|(?:de l|d)['’]\s*)(?:(?:the|la|les?)\s+|l['’])?(?=\S)",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(rf"\A{_KIND}\Z|\b(?:is|are|was|were|be|est|sont|it|merge|close|approve)\b", re.IGNORECASE)
_LONE = re.compile(
    r"(?<!\bnumber )(?<!\bissue )(?<!\bpr )\bone\b(?! hundred)", re.IGNORECASE
)  # "the one about fonts" has no number
_PERSON = re.compile(r"@?[^\W\d_][\w.-]{0,40}", re.IGNORECASE)
# What is a thing of work in any mouth: where it stands, nothing of a house is meant.
_OF_WORK = re.compile(
    r"(?-i:\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b)|\b(?:issue|pr|prs|pull[ -]requests?|merge[ -]requests?)\b|(?<![\w/])#[a-z][\w-]{1,80}|\b(?:label|étiquette)\b",
    re.IGNORECASE,
)

_OF_CODE = re.compile(rf"\b(?:issue|pr|pull[ -]request|mr|merge[ -]request)\s+#?\d|{_OWNED.pattern}", re.IGNORECASE)


def is_of_work(text: str) -> bool:
    """Whether a thing of a service of work stands in a message by what it is: a ticket's key, an issue, a label, a channel."""
    return _OF_WORK.search(text[:_LONGEST]) is not None


def is_of_code(text: str) -> bool:
    """Whether it names a pull request or an issue of a code host by number or by whose it is."""
    return _OF_CODE.search(text[:_LONGEST]) is not None


def item(text: str) -> str:
    """The item of a code host that a message names by number ("#4") or by whose it is ("Ana's PR"); "" for none."""
    said = in_digits(_LONE.sub("_", _in_french(text[:_LONGEST])))
    if found := _NUMBER.search(said):
        return f"#{found['number']}"
    owned = _OWNED.search(text[:_LONGEST])
    return (owned["owned"] or owned["french"]) if owned else ""


def title(text: str) -> str:
    """The words of a title that a message names an issue or a ticket by ("banner" of "the banner one"); "" for none."""
    for found in _TITLED.finditer(text[:_LONGEST]):
        words = next(filter(None, found.groups()))
        if _names(words):
            return words
    return ""


def bare(words: str) -> str:
    """The words of a title alone, of those that were said for a thing: "banner" of "the banner issue"; whose it is stays with it."""
    if _OWNED.fullmatch(words.strip()):
        return words.strip()
    said = _HEAD.sub("", _ARTICLE.sub("", words.strip()))
    said = _TAIL.sub("", said).strip()
    return said if _names(said) else ""


def message(words: list[str], said: str, *, is_only_chat: bool) -> str:
    """The message of a team's chat that these words name, the longest that do, or all that was `said` from the first to the last of them; somebody's
    latest where a name alone stands and there is nothing but the chat to answer in."""
    named = next((one for one in sorted({*words, said}, key=len, reverse=True) if last_message(one)), "")
    if named or not is_only_chat or len(words) != 1 or not _PERSON.fullmatch(words[0]) or points(words[0]):
        return named
    return f"{words[0]}'s last message"


def _names(words: str) -> bool:
    is_name = bool(naming(words)) and not words.isdecimal() and _NO_TITLE.search(words) is None
    return is_name and not points(words)


def _in_french(text: str) -> str:
    return _FRENCH_NUMBER.sub(lambda found: f"{found[1]}{_FRENCH[found[2].casefold()]}", text)


_FRENCH_NUMBER = re.compile(rf"\b(numéro |la )({'|'.join(_FRENCH)})\b", re.IGNORECASE)
