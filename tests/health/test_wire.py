"""A posted body as a batch, or why it isn't one."""

import json
from typing import Any

import pytest

from app.health.models import Deletion, Sample
from app.health.wire import BatchRefused, Unreadable, read

SAMPLE = {
    "metric": "heart_rate",
    "start": "2026-03-01T08:00:00Z",
    "value": 60,
    "unit": "bpm",
    "device": "watch",
    "client_id": "c",
}


def body(*samples: Any, **fields: Any) -> bytes:
    return json.dumps({"samples": samples, **fields}).encode()


@pytest.mark.parametrize(
    ("posted", "code"),
    [
        (b"", "not_a_batch"),
        (b"[]", "not_a_batch"),
        (b"[" + b"1," * 1_000_000 + b"1]", "not_a_batch"),
        (b'"{"', "not_a_batch"),
        (b"\xff\xfe", "not_a_batch"),
        (b"{", "not_json"),
        (b'{"samples": [}', "not_json"),
        (b'{"sender": "\xff"}', "not_json"),
        (b'{"sender": "\\ud800"}', "not_json"),
        (b'{"samples":' + b"[" * 5_000 + b"]" * 5_000 + b"}", "not_json"),
        (b'{"samples":[' + b"{}," * 1_000_000 + b"{}]}", "too_many_items"),
        (body(deletions=[1] * 5_001), "too_many_items"),
        (body(more=1), "malformed"),
        (body(sent_at="2026-03-01T08:00:00"), "malformed"),
        (b'{"samples": {}}', "malformed"),
        (b'{"samples": null}', "malformed"),
    ],
    ids=range(16),
)
def test_what_is_no_batch_is_refused_as_a_whole(posted: bytes, code: str) -> None:
    with pytest.raises(BatchRefused) as refused:
        read(posted)
    assert refused.value.code == code
    assert len(refused.value.sentence) < 300


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"value": "60"}, "malformed", "value"),
        ({"value": True}, "malformed", "value"),
        ({"value": float("nan")}, "not_finite", "value"),
        ({"value": float("inf")}, "not_finite", "value"),
        ({"start": "2026-03-01T08:00:00"}, "malformed", "start"),
        ({"start": 1772352000}, "malformed", "start"),
        ({"start": "yesterday"}, "malformed", "start"),
        ({"metric": "Heart rate"}, "malformed", "metric"),
        ({"device": ""}, "malformed", "device"),
        ({"version": -1}, "malformed", "version"),
        ({"version": 2**63}, "malformed", "version"),
        ({"version": 1.5}, "malformed", "version"),
        ({"zone_offset_seconds": 100_000}, "malformed", "zone_offset_seconds"),
        ({"start_time": "yesterday", "start": "yesterday"}, "malformed", "start"),
    ],
)
def test_an_item_that_is_wrong_costs_no_other(fields: dict[str, Any], code: str, where: str) -> None:
    right, wrong, other = read(body(SAMPLE, SAMPLE | fields, SAMPLE)).samples
    assert right == other
    assert isinstance(right, Sample)
    assert isinstance(wrong, Unreadable)
    assert (wrong.client_id, wrong.code) == ("c", code)
    assert wrong.reason.startswith(where)


def test_second_names_mean_the_same_and_unknown_fields_stand_beside() -> None:
    seconds = {"metric": "metric_type", "start": "start_time", "device": "source_device"}
    other = {seconds.get(name, name): value for name, value in SAMPLE.items()}
    first, second, more = read(body(SAMPLE, other, {**other, "firmware": "1.2", "raw": {"led": [1, 2]}})).samples
    assert first == second
    assert isinstance(more, Sample)
    assert more.model_extra == {"firmware": "1.2", "raw": {"led": [1, 2]}}
    assert isinstance(second, Sample)
    assert not second.model_extra


@pytest.mark.parametrize("item", [1, None, [], "c", {}, {"client_id": 5}, {"client_id": "y" * 500}])
def test_an_item_that_is_nothing_like_one(item: Any) -> None:
    posted = read(body(item, deletions=[item, {"client_id": "c"}]))
    for found in (posted.samples[0], posted.deletions[0]):
        assert isinstance(found, Unreadable)
        assert len(found.client_id) <= 200
    assert posted.deletions[1] == Deletion(client_id="c")


def test_an_empty_batch_is_one() -> None:
    assert read(b" {}").samples == []


def test_a_body_of_mistakes_is_refused_before_each_of_them_is_looked_at() -> None:
    fields = b",".join(b'"%d":0' % number for number in range(200))
    for posted in (b"{%s}" % fields, b'{"samples":[{%s}]}' % fields, b'{"samples":[{"detail":{%s}}]}' % fields):
        with pytest.raises(BatchRefused) as refused:
            read(posted)
        assert refused.value.code == "malformed"


def test_a_night_with_all_its_stages_is_read() -> None:
    stage = {"stage": "light", "start": "2026-03-01T01:00:00Z", "end": "2026-03-01T02:00:00Z"}
    night = {"metric": "sleep_session", "start": "2026-03-01T01:00:00Z", "device": "w", "client_id": "n"}
    posted = read(body(samples=[{**night, "detail": {"stages": [stage] * 2_000}}] * 50))
    assert len(posted.samples) == 50
    assert not [one for one in posted.samples if isinstance(one, Unreadable)]
