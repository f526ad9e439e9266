#!/usr/bin/env python3
"""Teach what is asked of the services of work: upper layers and heads of their own above the reader's lowest layers, from the sentences in `work/`.

    python scripts/reader/train_work.py [--passes 10] [--others 2500] [--held 0] [--show 20] [--seed 1] [--out FILE]

Beside them stand some of the reader's own sentences in each pass (`--others`), all of them "none", and orders of both with words around that make
them none (`frames/`). With `--held 0.1` that share is kept out and scored; what is shipped learned from all. Needs PyTorch, which nothing but the
training does. Writes `app/language/reader/work.npz`; a pass takes some three minutes on one core.
"""

import argparse
import math
import random
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))
from frames import Framed, frames
from layout import names_in
from sentences import Part, Sentence, Varied, written
from train import BATCH, SHIPPED, Labels, Reader, Teaching, judged, stored, teach

from app.language.reader.letters import BUCKETS, LONGEST, buckets
from app.language.reader.network import SHARED, WORK_WEIGHTS, above, network

FOLDER = Path(__file__).parent / "work"
OUT = SHIPPED.parent / WORK_WEIGHTS
NONE = "none"
_PLAIN = 4_000  # of the reader's own sentences, for the letters
_EVEN = 30.0  # how unlike the weights of the letters may be (the inverse of what is paid for their squares)


def as_none(sentence: Sentence) -> Sentence:
    """The same as something that is asked of nobody here."""
    return replace(sentence, parts=tuple(Part(NONE, part.text) for part in sentence.parts))


class Drawn:
    """The rows of a pass: the sentences for work, of those that aren't `often` a share, and some others, varied."""

    def __init__(
        self,
        asked: Sequence[Sentence],
        told: Sequence[Sentence],
        others: int,
        seed: int,
        often: str = "",
        share: float = 1,
    ) -> None:
        begins = tuple(filter(None, often.split(",")))
        self._each = [one for one in asked if one.author.startswith(begins)]
        self._asked = [one for one in asked if not one.author.startswith(begins)]
        self._told, self._others, self._share = told, others, int(len(self._asked) * share)
        self.chooser = random.Random(seed)
        orders = {part.intent for one in asked for part in one.parts} - {NONE}
        self._framed = Framed(frames(), orders).one
        self._varied = Varied([*asked, *told], seed, self._none_framed)

    def _none_framed(self, sentence: Sentence, chance: random.Random) -> Sentence:
        framed = self._framed(sentence, chance)
        plain = any(part.intent in ("aside", "keep") for part in framed.parts)
        return as_none(framed) if plain else framed

    def __len__(self) -> int:
        """How many sentences a pass has."""
        return len(self._each) + self._share + min(self._others, len(self._told))

    def sentences(self) -> list[Sentence]:
        """Those of one pass, in a new order."""
        asked = self.chooser.sample(self._asked, self._share)
        found = [*self._each, *asked, *self.chooser.sample(self._told, min(self._others, len(self._told)))]
        self.chooser.shuffle(found)
        return [self._varied.one(one) for one in found]


def begun(labels: Labels, own: Path | None = None) -> Reader:
    """The shipped reader with new heads, or with the layers and heads of an earlier training of the same intents and slots."""
    before: dict[str, np.ndarray] = {}
    for path in filter(None, (SHIPPED, own)):
        with np.load(path) as archive:
            before |= {name: archive[name] for name in archive.files}
    tensors = {
        name: torch.tensor(value.astype(np.float32) * before.get(f"{name}.scale", np.float32(1)))
        for name, value in before.items()
        if name.startswith(("emb.", "l")) and not name.endswith(".scale")
    }
    layers, heads = (int(number) for number in before["shape"][:2])
    model = Reader(tensors, layers, heads, labels.out)
    if own is not None:
        if (names_in(before, "intents"), names_in(before, "slots")) != (labels.intents, labels.slots):
            raise SystemExit(f"{own.name} knows other intents or slots than the sentences do")
        with torch.no_grad():
            model.of("head.w").copy_(torch.tensor(before["head.w"].astype(np.float32) * before["head.w.scale"]))
            model.of("head.b").copy_(torch.tensor(before["head.b"].astype(np.float32)))
    return model


