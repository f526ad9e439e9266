"""Makes the shipped reading of the embedded encoder. Run it after changing any anchor.

    python scripts/build_anchors.py [FOLDER] [--seed 14]

Without FOLDER it is made from the phrasebook's anchors alone. FOLDER holds requests that others wrote and labelled: `routing/*.jsonl` with
`text` and `domain` (`none` for what no domain of ours does), and `nlu/*.jsonl` with `text` and `intent`. A third of `routing/`, drawn by the
seed, is set aside: neither it nor its texts elsewhere are trained on, and `scripts/prove/routing_quality.py` scores it. Sources and licences:
docs/performance.md; only weights are shipped. Training is numpy, a minute on one core, and gives the same weights each time.
"""

import argparse
import asyncio
import hashlib
import json
import re
import sys
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.models.embeddings import EmbeddedEmbedder  # noqa: E402 - the path comes first
from app.routing.anchors import (  # noqa: E402
    READ_CHARS,
    SHIPPED,
    SHIPPED_VARIANTS,
    Labelled,
    anchor_key,
    labelled_anchors,
)
from app.routing.domains import DOMAINS  # noqa: E402
from app.routing.keywords import OUTSIDE  # noqa: E402
from app.routing.reading import Reading, features, fit, softmax, with_constant  # noqa: E402

Floats = NDArray[np.float32]
SEED = 14
HIDDEN = 96
EPOCHS, BATCH, RATE, DECAY = 30, 256, 3e-3, 0.3
DROPPED = 0.2  # of the hidden layer, each time
SMOOTHED = 0.02  # of a label goes to all others: labels are partly wrong
SHARPNESS = 8.0  # centred unit vectors are short in each direction
# How much a row counts beside one labelled with our domains: by its intent; an anchor, shared among its variants; an anchor of a domain that
# nobody else labels, or labels only a part of: of memory's requests, others know the lists.
OF_INTENT, OF_ANCHOR, OF_LONE_ANCHOR = 0.5, 2.0, 10.0
PARTLY_LABELLED = frozenset(("memory",))
NONE_ODDS = 1.5  # the full agent has all tools, so a wrong route costs more than none
# Intents of the requests by domain; what is not here sits between two domains and is left out.
INTENTS = {
    "calendar": "calendar_query calendar_remove calendar_set",
    "email": "email_addcontact email_query email_querycontact email_sendemail",
    "memory": "alarm_query alarm_remove alarm_set lists_createoradd lists_query lists_remove",
    "news": "news_query",
    "utility": "datetime_convert datetime_query qa_currency qa_maths transport_traffic weather_query",
    OUTSIDE: (
        "audio_volume_down audio_volume_mute audio_volume_up cooking_query cooking_recipe general_affirm general_commandstop general_confirm "
        "general_dontcare general_explain general_joke general_negate general_praise general_quirky general_repeat iot_cleaning iot_coffee "
        "iot_hue_lightchange iot_hue_lightdim iot_hue_lightoff iot_hue_lighton iot_hue_lightup iot_wemo_off iot_wemo_on music_likeness "
        "music_query music_settings play_audiobook play_game play_music play_podcasts play_radio social_post social_query takeaway_order "
        "takeaway_query transport_taxi transport_ticket"
    ),
}
_DOMAIN_OF = {intent: domain for domain, intents in INTENTS.items() for intent in intents.split()}


@dataclass(frozen=True)
class Row:
    """One text to learn from, its class and how much it counts."""

    text: str
    name: str
    weight: float


def normal(text: str) -> str:
    """A text without case and marks: what makes two rows the same."""
    return " ".join(re.findall(r"[^\W_]+", text.lower().replace("'", "").replace("’", "")))


def is_set_aside(text: str, seed: int) -> bool:
    """Whether a row of `routing/` is of the third that nothing is trained on."""
    return hashlib.sha256(f"{seed}:{normal(text)}".encode()).digest()[0] % 3 == 0


def read_requests(folder: Path, seed: int) -> list[Row]:
    """Requests that others wrote, each once, without those that are set aside."""
    labelled = list(_lines(folder / "routing"))
    aside = {normal(row["text"]) for row in labelled if is_set_aside(row["text"], seed)}
    rows = [_row(row["text"], row["domain"].replace("none", OUTSIDE), 1.0) for row in labelled]
    rows += [
        _row(row["text"], _DOMAIN_OF[row["intent"]], OF_INTENT)
        for row in _lines(folder / "nlu")
        if row["intent"] in _DOMAIN_OF
    ]
    kept = {normal(row.text): row for row in reversed(rows)}
    return [row for text, row in kept.items() if text not in aside]


