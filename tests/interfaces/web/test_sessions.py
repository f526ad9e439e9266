"""Sessions that outlive a restart and nothing else."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.interfaces.web.sessions import LIFETIME, Sessions, session_key
from tests.interfaces.web.house import START


def test_a_session_is_valid_until_it_runs_out() -> None:
    sessions = Sessions(b"k" * 32)
    value = sessions.issue(START)
    assert sessions.is_valid(value, START + LIFETIME - timedelta(seconds=1))
    assert not sessions.is_valid(value, START + LIFETIME)


@pytest.mark.parametrize("value", ["", ".", "..", "1.x.y", "99999999999.nonce.", "é.é.é"])
def test_what_we_did_not_sign_is_not_valid(value: str) -> None:
    assert not Sessions(b"k" * 32).is_valid(value, START)


def test_a_later_date_written_into_it_breaks_it() -> None:
    sessions = Sessions(b"k" * 32)
    issued, rest = sessions.issue(START).split(".", 1)
    assert not sessions.is_valid(f"{int(issued) + 60}.{rest}", START)


def test_another_password_ends_all_sessions() -> None:
    value = Sessions(b"k" * 32, bound_to="old").issue(START)
    assert not Sessions(b"k" * 32, bound_to="new").is_valid(value, START)


def test_the_key_is_kept_and_private(tmp_path: Path) -> None:
    first = session_key(tmp_path / "new folder")
    assert session_key(tmp_path / "new folder") == first
    assert (tmp_path / "new folder/session.key").stat().st_mode & 0o777 == 0o600


def test_half_a_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "session.key").write_bytes(b"half")
    assert len(session_key(tmp_path)) == 32
    assert session_key(tmp_path) == session_key(tmp_path)


def test_where_no_key_can_be_kept_there_is_one_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert len(session_key(tmp_path / "file")) == 32
