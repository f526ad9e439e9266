"""The lock of the prompts: what is there agrees with it, and what doesn't is named."""

import json
import logging
from pathlib import Path

import pytest

from app.prompts import lock
from app.prompts.lock import Drift, check_drift, digest, digests, warn_of_drift


def test_the_files_are_as_they_are_locked() -> None:
    assert check_drift() == []
    assert {"persona", "planner", "planner.open", "sections/approvals", "sections/domain_email"} <= set(digests())


def test_what_changed_is_new_or_gone_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = {**digests(), "persona": digest("another"), "ghost": "00"}
    del kept["planner"]
    path = tmp_path / "prompts.lock.json"
    path.write_text(json.dumps(kept))
    found = check_drift(path)
    assert found == [Drift("ghost", "gone"), Drift("persona", "changed"), Drift("planner", "not locked")]
    with caplog.at_level(logging.WARNING):
        warn_of_drift(path)
    [record] = caplog.records
    assert getattr(record, "event", "") == "prompts.drift"
    assert "persona (changed)" in record.getMessage()


@pytest.mark.parametrize("said", [None, "", "[]", '{"persona": 3}', "{"])
def test_a_lock_that_is_none_locks_nothing(tmp_path: Path, said: str | None) -> None:
    path = tmp_path / "prompts.lock.json"
    if said is not None:
        path.write_text(said)
    assert {drift.how for drift in check_drift(path)} == {"not locked"}


def test_a_digest_does_not_depend_on_how_lines_end() -> None:
    assert digest("a\r\nb\r\n") == digest("a\nb")
    assert digest("a b") != digest("a\nb")


def test_a_lock_that_was_written_agrees(tmp_path: Path) -> None:
    lock.write_lock(tmp_path / "lock")
    assert check_drift(tmp_path / "lock") == []
