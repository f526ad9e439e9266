"""What crosses the door: plain, frozen, and as JSON what the page and the outbox expect."""

import dataclasses
import json
from datetime import UTC, datetime

import pytest

from app import messages
from app.messages import Attachment, Button, InboundMessage, OutboundMessage
from tests.charts.drawn import week

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
KINDS = [Attachment, InboundMessage, Button, OutboundMessage]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_crosses_the_door_can_be_changed(kind: type) -> None:
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_a_plain_message_needs_no_more_than_who_where_what_and_when() -> None:
    message = InboundMessage("owner", "cli", "m1", "hello", received_at=NOON)
    assert (message.address, message.attachments, message.time_zone) == ("", (), None)


def test_a_message_carries_its_buttons_as_json() -> None:
    buttons = (Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"))
    message = OutboundMessage("owner", "web", "reply:t1", "Shall I?", buttons=buttons)
    assert json.loads(json.dumps(message.body())) == {
        "text": "Shall I?",
        "kind": "reply",
        "format": "plain",
        "buttons": [
            {"label": "Confirm", "verb": "confirm", "target": "a1"},
            {"label": "Cancel", "verb": "cancel", "target": "a1"},
        ],
    }


def test_a_button_comes_back_from_its_json() -> None:
    button = Button("Undo", "undo", "t1")
    assert Button(**button.as_dict()) == button  # type: ignore[arg-type]


def test_no_vendor_is_known_here() -> None:
    named = {value.__module__ for value in vars(messages).values() if dataclasses.is_dataclass(value)}
    assert named == {"app.messages", "app.cards.card", "app.charts.chart"}


def test_charts_are_in_the_json_only_where_there_are_some() -> None:
    message = OutboundMessage("owner", "web", "reply:t1", "Here.", charts=(week(),))
    [kept] = json.loads(json.dumps(message.body()))["charts"]
    assert kept["title"] == week().title
    assert "charts" not in OutboundMessage("owner", "web", "reply:t2", "Nothing to see.").body()
