"""Where readings come from: shipped, kept, or computed once."""

import asyncio
from pathlib import Path

import pytest

from app.errors import EmbedderUnavailable
from app.models.embeddings import EmbeddedEmbedder
from app.routing.anchors import SHIPPED, SHIPPED_VARIANTS, AnchorTable, anchor_key, labelled_anchors
from app.routing.domains import DOMAINS
from app.routing.keywords import OUTSIDE
from app.routing.reading import Reading
from tests.routing.encoder import WordEncoder, unavailable

FEW = tuple(domain for domain in DOMAINS if domain.name in {"utility", "slack", "jira"})


class Shelf:
    """An `AnchorStore` in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    async def load(self, key: str) -> bytes | None:
        return self.kept.get(key)

    async def save(self, key: str, reading: bytes) -> None:
        self.kept[key] = reading


def test_the_shipped_reading_was_made_from_the_present_anchors() -> None:
    """When this fails: python scripts/build_anchors.py"""
    key = anchor_key(EmbeddedEmbedder.name, labelled_anchors(DOMAINS, SHIPPED_VARIANTS))
    assert Reading.open(SHIPPED, key) is not None


def test_the_shipped_reading_is_small() -> None:
    assert SHIPPED.stat().st_size < 100_000


def test_the_key_changes_with_the_encoder_and_with_the_anchors() -> None:
    anchors = labelled_anchors(FEW, 1)
    assert len({anchor_key("a", anchors), anchor_key("b", anchors), anchor_key("a", anchors[1:])}) == 3


def test_anchors_outside_every_domain_belong_to_the_table() -> None:
    assert {name for name, _, _ in labelled_anchors(FEW, 1)} == {"utility", "slack", "jira", OUTSIDE}


async def test_another_encoder_embeds_the_anchors_once() -> None:
    encoder = WordEncoder()
    table = AnchorTable(encoder, FEW)
    await table.prepare()
    scores = await table.scores("move the ticket to the next sprint of the project")
    assert max(scores, key=scores.__getitem__) == "jira"
    await table.scores("who is on the board")
    assert encoder.asked == [len(labelled_anchors(FEW, 1)), 1, 1]


async def test_messages_at_the_same_time_share_one_computation() -> None:
    encoder = WordEncoder()
    table = AnchorTable(encoder, FEW)
    await asyncio.gather(table.prepare(), *(table.scores(f"message {number}") for number in range(5)))
    assert sorted(encoder.asked)[-2:] == [1, len(labelled_anchors(FEW, 1))]


async def test_what_was_computed_is_kept_for_the_next_start() -> None:
    shelf = Shelf()
    table = AnchorTable(WordEncoder(), FEW, store=shelf)
    await table.prepare()
    first = await table.scores("close the ticket")
    encoder = WordEncoder()
    again = await AnchorTable(encoder, FEW, store=shelf).scores("close the ticket")
    assert encoder.asked == [1]
    assert again == pytest.approx(first, abs=0.01)


async def test_an_encoder_that_fails_says_so_and_is_not_asked_for_all_anchors_each_time() -> None:
    encoder = WordEncoder()
    table = AnchorTable(encoder, FEW)
    encoder.broken = EmbedderUnavailable()
    with pytest.raises(EmbedderUnavailable):
        await table.prepare()
    encoder.broken = None
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            await table.scores("close the ticket")
    assert encoder.asked == [len(labelled_anchors(FEW, 1)), 1, 1, 1]


async def test_a_computation_that_was_cut_off_begins_anew() -> None:
    table = AnchorTable(WordEncoder(), FEW)
    preparing = asyncio.ensure_future(table.prepare())
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task(), preparing}:
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await preparing
    await table.prepare()
    assert await table.scores("close the ticket")


async def test_an_encoder_that_is_gone_is_a_typed_failure() -> None:
    with pytest.raises(EmbedderUnavailable):
        await AnchorTable(unavailable(), FEW).scores("close the ticket")


async def test_a_stale_file_is_not_used(tmp_path: Path) -> None:
    stale = tmp_path / "reading.npz"
    stale.write_bytes(SHIPPED.read_bytes())
    encoder = WordEncoder(EmbeddedEmbedder.name)
    await AnchorTable(encoder, FEW, shipped=stale).prepare()
    assert max(encoder.asked) == len(labelled_anchors(FEW, 1))