def _row(text: str, name: str, weight: float) -> Row:
    """Reminders are memory's: the sources disagree."""
    return Row(text, "memory" if "remind" in text.lower() else name, weight)


def _lines(folder: Path) -> Iterator[dict[str, str]]:
    for file in sorted(folder.glob("*.jsonl")):
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def train(vectors: Floats, rows: Sequence[Row], key: str, *, hidden: int = HIDDEN) -> Reading:
    """A reading with a hidden layer, by Adam with decaying steps and weights; vectors: (rows, dimensions)."""
    names = tuple(sorted({row.name for row in rows}))
    mean = vectors.mean(axis=0)
    inputs = features(vectors, mean).astype(np.float32)
    inputs[:, :-1] *= SHARPNESS
    truth = (1 - SMOOTHED) * np.array([[row.name == name for name in names] for row in rows], dtype=np.float32)
    truth += SMOOTHED / len(names)
    weights = np.array([row.weight for row in rows], dtype=np.float32)[:, None]
    draw = np.random.default_rng(SEED)
    layers = [_first_weights(draw, inputs.shape[1], hidden), _first_weights(draw, hidden + 1, len(names))]
    adam = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    steps = EPOCHS * -(-len(rows) // BATCH)
    batches = (order[at : at + BATCH] for order in _orders(draw, len(rows)) for at in range(0, len(rows), BATCH))
    for step, batch in enumerate(batches, 1):
        slopes = _slopes(inputs[batch], truth[batch], weights[batch], layers, draw)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for layer, slope, (first, second) in zip(layers, slopes, adam, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            move = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            layer -= rate * (move + DECAY * layer)
    layers[0][:-1] *= SHARPNESS
    layers[1][-1] += np.log(NONE_ODDS) * np.array([name == OUTSIDE for name in names], dtype=np.float32)
    return Reading(key, names, mean.astype(np.float32), tuple(layers))


def _first_weights(draw: np.random.Generator, inputs: int, outputs: int) -> Floats:
    bound = 1 / np.sqrt(inputs)
    return draw.uniform(-bound, bound, size=(inputs, outputs)).astype(np.float32)


def _orders(draw: np.random.Generator, count: int) -> Iterator[NDArray[np.intp]]:
    return (draw.permutation(count) for _ in range(EPOCHS))


def _slopes(
    inputs: Floats, truth: Floats, weights: Floats, layers: Sequence[Floats], draw: np.random.Generator
) -> tuple[Floats, Floats]:
    """How the loss of one batch changes with the weights of both layers."""
    kept = (draw.random((len(inputs), layers[0].shape[1])) >= DROPPED).astype(np.float32) / (1 - DROPPED)
    before = inputs @ layers[0]
    inner = with_constant(np.maximum(before, 0.0) * kept)
    excess = (softmax(inner @ layers[1]) - truth) * weights / len(inputs)
    back = (excess @ layers[1][:-1].T) * kept * (before > 0)
    return inputs.T @ back, inner.T @ excess


def _anchor_rows(labelled: Sequence[Labelled], known: Container[str]) -> list[Row]:
    """The anchors as rows; `known`: the classes that others labelled too."""
    alone = {name for name, _, _ in labelled if name not in known or name in PARTLY_LABELLED}
    weights = {name: OF_LONE_ANCHOR if name in alone else OF_ANCHOR for name, _, _ in labelled}
    return [Row(text, name, weights[name] / SHIPPED_VARIANTS) for name, _, text in labelled]


async def main(folder: Path | None, seed: int) -> None:
    """Embeds all texts, fits the reading and writes it beside the phrasebook."""
    embedder = EmbeddedEmbedder()
    labelled = labelled_anchors(DOMAINS, SHIPPED_VARIANTS)
    key = anchor_key(embedder.name, labelled)
    vectors = await embedder.embed_queries([text for _, _, text in labelled])
    if folder is None:
        reading = fit(vectors, labelled, key)
    else:
        requests = read_requests(folder, seed)
        others = await embedder.embed_queries([row.text[:READ_CHARS] for row in requests])
        rows = [*_anchor_rows(labelled, {row.name for row in requests}), *requests]
        reading = train(np.vstack([vectors, others]).astype(np.float32), rows, key)
        print(f"{len(requests)} requests of others")
    SHIPPED.write_bytes(reading.to_bytes())
    print(f"{len(labelled)} anchors, {SHIPPED.stat().st_size} bytes: {SHIPPED.relative_to(ROOT)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes the shipped reading of the embedded encoder.")
    parser.add_argument("folder", type=Path, nargs="?", help="labelled requests of others")
    parser.add_argument("--seed", type=int, default=SEED, help="draws the third that is set aside")
    asked = parser.parse_args()
    asyncio.run(main(asked.folder, asked.seed))
