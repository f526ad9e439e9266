"""The questions and answers of the process that reads."""

from pathlib import Path
from typing import Any

import pytest

from app.health.samsung.answering import Answering
from app.health.samsung.batches import BEGIN
from tests.health.samsung.archives import NOW, row_of, table, zipped

HEART = table("com.samsung.shealth.tracker.heart_rate", row_of(heart_rate=60, deviceuuid="u1"))


def _question(path: Path, **changes: Any) -> dict[str, Any]:
    return {"open": str(path), "zone": "UTC", "now": NOW, "place": list(BEGIN), "devices": {}, **changes}


def test_an_archive_is_opened_and_given_batch_by_batch(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(HEART).getvalue())
    answering = Answering()
    assert answering.answer(_question(path, devices={"u1": "Watch"}), b"") == ({}, b"")
    heads = [answering.answer({}, b"")[0] for _ in range(3)]
    assert [head.get("place") for head in heads] == [[0, 0, 0], [1, 0, 0], None]
    answering.close()
    assert heads[-1] == {"end": True, "devices": {"u1": "Watch"}}


@pytest.mark.parametrize(("data", "code"), [(None, "gone"), (b"hello", "not_a_zip"), (b"PK\3\4hello", "truncated")])
def test_what_cannot_be_read_is_answered_by_a_code(tmp_path: Path, data: bytes | None, code: str) -> None:
    path = tmp_path / "a.zip"
    if data is not None:
        path.write_bytes(data)
    answering = Answering()
    found = answering.answer(_question(path), b"")
    answering.close()
    assert found == ({"refused": code}, b"")
