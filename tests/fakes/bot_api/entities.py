"""Entities of a text: what Telegram finds by itself, and how it trims, cuts and sorts all of them before it shows them.

Telegram shows nothing else within code, lets no link lie in another, and cuts bold and its like at the ends of links,
code and quotes. Finds commands, mentions, hashtags, links and mail addresses; not phone numbers, cashtags, bank cards or
bare domains beyond the usual endings. Offsets are UTF-16 units.
"""

import itertools
import re
from collections.abc import Iterable
from typing import Any

from tests.fakes.bot_api.markup import Entity, units
from tests.fakes.bot_api.refusals import bad_request

LONGEST_TEXT = 4096  # said in "characters"; counted here in UTF-16 units, the stricter reading
LONGEST_CAPTION = 1024
BLANK = " \n"
INVISIBLE = re.compile("[\u00a0\u1680\u180e\u2000-\u200f\u202e\u202f\u205f\u2060-\u2064\u2800\u3000\ufeff\ufffc\\s]+")
CONTROL = {code: " " for code in range(33) if chr(code) not in "\n\r"}
REMOVED = dict.fromkeys([13, *range(0x2028, 0x202F), 0x333, 0x33F, 0x30A])
BLOCKS = {"code", "pre"}
STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler")
QUOTES = {"blockquote", "expandable_blockquote"}
ORDER = {"pre": 0, "code": 1, "bold": 8, "italic": 9}  # of two with the same place and length
FOUND = {
    "bot_command": re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])"),
    "email": re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-zA-Z]{2,}"),
    "url": re.compile(
        r"(?<![\w@.-])(?:https?://[^\s<>\"']*[^\s<>\"'.,;:!?)\]]"
        r"|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|gh|de|uk|info)\b(?:/[^\s<>\"'.,;:!?)\]]+)?)",
        re.IGNORECASE,
    ),
    "mention": re.compile(r"(?<![\w.@])@[A-Za-z][A-Za-z0-9_]{2,31}\b"),
    "hashtag": re.compile(r"(?<!\w)#\w*[^\W\d_]\w*"),
}
Span = tuple[int, int]


