"""What couriers share."""

from datetime import UTC, datetime

from app.interfaces.pushed.parts import account_of, buttons_of, caption_of
from app.memory.records import OutboxEntry
from app.messages import Button
from tests.charts.drawn import week

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


def entry(address: str, **body: object) -> OutboxEntry:
    return OutboxEntry(
        id=1,
        user_id="ana",
        channel="slack",
        address=address,
        key="k",
        body={"text": "hi", **body},
        turn_id=None,
        status="pending",
        attempts=0,
        next_attempt_at=NOON,
        created_at=NOON,
        sent_at=None,
        revision=0,
    )


def test_an_account_stands_before_its_thread() -> None:
    for address in ("U1", "U1/1700000000.000100"):
        assert account_of(entry(address)).external_id == "U1"


def test_buttons_are_read_back_in_order() -> None:
    buttons = (Button("Confirm", "confirm", "a"), Button("Cancel", "cancel", "a"))
    assert buttons_of(entry("U1", buttons=[each.as_dict() for each in buttons])) == buttons
    assert buttons_of(entry("U1")) == ()


def test_a_caption_says_what_the_text_does_not() -> None:
    chart = week()
    assert caption_of(chart, "Here it is.") == " ".join(chart.alt.split())
    assert caption_of(chart, f"Look:\n{chart.alt}") == ""
