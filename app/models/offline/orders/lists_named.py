"""Lists that are named by a word of their own, without "list": "courses : riz", "salt to the groceries", "fromage sur les courses". Pure."""

import re
from dataclasses import replace

from app.language.reader.reading import Part, Slot

_OF_LISTS = frozenset("add_tasks list_tasks delete_tasks complete_tasks more create_list check_item clear_list".split())
_NAME = r"(?P<list>courses|épicerie|epicerie|commissions|provisions|groceries|grocery|shopping)"
_BEHIND = re.compile(
    rf"\b(?:sur|dans|à|pour|to|on|onto|in|from|off|de|des|aux|au)(?: (?:les|la|mes|ma|the|my|our)| l['’]|(?<=des)|(?<=aux)|(?<=à) l['’])?\s*\b{_NAME}\b(?! ?list)(?!\s+(?:de|for|bag|du)\b)",
    re.IGNORECASE,
)
_FIRST = re.compile(rf"\A\W*{_NAME}\s*[:+=-]", re.IGNORECASE)
# "Courses lait oeufs", "ouvrir une liste marché : …": only where things follow.
_BARE = re.compile(rf"\A\W*{_NAME}\s+(?=\w)(?!list|de\b|du\b|for\b|at\b|on\b|tomorrow\b|demain\b)", re.IGNORECASE)
_CALLED = re.compile(
    r"\bliste? (?:d['’]|de |des |du |pour |called |named |for )?(?:la |le |les |the )?[«\"“]?\s?(?P<list>[^\W\d_][\w' -]{1,30}?)\s?[»\"”]?\s?:",
    re.IGNORECASE,
)


def with_lists(part: Part) -> Part:
    """The part with each list that it names so, where the reader saw none there."""
    if part.intent not in _OF_LISTS:
        return part
    adds = part.intent in ("add_tasks", "create_list") and bool(part.all("item")) and not part.all("list")
    named = [one for one in (_BARE.match(part.text), _CALLED.search(part.text)) if one is not None] if adds else []
    found = [one for one in (_FIRST.match(part.text), *_BEHIND.finditer(part.text)) if one is not None] or named[:1]
    taken = [(slot.start, slot.end) for slot in part.slots]
    new = [
        Slot("list", one["list"], part.start + one.start("list"), part.start + one.end("list"))
        for one in found
        if not any(
            start < part.start + one.end("list") and part.start + one.start("list") < end for start, end in taken
        )
    ]
    return replace(part, slots=tuple(sorted((*part.slots, *new), key=lambda slot: slot.start))) if new else part
