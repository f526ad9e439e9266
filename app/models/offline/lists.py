"""What a list is called."""

import re

from app.models.offline import speech, spelling
from app.models.offline.plan import Clause

TODO = "todo"
WELL_KNOWN = frozenset(("shopping", "grocery", "groceries", "packing", "errands"))  # lists also without that word
_TODO_NAMES = re.compile(
    r"(?:list of )?(?:things )?(?:to[ -]?do'?s?|tasks?|chores?|jobs)(?: list)?|list|lists?|", re.IGNORECASE
)
_AROUND = re.compile(
    r"\A(?:(?:my|the|our|a|an|this|that|your|new|please|da|teh)\s+)+|(?:\s+(?:please|for (?:me|us)|now|du|de|des|le|la|les))+\Z|[\s-]+lists?\Z",
    re.IGNORECASE,
)
_LIST_OF = re.compile(r"\Alists? (?:of|for|called|named|titled) ", re.IGNORECASE)
_FOREIGN = re.compile(r"\b(?:contacts?|play|mailing|waiting|black|watch)\b|playlist", re.IGNORECASE)
_FRESH = re.compile(r"\A(?:an?|the|my)? ?(?:empty|fresh|new|clean|blank)\s+", re.IGNORECASE)


def list_name(where: str, clause: Clause) -> str:
    """The name a list is called by; "" for the to-do list and for "my list" where none was named before."""
    plain = _FRESH.sub("", " ".join(where.strip(" '\"").split()))
    plain = _LIST_OF.sub("", speech.without_article(plain))
    for _ in range(3):
        plain = _AROUND.sub("", plain).strip()
    if plain.casefold() in ("", "list", "lists"):
        return clause.place
    if _TODO_NAMES.fullmatch(plain):
        return ""
    return spelling.nearest(plain.casefold()) or plain.casefold()


def is_ours(name: str) -> bool:
    """Contacts and playlists are lists of other houses."""
    return not _FOREIGN.search(name)


def is_list(where: str) -> bool:
    """Whether these words name a list."""
    bare = _AROUND.sub("", _AROUND.sub("", where)).strip()
    if bare.casefold() in WELL_KNOWN:
        return True
    return is_ours(where) and ("list" in where.casefold() or bool(_TODO_NAMES.fullmatch(bare)))
