"""Batches on their way between processes."""

import json
from collections import Counter
from typing import Any

import pytest

from app.health.samsung.batches import Batch, Group, Place
from app.health.samsung.packing import packed, unpacked

GROUPS = [
    Group("r1", 7, "Watch", "app", "heart_rate", 19_800, [(1, 2, 60.5), (3, 4, 61.0)], None),
    Group(
        "r2\0",
        8,
        "Größe \ud800",
        "",
        "sleep_session",
        -3_600,
        [(1, 2, 480.0)],
        {"stages": [["rem", 1, 2]], "score": None},
    ),
]


def test_a_batch_arrives_as_it_was() -> None:
    batch = Batch(Place(3, 200, 7), GROUPS[:1], 2, 5, 1, 2, Counter({("t", "no_time"): 2}), "t", 3, 9, 12.5)
    assert unpacked(*packed(batch)) == batch


def test_text_that_a_database_cannot_take_is_made_fit() -> None:
    _, group = unpacked(*packed(Batch(groups=GROUPS))).groups
    assert group.client_id == "r2"
    assert group.device.encode()


@pytest.mark.parametrize(
    "group",
    [
        ["r", 1, "d", "a", "no_such_metric", 0, [], None],
        ["r", 1, "d", "a", "steps", 0, [[1, 2]], None],
        ["r", 1, "d", "a", "steps", 0, [[1, 2, "many"]], None],
        ["r", "one", "d", "a", "steps", 0, [], None],
        ["r", 1, "d", "a", "steps", 0, [], "detail"],
        ["r", 1, "d"],
    ],
)
def test_what_none_of_ours_would_send_is_refused(group: list[Any]) -> None:
    head, _ = packed(Batch())
    with pytest.raises((ValueError, TypeError, KeyError)):
        unpacked(head, json.dumps([group]).encode())
    with pytest.raises((ValueError, TypeError, KeyError)):
        unpacked({}, b"[]")
