"""What a list is called, and where a message names one."""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.language.orders import speech, spelling
from app.language.orders.items import is_doing
from app.language.orders.plan import Clause
from app.language.reader.reading import Part, Slot

TODO, SHOPPING = "todo", "shopping"
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


def is_to_buy(said: str, things: Sequence[str]) -> bool:
    """Whether things are needed, or to be bought, so that they go on the shopping list where none is named: "we're out of rice"."""
    return bool(things) and not any(map(is_doing, things)) and _NEEDED.search(said) is not None


_NEEDED = re.compile(
    r"\b(?:need|needs|buy|run out|ran out|running out|out of|running low|low on|get (?:some|more|me)|pick up|grab|acheter|achète|achètes|il faut|faut|besoin de|besoin d['’]|manque|plus de|plus d['’])\b",
    re.IGNORECASE,
)


def is_ours(name: str) -> bool:
    """Contacts and playlists are lists of other houses."""
    return not _FOREIGN.search(name)


def is_list(where: str) -> bool:
    """Whether these words name a list."""
    bare = _AROUND.sub("", _AROUND.sub("", where)).strip()
    if bare.casefold() in WELL_KNOWN:
        return True
    return is_ours(where) and ("list" in where.casefold() or bool(_TODO_NAMES.fullmatch(bare)))


def with_lists(part: Part) -> Part:
    """The part with each list that it names by a word of its own, without "list", where the reader saw none there: "courses : riz"."""
    if part.intent not in _OF_LISTS:
        return part
    adds = part.intent in ("add_tasks", "create_list") and bool(part.all("item")) and not part.all("list")
    named = [one for one in (_BARELY.match(part.text), _CALLED.search(part.text)) if one is not None] if adds else []
    found = [one for one in (_AT_FIRST.match(part.text), *_BEHIND.finditer(part.text)) if one is not None] or named[:1]
    taken = [(slot.start, slot.end) for slot in part.slots]
    new = [
        Slot("list", one["list"], part.start + one.start("list"), part.start + one.end("list"))
        for one in found
        if not any(
            start < part.start + one.end("list") and part.start + one.start("list") < end for start, end in taken
        )
    ]
    return replace(part, slots=tuple(sorted((*part.slots, *new), key=lambda slot: slot.start))) if new else part


_OF_LISTS = frozenset("add_tasks list_tasks delete_tasks complete_tasks more create_list check_item clear_list".split())
_BUYING = r"(?P<list>courses|épicerie|epicerie|commissions|provisions|groceries|grocery|shopping)"
_BEHIND = re.compile(
    rf"\b(?:sur|dans|à|pour|to|on|onto|in|from|off|de|des|aux|au)(?: (?:les|la|mes|ma|the|my|our)| l['’]|(?<=des)|(?<=aux)|(?<=à) l['’])?\s*\b{_BUYING}\b(?! ?list)(?!\s+(?:de|for|bag|du)\b)",
    re.IGNORECASE,
)
_AT_FIRST = re.compile(rf"\A\W*{_BUYING}\s*[:+=-]", re.IGNORECASE)
# "Courses lait oeufs", "ouvrir une liste marché : …": only where things follow.
_BARELY = re.compile(rf"\A\W*{_BUYING}\s+(?=\w)(?!list|de\b|du\b|for\b|at\b|on\b|tomorrow\b|demain\b)", re.IGNORECASE)
_CALLED = re.compile(
    r"\bliste? (?:d['’]|de |des |du |pour |called |named |for )?(?:la |le |les |the )?[«\"“]?\s?(?P<list>[^\W\d_][\w' -]{1,30}?)\s?[»\"”]?\s?:",
    re.IGNORECASE,
)
