"""Which secrets may be set."""

import secrets

import pytest
from pydantic import SecretStr
from pydantic_core import PydanticCustomError

from app.secret_strength import checked_key, hard_to_guess, key_bytes


@pytest.mark.parametrize("weak", ["short", "aaaaaaaaaaaaaaaaaaaaaaaa", "abababababababababab"])
def test_what_can_be_found_by_trying_is_refused_without_being_said(weak: str) -> None:
    with pytest.raises(PydanticCustomError, match="token_urlsafe") as refused:
        hard_to_guess(SecretStr(weak), fewest=16)
    assert weak not in str(refused.value)


def test_a_good_one_is_taken_and_an_empty_one_is_none() -> None:
    good = SecretStr(secrets.token_urlsafe(24))
    assert hard_to_guess(good, fewest=16) is good
    assert hard_to_guess(SecretStr(""), fewest=16) is None
    assert hard_to_guess(None, fewest=16) is None


def test_a_key_is_thirty_two_random_bytes() -> None:
    good = secrets.token_urlsafe(32)
    assert len(key_bytes(good) or b"") == 32
    assert checked_key(SecretStr(good)) is not None
    assert checked_key(None) is None
    for none in ("", "x" * 43, secrets.token_urlsafe(16), f"{good}é"):
        assert key_bytes(none) is None
        with pytest.raises(PydanticCustomError, match="32 random bytes"):
            checked_key(SecretStr(none))
