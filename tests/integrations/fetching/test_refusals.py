"""Every reason has a sentence that a user can read."""

import pytest

from app.integrations.fetching.refusals import failed, refused

REFUSED = "malformed scheme credentials notation port inside nested downgrade".split()
FAILED = "dns unreachable timeout tls proxy protocol encoding too_large wrong_type redirect busy status".split()


def test_the_reasons_are_known_words() -> None:
    assert [refused(reason).reason for reason in REFUSED] == REFUSED
    assert [failed(reason, "example.org").reason for reason in FAILED] == FAILED
    with pytest.raises(KeyError):
        refused("whim")


@pytest.mark.parametrize("reason", REFUSED)
@pytest.mark.parametrize("host", ["example.org", ""])
def test_a_refusal_is_a_sentence_with_and_without_a_host(reason: str, host: str) -> None:
    sentence = refused(reason, host).sentence
    assert sentence[0].isupper() or sentence.startswith("example.org ")
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "  " not in sentence


@pytest.mark.parametrize("reason", FAILED)
@pytest.mark.parametrize("status", [0, 401, 410, 500])
def test_a_failure_names_the_host_and_no_code(reason: str, status: int) -> None:
    sentence = failed(reason, "example.org", status=status).sentence
    assert "example.org" in sentence
    assert str(status) not in sentence or not status
    assert sentence.endswith(".")


def test_no_sentence_is_longer_than_a_line_of_chat() -> None:
    assert max(len(refused(reason, "example.org").sentence) for reason in REFUSED) < 140