def checked_text(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """What a message of the bot shows, or why it may not be sent."""
    text, entities = tidied(text, entities)
    if not INVISIBLE.sub("", text):
        raise bad_request("text must be non-empty")
    if units(text) > LONGEST_TEXT:
        raise bad_request("message is too long")
    return text, with_found(text, entities)


def checked_caption(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """The same below a photo or a file, where there may be nothing."""
    text, entities = tidied(text, entities)
    if units(text) > LONGEST_CAPTION:
        raise bad_request("message caption is too long")
    return text, with_found(text, entities)


def fields(names: tuple[str, str], text: str, entities: list[Entity]) -> dict[str, Any]:
    """A text and its entities as fields of a message; an empty one has no field."""
    return ({names[0]: text} if text else {}) | ({names[1]: entities} if entities else {})


def with_found(text: str, entities: list[Entity]) -> list[Entity]:
    """The given entities and those in the text itself; where both are, the given one stays."""
    found = [
        {"type": kind, "offset": units(text[: match.start()]), "length": units(match.group())}
        for kind, pattern in FOUND.items()
        for match in pattern.finditer(text)
    ]
    firm = [span(entity) for entity in entities if entity["type"] not in STYLES and entity["type"] not in QUOTES]
    new = [entity for entity in apart(found) if not any(overlap(span(entity), other) for other in firm)]
    return arranged(entities + new) if new else entities


def tidied(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """The text without control characters and blank ends, its entities cut and sorted as Telegram has them."""
    text, entities = cleaned(text, entities)
    start = units(text) - units(text.lstrip(BLANK))
    bare = text.strip(BLANK)
    kept = [shrunk(moved(entity, start, units(bare)), bare) for entity in entities]
    return bare, arranged([final(entity) for entity in kept if entity["length"] > 0])


def cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Control characters become spaces, a few others go."""
    text = text.translate(CONTROL)
    gone = [place for place, char in enumerate(text) if ord(char) in REMOVED]
    if not gone:
        return text, entities
    places = [units(text[:place]) for place in gone]

    def new(offset: int) -> int:
        return offset - sum(place < offset for place in places)

    adjusted = []
    for entity in entities:
        begin, end = span(entity)
        adjusted.append(entity | {"offset": new(begin), "length": new(end) - new(begin)})
    return text.translate(REMOVED), adjusted


def moved(entity: Entity, start: int, length: int) -> Entity:
    """The entity within a text that lost its first units and ends at a length."""
    begin, end = span(entity)
    return placed(entity, min(max(begin - start, 0), length), min(max(end - start, 0), length))


def shrunk(entity: Entity, text: str) -> Entity:
    """The entity without blanks at its beginning; nothing is left of one that holds only blanks."""
    begin, end = span(entity)
    covered = text.encode("utf-16-le", "surrogatepass")[2 * begin : 2 * end].decode("utf-16-le", "surrogatepass")
    if not covered.strip(BLANK):
        return placed(entity, begin, begin)
    return placed(entity, begin + len(covered) - len(covered.lstrip(BLANK)), end)


def placed(entity: Entity, begin: int, end: int) -> Entity:
    return entity | {"offset": begin, "length": end - begin}


def span(entity: Entity) -> Span:
    return entity["offset"], entity["offset"] + entity["length"]


def overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def within(one: Span, other: Span) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def in_order(entities: Iterable[Entity]) -> list[Entity]:
    """By place, the wider one first."""
    return sorted(entities, key=lambda entity: (entity["offset"], -entity["length"], ORDER.get(entity["type"], 5)))


def apart(entities: Iterable[Entity]) -> list[Entity]:
    """Those that begin behind the end of the one before."""
    kept: list[Entity] = []
    for entity in in_order(entities):
        if not kept or entity["offset"] >= span(kept[-1])[1]:
            kept.append(entity)
    return kept


def arranged(entities: list[Entity]) -> list[Entity]:
    """All entities as they may lie beside and in each other."""
    quotes = apart(entity for entity in entities if entity["type"] in QUOTES)
    firm = [entity for entity in entities if entity["type"] not in QUOTES and entity["type"] not in STYLES]
    firm = [entity for entity in apart(firm) if all(fits(span(entity), span(quote)) for quote in quotes)]
    return in_order([*quotes, *firm, *cut_styles(entities, quotes + firm)])


def fits(one: Span, quote: Span) -> bool:
    """In the quote or clear of it."""
    return within(one, quote) or not overlap(one, quote)


def cut_styles(entities: list[Entity], others: list[Entity]) -> list[Entity]:
    """Bold and its like, joined where they touch and cut where another entity begins or ends; none in code."""
    joined = {kind: union(span(entity) for entity in entities if entity["type"] == kind) for kind in STYLES}
    edges = {edge for entity in others for edge in span(entity)}
    edges |= {begin for spans in joined.values() for begin, _ in spans}
    code = [span(entity) for entity in others if entity["type"] in BLOCKS]
    parts = [(kind, part) for kind, spans in joined.items() for whole in spans for part in pieces(whole, edges)]
    return [placed({"type": kind}, *part) for kind, part in parts if not any(within(part, block) for block in code)]


def union(spans: Iterable[Span]) -> list[Span]:
    """Spans that touch, as one."""
    joined: list[Span] = []
    for begin, end in sorted(spans):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined


def pieces(whole: Span, edges: set[int]) -> list[Span]:
    """A span, cut at the edges in it."""
    cuts = [whole[0], *sorted(edge for edge in edges if whole[0] < edge < whole[1]), whole[1]]
    return list(itertools.pairwise(cuts))


def final(entity: Entity) -> Entity:
    """A language belongs to blocks alone."""
    return {key: value for key, value in entity.items() if key != "language" or entity["type"] == "pre"}