def letters(sentences: Sequence[Sentence], intents: Sequence[str]) -> dict[str, np.ndarray]:
    """A logistic regression over the letters of single parts, in eight bits a number with a scale a row."""
    parts = [part for one in sentences for part in one.parts]
    found = [torch.tensor(buckets(part.text[:LONGEST])) for part in parts]
    counts = torch.tensor([len(one) for one in found])
    starts = torch.cumsum(counts, 0) - counts
    every, by = torch.cat(found), torch.repeat_interleave(counts.float().rsqrt(), counts)
    wanted = torch.tensor([intents.index(part.intent) for part in parts])
    weights = torch.zeros(BUCKETS, len(intents), requires_grad=True)
    bias = torch.zeros(len(intents), requires_grad=True)
    optimizer = torch.optim.LBFGS([weights, bias], max_iter=100, history_size=10, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        said = nn.functional.embedding_bag(every, weights, starts, mode="sum", per_sample_weights=by) + bias
        off = nn.functional.cross_entropy(said, wanted, reduction="sum") + (weights**2).sum() / (2 * _EVEN)
        off.backward()
        return off

    optimizer.step(loss)
    value = weights.detach().numpy()
    scale = np.maximum(np.abs(value).max(axis=1, keepdims=True) / 127, 1e-8).astype(np.float32)
    return {
        "letters": np.round(value / scale).astype(np.int8),
        "letters.scale": scale,
        "letters.bias": bias.detach().numpy().astype(np.float16),
    }


def upper(file: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What of a training's arrays is its own, and which lowest layers it stands on."""
    mine = {f"l{layer}." for layer in range(SHARED)} | {"emb.", "piece", "shape"}
    return {name: value for name, value in file.items() if not name.startswith(tuple(mine))} | {"below": below()}


def below() -> np.ndarray:
    """A number of the shipped lowest layers and pieces: where it changes, this has to be taught anew."""
    lowest = ("emb.", "pieces", *(f"l{layer}." for layer in range(SHARED)))
    with np.load(SHIPPED) as archive:
        found = [archive[name].tobytes() for name in sorted(archive.files) if name.startswith(lowest)]
    return np.asarray([zlib.crc32(b"".join(found))], np.uint32)


def main() -> None:
    """Train, score, write."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--passes", type=float, default=10)
    asked.add_argument("--others", type=int, default=2500)
    asked.add_argument("--held", type=float, default=0.0)
    asked.add_argument("--show", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--begin", type=Path, help="weights of an earlier training to go on from")
    asked.add_argument(
        "--often", default="", help="authors (file names' beginnings) to learn in every pass: what is new"
    )
    asked.add_argument("--share", type=float, default=1.0, help="of what isn't in --often, the share of each pass")
    asked.add_argument("--rate", type=float, default=4e-4)
    asked.add_argument("--half", action="store_true", help="in bfloat16, where the processor knows it: twice as fast")
    asked.add_argument("--out", type=Path, default=OUT)
    options = asked.parse_args()

    torch.manual_seed(options.seed)
    every = list(written(FOLDER))
    random.Random(options.seed).shuffle(every)
    cut = int(len(every) * options.held)
    held, learned = every[:cut], every[cut:]
    told = [as_none(one) for one in written()]
    away = random.Random(options.seed).sample(told, 500) if held else []
    kept_out = set(map(id, away))
    told = [one for one in told if id(one) not in kept_out]
    names = names_in({"pieces": np.load(SHIPPED)["pieces"]}, "pieces")
    labels = Labels(learned, network().vocabulary)
    model = begun(labels, options.begin)
    drawn = Drawn(learned, told, options.others, options.seed, options.often, options.share)
    print(f"{len(learned)} messages, {len(labels.intents)} intents, {len(labels.slots)} slots", flush=True)

    steps = int(options.passes * math.ceil(len(drawn) / BATCH))
    if steps:
        teach(
            model,
            labels,
            lambda: [labels.row(one) for one in drawn.sentences()],
            Teaching(steps, options.rate, SHARED, drawn.chooser, half=options.half),
        )
    plain = random.Random(options.seed).sample(told, min(_PLAIN, len(told)))
    file = upper(stored(model, labels, names, [], labels.allowed(learned)))
    file |= letters([*learned, *plain], labels.intents)
    np.savez_compressed(options.out, **file)
    net = above(network(), file)
    if held:
        print("held out", judged(net, held, options.show))
        print("others", judged(net, away, options.show))
    print("learned", judged(net, learned[::4]))
    print(f"{options.out.name}: {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
