"""The phrasebook: one TOML file per domain, read when first asked for and kept.

A file holds `keywords`, `negatives` and `shapes` (notation: `app/routing/keywords.py`) and `anchors`, example utterances
that may hold choices: `{what's|show me what's} on my calendar {day}` where a single name refers to `words.toml`.
`outside.toml` lists what no domain of ours does (music, lamps, banking, small talk), `followup.toml` what only makes
sense after another message. All of it was written for this product; nothing here is taken from a data set.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

FOLDER = Path(__file__).parent
OUTSIDE = "outside"
FOLLOW_UP = "followup"
_CHOICE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Phrases:
    """One file of the phrasebook, as written."""

    keywords: tuple[str, ...]
    negatives: tuple[str, ...]
    shapes: tuple[str, ...]
    anchors: tuple[str, ...]


@cache
def read_words() -> Mapping[str, tuple[str, ...]]:
    """The word classes that patterns and anchors refer to by name."""
    rows = tomllib.loads((FOLDER / "words.toml").read_text(encoding="utf-8"))
    return {name: tuple(words.split()) if isinstance(words, str) else tuple(words) for name, words in rows.items()}


@cache
def read_phrases(name: str) -> Phrases:
    """The phrases of one domain."""
    row = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return Phrases(
        keywords=tuple(row.get("keywords", ())),
        negatives=tuple(row.get("negatives", ())),
        shapes=tuple(row.get("shapes", ())),
        anchors=tuple(row.get("anchors", ())),
    )


def expand(anchor: str, limit: int) -> list[str]:
    """Up to `limit` different utterances of an anchor with choices, always the same ones."""
    return list(dict.fromkeys(_fill(anchor, draw) for draw in range(limit)))


def _fill(anchor: str, draw: int) -> str:
    """One utterance: inner choices first; the checksum spreads the draws without being random."""
    text, step = anchor, 0

    def pick(found: re.Match[str]) -> str:
        nonlocal step
        step += 1
        options = _options(found.group(1))
        return options[crc32(f"{anchor}/{draw}/{step}".encode()) % len(options)]

    while "{" in text:
        text = _CHOICE.sub(pick, text)
    return " ".join(text.split())


def _options(choice: str) -> tuple[str, ...]:
    if "|" in choice:
        return tuple(choice.split("|"))
    return tuple(word.replace("_", " ") for word in read_words()[choice])
