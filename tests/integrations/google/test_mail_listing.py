"""Gmail's messages as they are listed."""

import pytest

from app.errors import AccountAway
from app.integrations.google.mail_listing import MessageShape, as_found, newest_first


def message(*headers: tuple[str, str], received: int = 1_777_888_800_000, **of: object) -> MessageShape:
    listed = [{"name": name, "value": value} for name, value in headers]
    payload = {"headers": listed}
    return MessageShape.model_validate({"id": "1a", "internalDate": str(received), "payload": payload, **of})


def test_names_and_subjects_are_read_whether_google_decoded_them_or_not() -> None:
    plain = as_found(message(("From", "Esi Éva <esi@x.example>"), ("Subject", "Déjeuner")))
    coded = as_found(
        message(("From", "=?utf-8?q?Esi_=C3=89va?= <esi@x.example>"), ("Subject", "=?utf-8?b?RMOpamV1bmVy?="))
    )
    assert (plain.mail.sender_name, plain.mail.sender, plain.mail.subject) == ("Esi Éva", "esi@x.example", "Déjeuner")
    assert coded.mail == plain.mail


def test_no_value_begins_a_header_of_its_own() -> None:
    found = as_found(message(("Subject", "x\r\nFrom: boss@x.example"), ("X\r\nFrom", "y"), ("From", "kofi@x.example")))
    assert found.mail.sender == "kofi@x.example"
    assert found.mail.subject == "x From: boss@x.example"


def test_a_mail_with_nothing_in_its_head_is_listed_all_the_same() -> None:
    found = as_found(message(labelIds=["UNREAD"], sizeEstimate=-5))
    assert (found.mail.sender, found.mail.subject, found.mail.is_unread, found.mail.size) == ("", "", True, 0)


def test_it_goes_by_all_its_ids() -> None:
    found = as_found(
        message(("Message-Id", "<a@x>"), ("X-Kwasi-Id", "<b@x>"), ("X-Google-Original-Message-ID", "<c@x>"))
    )
    assert found.ids == {"a@x", "b@x", "c@x"}


@pytest.mark.parametrize("received", [10**18, -(10**18)])
def test_a_time_that_can_not_be_is_no_answer(received: int) -> None:
    with pytest.raises(AccountAway):
        as_found(message(received=received))


@pytest.mark.parametrize("received", [253_402_214_399_999, -62_135_596_800_000])
def test_the_first_and_the_last_time_there_are_can_be_read(received: int) -> None:
    assert as_found(message(received=received)).mail.received_at.tzinfo is not None


def test_the_newest_comes_first() -> None:
    found = [as_found(message(received=number)) for number in (2, 9, 5)]
    assert [one.mail.received_at.microsecond for one in newest_first(found)] == [9000, 5000, 2000]
