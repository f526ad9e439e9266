"""The networks of the reader in numpy: the lowest layers of multilingual-e5-small, trained on, and three heads for each word.

Weights are int8 with a scale a row and are opened at the first reading: `weights.npz` (made by `scripts/reader/train.py`) reads everyday requests;
`work.npz` (`scripts/reader/train_work.py`) has upper layers and heads of its own for the services of work above the same `SHARED` lowest layers,
whose output is kept, so that a message that both read costs these once. Shapes: n words, m pieces, `width` = 384.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from app.language.reader.letters import log_chances
from app.language.reader.pieces import Vocabulary, Word

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MOST_WORDS = 120
MOST_PIECES = 256
_EPSILON = 1e-12
SHARED = 3
WEIGHTS, WORK_WEIGHTS = "weights.npz", "work.npz"
_KEPT = 4  # messages whose lowest layers' output is kept: the one at hand, and its clauses


@dataclass(frozen=True, slots=True)
class Scores:
    """Log probabilities: `boundary` (n, 2), `intent` (n, intents), `slot` (n, 1 + 2 × slots: none, then begin and inside of each)."""

    boundary: Floats
    intent: Floats
    slot: Floats


@dataclass(frozen=True, slots=True)
class Network:
    """The opened weights."""

    intents: tuple[str, ...]
    slots: tuple[str, ...]
    vocabulary: Vocabulary
    _weights: dict[str, Any]
    _layers: int
    _heads: int
    _ends: tuple[int, int]
    _allowed: Any
    _lower: Callable[[tuple[int, ...]], Any]

    @property
    def has_letters(self) -> bool:
        """Whether a part's letters are heard too, which may change what its words by themselves would be read as."""
        return "letters" in self._weights

    def meant(self, words: Any, text: str) -> Any:
        """The log probabilities of intents (intents,) for a part, from those of its words (n, intents) and, where they were learned, of its letters."""
        import numpy as np

        mean = words.mean(axis=0)
        if not self.has_letters:
            return mean
        both = mean + log_chances(text, self._weights["letters"], self._weights["letters.bias"])
        return both - np.log(np.exp(both - both.max()).sum()) - both.max()

    def allowed(self, intent: int) -> Any:
        """Which tags the words of an intent can have (tags,): those that were seen with it."""
        return self._allowed[intent]

    def pieces(self, words: list[Word]) -> list[tuple[int, ...]]:
        """The pieces of the words that fit in one reading."""
        found: list[tuple[int, ...]] = []
        count = 2
        for word in words:
            cut = self.vocabulary.of(word)
            count += len(cut)
            if count > MOST_PIECES:
                break
            found.append(cut)
        return found

    def scores(self, pieces: list[tuple[int, ...]]) -> Scores:
        """What the network says of each word."""
        import numpy as np

        numbers = (self._ends[0], *(piece for word in pieces for piece in word), self._ends[1])
        x = self._lower(numbers)
        for layer in range(SHARED, self._layers):
            x = _layer(self._weights, self._heads, x, f"l{layer}.")
        starts = np.cumsum([0, *map(len, pieces)])[:-1]
        lengths = np.asarray([len(word) for word in pieces], np.float32)[:, None]
        words = np.add.reduceat(x[1:-1], starts, axis=0) / lengths
        out = words @ self._weights["head.w"].T + self._weights["head.b"]
        intents = len(self.intents)
        return Scores(*(_log_softmax(part) for part in np.split(out, (2, 2 + intents), axis=1)))


def _lowest(weights: dict[str, Any], heads: int, numbers: tuple[int, ...]) -> Any:
    """What leaves the lowest layers (m, width)."""
    import numpy as np

    row = np.asarray(numbers)
    rows = weights["emb.word"][row].astype(np.float32) * weights["emb.word.scale"][row]
    x = _normal(rows + weights["emb.pos"][: len(row)] + weights["emb.type"], weights, "emb.ln")
    for layer in range(SHARED):
        x = _layer(weights, heads, x, f"l{layer}.")
    return x


