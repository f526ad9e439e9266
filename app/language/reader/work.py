"""What a message asks of the services of work: one intent, and the words of its slots, by small heads over the reader's layers and over the letters.

They learned from the sentences in `scripts/reader/work` (`scripts/reader/train_work.py`); "none" is all that is meant for nobody of them. The
intents' tools are rows of `orders/work_intents.toml`. Opened where a service of work is connected, and not before. Bounded as the reader is.
"""

from __future__ import annotations

import itertools
import re
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from app.language.reader.network import MOST_WORDS, network, stored
from app.language.reader.pieces import words_of
from app.language.reader.reading import REMEMBERED, Slot, best_tags, slots_of

WEIGHTS = "work.npz"
NONE = "none"
LAYERS = (3, 6)
BUCKETS = 16_384
_LONGEST = 600  # characters: nobody asks for less with more
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


@dataclass(frozen=True, slots=True)
class Asked:
    """`sure` is the probability of the intent, from 0 to 1."""

    intent: str
    sure: float
    slots: tuple[Slot, ...] = ()

    def one(self, name: str) -> str:
        """The first words of that slot, or ""."""
        return next((slot.text for slot in self.slots if slot.name == name), "")

    def all(self, name: str) -> list[str]:
        """All words of that slot, in their order."""
        return [slot.text for slot in self.slots if slot.name == name]


@lru_cache(maxsize=REMEMBERED)
def read(text: str) -> Asked:
    """What is asked for. About 8 ms for a short message."""
    import numpy as np  # slow to import, and wanted by who has such a service alone

    net, heads = network(), _heads()
    words = words_of(text[:_LONGEST], MOST_WORDS)
    pieces = net.pieces(words)
    if not pieces:
        return Asked(NONE, 1.0)
    seen = net.words(pieces, *LAYERS)
    whole = np.concatenate([seen.mean(axis=0), seen.max(axis=0)])[None, :]
    letters = buckets(text[:_LONGEST])
    said = _log(heads.layers("intent", whole))[0]
    said = said + _log((heads.arrays["letters"][letters].sum(axis=0) / len(letters) ** 0.5)[None, :])[0]
    said = _log((said + heads.arrays["bias"])[None, :])[0]
    intent = int(said.argmax())
    tags = best_tags(_log(heads.layers("slot", seen)), heads.arrays["allowed"][intent])
    slots = tuple(slots_of(heads.slots, tags, words[: len(pieces)], text))
    return Asked(heads.intents[intent], float(np.exp(said[intent])), slots)


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


@dataclass(frozen=True, slots=True)
class _Heads:
    """The arrays of `train_work.py`: two layers a head, each (inputs + 1, outputs), over inputs made even; `letters` (buckets, intents)."""

    intents: tuple[str, ...]
    slots: tuple[str, ...]
    arrays: dict[str, Any]

    def layers(self, head: str, inputs: Any) -> Any:
        """What comes out for inputs (n, width): (n, outputs)."""
        import numpy as np  # as above

        x = (inputs - self.arrays[f"{head}.mean"]) / self.arrays[f"{head}.scale"]
        first, second = self.arrays[f"{head}.first"], self.arrays[f"{head}.second"]
        return np.maximum(x @ first[:-1] + first[-1], 0) @ second[:-1] + second[-1]


def _log(x: Any) -> Any:
    """Log probabilities of rows of scores."""
    import numpy as np  # as above

    x = x - x.max(axis=1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=1, keepdims=True))


@cache
def _heads() -> _Heads:
    return opened(stored(WEIGHTS))


def opened(found: dict[str, Any]) -> _Heads:
    """Heads from their stored arrays; whole numbers stand with a scale of their own."""
    import numpy as np  # as above

    intents, slots = (tuple(bytes(found[name]).decode().split("\n")) for name in ("intents", "slots"))
    arrays: dict[str, Any] = {"allowed": found["allowed"].astype(bool)}
    for name, value in found.items():
        if name not in ("intents", "slots", "allowed") and not name.endswith(".by"):
            arrays[name] = value.astype(np.float32) * found.get(f"{name}.by", np.float32(1))
    return _Heads(intents, slots, arrays)
