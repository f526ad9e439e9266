"""A second opinion on what a text asks for, by its letters: its words, their pairs and pieces of them, hashed (as in fastText, Joulin et al. 2016). It errs
elsewhere than a network of meanings does. Names of things ("acme/site#12", "PROJ-12", "notes.txt") count by their shape alone.
"""

from __future__ import annotations

import itertools
import re
import zlib
from typing import Any

BUCKETS = 16_384
LONGEST = 600  # characters
# Things that have names of a shape of their own; what they are called says nothing of what is asked.
_SHAPES = (
    ("@pull", r"https?://\S{1,300}/(?:pulls?|merge_requests)/\d+"),
    ("@issue", r"https?://\S{1,300}/issues/\d+"),
    ("@url", r"https?://\S{1,300}"),
    ("@item", r"(?<![\w/])[\w.-]{1,80}(?:/[\w.-]{1,80})?#\d+"),
    ("@number", r"(?<!\w)#\d+"),
    ("@channel", r"(?<!\w)#[a-z][\w-]*"),
    ("@ticket", r"\b[a-z][a-z0-9]{1,9}-\d+\b"),
    ("@file", r"\b[\w-]{1,80}\.(?:pdf|docx?|xlsx?|pptx?|md|txt|csv|od[tsp]|key|ya?ml|json)\b"),
    ("@repo", r"(?<![\w/])[a-z][\w.-]{0,80}/[a-z][\w.-]{1,80}"),
    ("@digits", r"\d+"),
)
_SHAPE = re.compile("|".join(f"(?P<g{place}>{pattern})" for place, (_, pattern) in enumerate(_SHAPES)))
_TOKEN = re.compile(r"@?\w+|[:?,\"]")
_LETTERS = (4, 5)


def buckets(text: str) -> list[int]:
    """The words of a text, their pairs and pieces of them, as numbers below `BUCKETS`; names of things by their shape."""
    words = ["^", *_TOKEN.findall(_SHAPE.sub(_shape, text.casefold())), "$"]
    found = {
        *words,
        *(f"{a} {b}" for a, b in itertools.pairwise(words)),
        *(f"{a} _ {b}" for a, b in zip(words, words[2:], strict=False)),
    }
    for word in words:
        marked = f"<{word[:40]}>"
        if len(word) > 3:
            found |= {marked[at : at + size] for size in _LETTERS for at in range(len(marked) - size + 1)}
    return sorted({zlib.crc32(one.encode()) % BUCKETS for one in found})


def _shape(match: re.Match[str]) -> str:
    return f" {_SHAPES[int((match.lastgroup or 'g9')[1:])][0]} "


def log_chances(text: str, weights: Any, bias: Any) -> Any:
    """The log probabilities of intents (intents,) for `weights` (buckets, intents) and `bias` (intents,)."""
    import numpy as np  # slow to import, and wanted by who has such a service alone

    found = buckets(text[:LONGEST])
    said = weights[found].sum(axis=0) / len(found) ** 0.5 + bias
    said = said - said.max()
    return said - np.log(np.exp(said).sum())