def _layer(weights: dict[str, Any], heads: int, x: Any, name: str) -> Any:
    length, width = x.shape
    mixed = (x @ weights[f"{name}qkv.w"].T + weights[f"{name}qkv.b"]).reshape(length, 3, heads, width // heads)
    query, key, value = mixed.transpose(1, 2, 0, 3)
    seen = _softmax(query @ key.transpose(0, 2, 1) * (width // heads) ** -0.5) @ value
    seen = seen.transpose(1, 0, 2).reshape(length, width)
    x = _normal(x + seen @ weights[f"{name}ao.w"].T + weights[f"{name}ao.b"], weights, f"{name}aln")
    inner = _gelu(x @ weights[f"{name}fi.w"].T + weights[f"{name}fi.b"])
    return _normal(x + inner @ weights[f"{name}fo.w"].T + weights[f"{name}fo.b"], weights, f"{name}oln")


@cache
def network() -> Network:
    """The network of this house, opened once. Takes some 50 ms the first time."""
    return opened(stored(WEIGHTS))


@cache
def work_network() -> Network:
    """What is asked of the services of work, above the same lowest layers; opened once, where one is connected."""
    return above(network(), stored(WORK_WEIGHTS))


def stored(name: str) -> dict[str, Any]:
    """The arrays of a file of weights."""
    import numpy as np

    with (files("app.language.reader") / name).open("rb") as file, np.load(file) as archive:
        return {one: archive[one] for one in archive.files}


def opened(stored: dict[str, Any]) -> Network:
    """A network from its stored arrays."""
    weights = _weights(stored)
    texts = _names(stored, "pieces")
    layers, heads, begin, end, unknown = (int(number) for number in stored["shape"])
    vocabulary = Vocabulary(texts, stored["piece_scores"].tolist(), unknown)
    lower = lru_cache(maxsize=_KEPT)(partial(_lowest, weights, heads))
    intents, slots, allowed = _names(stored, "intents"), _names(stored, "slots"), stored["allowed"].astype(bool)
    return Network(intents, slots, vocabulary, weights, layers, heads, (begin, end), allowed, lower)


def above(below: Network, stored: dict[str, Any]) -> Network:
    """A network of stored upper layers and heads over the lowest layers and the pieces of another."""
    return replace(
        below,
        intents=_names(stored, "intents"),
        slots=_names(stored, "slots"),
        _weights=_weights(stored),
        _allowed=stored["allowed"].astype(bool),
    )


def _names(stored: dict[str, Any], which: str) -> tuple[str, ...]:
    return tuple(bytes(stored[which]).decode().split("\n"))


def _weights(stored: dict[str, Any]) -> dict[str, Any]:
    import numpy as np

    weights: dict[str, Any] = {}
    for name, value in stored.items():
        scale = stored.get(f"{name}.scale")
        if scale is not None and name != "emb.word":
            weights[name] = value.astype(np.float32) * scale
        elif value.dtype == np.float16:
            weights[name] = value.astype(np.float32)
        else:
            weights[name] = value
    return weights


def _normal(x: Any, weights: dict[str, Any], name: str) -> Any:
    import numpy as np

    x = x - x.mean(axis=1, keepdims=True)
    x /= np.sqrt((x * x).mean(axis=1, keepdims=True) + _EPSILON)
    return x * weights[f"{name}.w"] + weights[f"{name}.b"]


def _gelu(x: Any) -> Any:
    """The curve by its tanh form, with which it is trained too (Hendrycks & Gimpel 2016)."""
    import numpy as np

    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def _softmax(x: Any) -> Any:
    import numpy as np

    x = np.exp(x - x.max(axis=-1, keepdims=True))
    return x / x.sum(axis=-1, keepdims=True)


def _log_softmax(x: Any) -> Any:
    import numpy as np

    x = x - x.max(axis=-1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=-1, keepdims=True))
