"""The values of a row that are in a file of their own: a JSON array of objects, mostly one a minute.

A hostile one may be as large as it likes: it is read object by object, and one that is too large is broken off. Knows no measurement.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

from app.health.samsung.zipped import Broken

MOST_BYTES = 64 * 1024**2
MOST_ITEMS = 100_000  # a reading a second, all day, and some
_WHOLE = 256 * 1024
_MOST_ITEM = 64 * 1024
_BLANK = " \t\r\n"
_NEXT = re.compile(r"[ \t\r\n,]*")
_DECODER = json.JSONDecoder()


def items(chunks: Iterator[bytes]) -> Iterator[dict[str, Any]]:
    """The objects of an array, in order; what else is in it is passed over. Raises Broken, perhaps after some of them."""
    start = b""
    for chunk in chunks:
        start += chunk
        if len(start) > _WHOLE:
            yield from _one_by_one(start, chunks)
            return
    try:
        found = json.loads(start)
    except (ValueError, RecursionError) as problem:
        raise Broken("detail_unreadable") from problem
    if not isinstance(found, list):
        raise Broken("detail_unreadable")
    yield from (item for item in found if isinstance(item, dict))


def _one_by_one(start: bytes, chunks: Iterator[bytes]) -> Iterator[dict[str, Any]]:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    text = decoder.decode(start).lstrip("\ufeff" + _BLANK)
    if not text.startswith("["):
        raise Broken("detail_unreadable")
    place, count = 1, 0
    while True:
        place = _past_blanks(text, place)
        if text.startswith("]", place):
            return
        try:
            item, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError) as problem:
            more = next(chunks, b"") if len(text) - place < _MOST_ITEM else b""
            if not more:
                raise Broken("detail_unreadable") from problem
            text, place = text[place:] + decoder.decode(more), 0
            continue
        count += 1
        if count > MOST_ITEMS:
            raise Broken("too_many")
        if isinstance(item, dict):
            yield item


def _past_blanks(text: str, place: int) -> int:
    found = _NEXT.match(text, place)
    return found.end() if found else place
