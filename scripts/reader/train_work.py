#!/usr/bin/env python3
"""Teach what is asked of the services of work: small heads over the reader's layers and over letters, from the sentences in `work/`.

    python -m scripts.reader.train_work [--others 3000] [--held 0] [--show 20] [--seed 1]

Beside them stand as many of the reader's own sentences (`--others`), all of them "none". With `--held 0.1` that share is kept out and scored;
what is shipped learned from all. Needs scikit-learn beside numpy. Writes `app/language/reader/work.npz`; takes some minutes.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier

sys.path.insert(0, str(Path(__file__).parent))
import sentences as own

from app.language.reader import work
from app.language.reader.network import MOST_WORDS, network
from app.language.reader.pieces import Word, words_of

FOLDER = Path(__file__).parent / "work"
OUT = own.REPOSITORY / "app/language/reader" / work.WEIGHTS
_HIDDEN = {"intent": 192, "slot": 96}
_OTHERS_WORDS = 0.05  # of the words of "none", which have no slots
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence: `seen` (words, width), a tag for each word."""

    intent: str
    text: str
    seen: Floats
    tags: tuple[str, ...]


def rows(others: int, seed: int) -> list[Row]:
    """All sentences, seen by the reader."""
    asked = [sentence.parts[0] for sentence in own.written(FOLDER)]
    told = list(own.written())
    random.Random(seed).shuffle(told)
    plain = [own.Part(work.NONE, " ".join(part.text for part in sentence.parts)) for sentence in told[:others]]
    return [row for part in (*asked, *plain) if (row := _row(part)) is not None]


def _row(part: own.Part) -> Row | None:
    net, words = network(), words_of(part.text, MOST_WORDS)
    pieces = net.pieces(words)
    if not pieces:
        return None
    tags = tuple(_tag(word, part.spans) for word in words[: len(pieces)])
    return Row(part.intent, part.text, net.words(pieces, *work.LAYERS), tags)


def _tag(word: Word, spans: Sequence[own.Span]) -> str:
    for span in spans:
        if span.start <= word.start < span.end:
            return f"{'begins' if word.start <= span.start else 'in'} {span.slot}"
    return ""


def trained(which: Sequence[Row], seed: int) -> dict[str, Any]:
    """The heads' arrays, as they are stored."""
    intents = sorted({row.intent for row in which})
    slots = sorted({tag.partition(" ")[2] for row in which for tag in row.tags if tag})
    tags = ["", *(f"{where} {slot}" for slot in slots for where in ("begins", "in"))]
    meant = np.asarray([intents.index(row.intent) for row in which])
    whole = np.stack([np.concatenate([row.seen.mean(axis=0), row.seen.max(axis=0)]) for row in which])
    letters = LogisticRegression(C=30, max_iter=150).fit(_letters(which), meant)
    chance = np.random.default_rng(seed)
    words = np.concatenate([row.seen for row in which])
    tagged = np.asarray([tags.index(tag) for row in which for tag in row.tags])
    keep = np.concatenate([np.full(len(row.tags), row.intent != work.NONE) for row in which])
    keep |= chance.random(len(keep)) < _OTHERS_WORDS
    return {
        "intents": _text(intents),
        "slots": _text(slots),
        "allowed": _allowed(which, intents, tags),
        **_eighths("letters", letters.coef_.T),
        "bias": letters.intercept_.astype(np.float16),
        **_head("intent", whole, meant, len(intents), seed, alpha=3.0),
        **_head("slot", words[keep], tagged[keep], len(tags), seed, alpha=1.0),
    }


def _letters(which: Sequence[Row]) -> csr_matrix:
    found = [work.buckets(row.text) for row in which]
    data = np.concatenate([np.full(len(one), len(one) ** -0.5, np.float32) for one in found])
    ends = np.cumsum([0, *map(len, found)])
    return csr_matrix((data, np.concatenate(found), ends), shape=(len(found), work.BUCKETS))


def _head(name: str, x: Floats, y: NDArray[np.int64], outputs: int, seed: int, *, alpha: float) -> dict[str, Any]:
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-4
    net = MLPClassifier(
        (_HIDDEN[name],), alpha=alpha, max_iter=40, early_stopping=True, n_iter_no_change=5, random_state=seed
    )
    net.fit((x - mean) / scale, y)
    second, bias = np.zeros((_HIDDEN[name], outputs)), np.full(outputs, -30.0)
    second[:, net.classes_], bias[net.classes_] = net.coefs_[1], net.intercepts_[1]
    small = {"mean": mean, "scale": scale, "second": np.vstack([second, bias])}
    stored = {f"{name}.{part}": value.astype(np.float16) for part, value in small.items()}
    return {**stored, **_eighths(f"{name}.first", np.vstack([net.coefs_[0], net.intercepts_[0]]))}


def _eighths(name: str, value: NDArray[np.float64]) -> dict[str, Any]:
    """A matrix in eight bits a number, with a scale a column."""
    by = np.maximum(np.abs(value).max(axis=0, keepdims=True) / 127, 1e-8)
    return {name: np.round(value / by).astype(np.int8), f"{name}.by": by.astype(np.float32)}


def _allowed(which: Sequence[Row], intents: Sequence[str], tags: Sequence[str]) -> NDArray[np.uint8]:
    """Which tags were seen with an intent."""
    found = np.zeros((len(intents), len(tags)), np.uint8)
    found[:, 0] = 1
    for row in which:
        for slot in {tag.partition(" ")[2] for tag in row.tags if tag}:
            for where in ("begins", "in"):
                found[intents.index(row.intent), tags.index(f"{where} {slot}")] = 1
    return found


def _text(names: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(names).encode(), np.uint8)


def scored(stored: dict[str, Any], held: Sequence[Row], show: int) -> None:
    """What of the rows is read right, by the arrays that were just made."""
    heads = work.opened(stored)
    work._heads = lambda: heads  # type: ignore[assignment]
    right, sure, slots, wrong = Counter[tuple[bool, bool]](), Counter[tuple[bool, bool]](), Counter[bool](), list[str]()
    for row in held:
        asked = work.read(row.text)
        is_asked, is_right = row.intent != work.NONE, row.intent == asked.intent
        right[is_asked, is_right] += 1
        if asked.sure >= 0.6 and asked.intent != work.NONE:
            sure[is_asked, is_right] += 1
        if not is_right:
            wrong.append(f"  {row.intent} read as {asked.intent} ({asked.sure:.2f}): {row.text}")
        elif is_asked:
            slots[{tag.partition(" ")[2] for tag in row.tags if tag} == {slot.name for slot in asked.slots}] += 1
    print(f"asked: {right[True, True]} of {right[True, True] + right[True, False]}, same slots {slots[True]}")
    print(f"none: {right[False, True]} of {right[False, True] + right[False, False]}")
    print(f"sure at 0.6: {sure[True, True]} right, {sure[True, False]} other, {sure[False, False]} of none")
    print("\n".join(wrong[:show]), flush=True)


def main() -> None:
    """Train, score, write."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--others", type=int, default=3000)
    asked.add_argument("--held", type=float, default=0.0)
    asked.add_argument("--show", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    every = rows(options.others, options.seed)
    random.Random(options.seed).shuffle(every)
    cut = int(len(every) * options.held)
    if cut:
        scored(trained(every[cut:], options.seed), every[:cut], options.show)
    np.savez_compressed(OUT, **trained(every, options.seed))
    print(f"{OUT.name}: {OUT.stat().st_size:,} bytes, {len(every):,} sentences")


if __name__ == "__main__":
    main()
