"""Items of a code host as people name them: "acme/site#12", "12 in acme/site", "PR 30 on the site repo", the address of a page, words of a title. Pure."""

import re

from app.language.pointing import points

_OWNER = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,99})"
_FULL = r"[A-Za-z0-9][\w.-]{0,99}/[\w.-]{1,100}"
_AT = r"(?:in|on|of|from|at|for|over at|de|dans|sur|du)\s+(?:the\s+|le\s+|la\s+)?"
_AND = r"(?:, |,? and |,? et )"
# As it is called in writing, wherever it stands; a number alone behind "owner/name" is one too.
_WRITTEN = re.compile(
    r"(?P<page>https?://[^\s/]{1,200}/[\w.-]{1,100}/[\w.-]{1,100}/(?:-/)?(?:issues|pulls?|merge_requests)/\d{1,9})"
    r"|(?<![\w/])(?P<repo>[A-Za-z0-9][\w.-]{0,99}(?:/[\w.-]{1,100}(?=[ #])|(?=#)))(?:#|\s#?)(?P<number>\d{1,9})(?![\w.])"
)
_NUMBER_IN = re.compile(rf"#?\b(?P<number>\d{{1,9}})\s+{_AT}(?P<repo>{_FULL})", re.IGNORECASE)
_NUMBERS_IN = re.compile(
    rf"(?P<numbers>#?\d{{1,9}}(?:{_AND}#?\d{{1,9}}){{1,9}})\s+{_AT}(?P<repo>{_FULL})", re.IGNORECASE
)
_WHOLE = re.compile(
    r"\s*(?:(?:pr|pull request|issue|mr|merge request|number|nr|no)\.?\s*)?#?(?P<number>\d{1,9})\s+"
    rf"{_AT}(?P<repo>{_OWNER}/[A-Za-z0-9._-]{{1,100}}|[A-Za-z0-9][A-Za-z0-9._-]{{0,99}})(?:\s+repo(?:sitory)?)?\s*\Z",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"\s*(?:the |la )?(?:@?(?P<who>[^\W\d_][\w-]{1,40})['’]s\s+(?:prs?|pull[ -]request|mr|merge[ -]request)|(?:pr|pull[ -]request|mr)\s+d(?:e\s+|['’])@?(?P<de>[^\W\d_][\w-]{1,40}))\s*\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(rf"_{_AND}_")
_DIGITS = re.compile(r"\d+")
# A review or a merge by words of its title: of nothing else is that said.
_TITLED = re.compile(
    r"(?:please |pls |can you |could you |ok |okay |so |then |now )*(?:approve|merge|squash|approuve|fusionne)\s+(?:(?:the|my|la|le)\s+)?(?P<title>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,4}?)"
    r"(?: (?:prs?|pull requests?))?(?: (?:please|pls|now|stp|svp))*\W*\Z",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"\A(?:prs?|pull requests?|it|that|this|them|both|all|everything)\b|\b(?:and|et|if|si|when|quand|unless|once|saying)\b",
    re.IGNORECASE,
)
_LONGEST = 300


def item_in_words(text: str) -> tuple[str, int] | None:
    """The repository and the number of a text that is nothing but an item's name; None for other words."""
    found = _WHOLE.match(text[:_LONGEST])
    return (found["repo"], int(found["number"])) if found else None


def whose(text: str) -> str:
    """Of whom a pull request is that words name by its author alone: "Ana" of "Ana's PR"; "" for other words."""
    found = _WHOSE.match(text[:_LONGEST])
    return (found["who"] or found["de"]) if found else ""


def item_written(text: str) -> str:
    """The first item that is called in writing, in the words of the text; "" for none."""
    found = _WRITTEN.search(text)
    return found[0] if found else ""


def has_page(text: str) -> bool:
    """Whether the first item that is called in writing is the address of a page."""
    found = _WRITTEN.search(text)
    return found is not None and found["page"] is not None


def item_in(text: str) -> str:
    """The first item in a text, as "acme/site#12" or the address of its page: by its name, else "12 on acme/site"; "" for none."""
    if named := _WRITTEN.search(text):
        return named["page"] or f"{named['repo']}#{named['number']}"
    named = _NUMBER_IN.search(text)
    return f"{named['repo']}#{named['number']}" if named else ""


def items_listed(text: str) -> list[str]:
    """The items of a list: "acme/site#12 and acme/site#13", "12 and 13 in acme/site"; none where one is named, or several elsewhere than in a list."""
    numbers = _NUMBERS_IN.search(text)
    found = [f"{one['repo']}#{one['number']}" for one in _WRITTEN.finditer(text) if one["repo"]]
    if numbers:
        found += [f"{numbers['repo']}#{one}" for one in _DIGITS.findall(numbers["numbers"])]
    is_list = numbers is not None or _LISTED.search(_WRITTEN.sub("_", text)) is not None
    return list(dict.fromkeys(found)) if is_list else []


def titled(text: str) -> str:
    """The words of a title that an order to review or to merge names: "faster header" of "approve faster header"; "" for any other text."""
    found = _TITLED.match(text.strip()[:_LONGEST])
    return "" if found is None or points(found["title"]) or _NO_TITLE.search(found["title"]) else found["title"]
