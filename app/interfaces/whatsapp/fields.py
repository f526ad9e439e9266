"""Reading JSON that may be anything: each function gives what is asked for, or its empty form, and never raises."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

Json = Mapping[str, Any]

_UNKEPT = re.compile("[\x00\ud800-\udfff]")  # what no database keeps as text
_DIGITS = re.compile(r"\D")
_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,18})?")
_LATEST = 32_503_680_000  # the year 3000
_MILLISECONDS = 100_000_000_000


def part(value: object, *path: str) -> Json:
    """The object that stands under these names, one in the other."""
    for name in path:
        value = cast("Json", value).get(name) if isinstance(value, Mapping) else None
    return cast("Json", value) if isinstance(value, Mapping) else {}


def parts(value: Json, name: str) -> list[Json]:
    """The objects in a list; whatever else is in it is left out."""
    found = value.get(name)
    return (
        [part(each) for each in cast("list[object]", found) if isinstance(each, Mapping)]
        if isinstance(found, list)
        else []
    )


def text(value: Json, name: str) -> str:
    """A string or a whole number, as text that can be kept."""
    found = value.get(name)
    if isinstance(found, bool) or not isinstance(found, str | int):
        return ""
    if isinstance(found, int):
        return str(found) if abs(found) < 10**30 else ""
    return _UNKEPT.sub("\ufffd", found)


def line(value: Json, name: str, longest: int = 300) -> str:
    """Text on one line, cut where it is long."""
    words = " ".join(text(value, name)[: longest * 4].split())
    return words if len(words) <= longest else f"{words[: longest - 1].rstrip()}…"


def number(value: Json, name: str) -> float | None:
    """A finite number; one that is written out too."""
    found = value.get(name)
    if isinstance(found, str) and _NUMBER.fullmatch(found.strip()):
        found = float(found)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return float(found) if abs(found) < 1e12 else None  # also false for what is not a number


def digits(shown: str) -> str:
    """A telephone number as digits alone."""
    return _DIGITS.sub("", shown)


def moment(value: Json, name: str) -> datetime | None:
    """A time in seconds since 1970, as text or as a number; one in milliseconds too."""
    written = text(value, name).strip()
    if not (written.isascii() and written.isdecimal() and len(written) <= 14):
        return None
    seconds = int(written)
    seconds = seconds // 1000 if seconds > _MILLISECONDS else seconds
    return datetime.fromtimestamp(seconds, UTC) if seconds < _LATEST else None
