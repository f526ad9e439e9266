"""Words that decide what a message means, by name: "whats_on", "leaves_out". Pure; they are data (`words/cues.toml`), in the notation of all templates.

A cue is said where one of its phrases stands in a text, but where one of its exceptions (`not_…`) does.
"""

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from app.language.templates import Phrases

LOOKED_AT = 600  # characters
_FILE = Path(__file__).parent / "words" / "cues.toml"
_EXCEPT = "not_"


@lru_cache(maxsize=256)
def cues(text: str) -> frozenset[str]:
    """The names of all cues that are said in a text's first `LOOKED_AT` characters. Tens of microseconds; never raises."""
    found, refused = _phrases().scan(text[:LOOKED_AT])
    return frozenset(one.name for one in found) - refused


def says(name: str, text: str) -> bool:
    """Whether a cue is said. Raises KeyError for a name that is none."""
    if name not in _names():
        raise KeyError(name)
    return name in cues(text)


@cache
def _names() -> frozenset[str]:
    return frozenset(_table()["cues"]) - {name for name in _table()["cues"] if name.startswith(_EXCEPT)}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@cache
def _phrases() -> Phrases:
    table = _table()
    cued = {name: of for name, of in table["cues"].items() if not name.startswith(_EXCEPT)}
    excepted = {name.removeprefix(_EXCEPT): of for name, of in table["cues"].items() if name.startswith(_EXCEPT)}
    return Phrases(cued, table["rules"], negatives=excepted)
