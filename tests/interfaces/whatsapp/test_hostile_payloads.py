"""Whatever JSON comes: nothing raises, and every event is one that can be kept."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.interfaces.pushed.incoming import Ignored
from app.interfaces.whatsapp.payloads import events_of
from tests.fakes.graph_api import GraphApiServer, Person

_ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**400, 1.5, float("inf"), float("nan"), "", "x" * 5000, "9" * 5000, "٣", "\ud800", "\x00", [], {}, [None],
    [[]], [{}], {"a": {}}, "2026-01-01", "-5", "1e9", "US.1",
)  # fmt: skip


def payloads(server: GraphApiServer, ada: Person) -> list[dict[str, Any]]:
    """One of each kind."""
    hooks, contact = server.webhooks, {"name": {"formatted_name": "Bo"}, "phones": [{"phone": "1"}]}
    messages = [
        ada.text("hi"),
        ada.replies("/tasks", "wamid.1"),
        ada.file("document", b"x", "application/pdf", filename="a.pdf", caption="c"),
        ada.speaks(b"OggS"),
        ada.message("location", {"latitude": 1, "longitude": 2, "name": "n", "address": "a"}),
        ada.message("contacts", None, contacts=[contact]),
        ada.taps_again("c:a1", "wamid.1"),
        ada.message("interactive", {"type": "nfm_reply", "nfm_reply": {"response_json": '{"a": "b"}'}}),
        ada.message("button", {"payload": "c:1", "text": "t"}),
        ada.message("edit", {"original_message_id": "wamid.1", "message": {"type": "text", "text": {"body": "x"}}}),
        ada.reacts("👍", "wamid.1"),
        ada.message("order", {"text": "x", "product_items": [{"product_retailer_id": "p", "item_price": 1.5}]}),
        ada.message("unsupported", {"type": "poll"}),
    ]
    statuses = [hooks.status(ada, "wamid.1", "failed", code=131047), hooks.moved(ada, "33699")]
    return [hooks.payload(*messages), *map(hooks.payload, messages), *statuses]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a payload."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from places(each, (*path, key))


def mutated(payload: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The same with one to three places that hold something else, or nothing."""
    made = copy.deepcopy(payload)
    for _ in range(chance.randint(1, 3)):
        *way, last = chance.choice(list(places(made)) or [("object",)])
        target = made
        for key in way:
            target = target[key]
        if isinstance(target, dict) and chance.random() < 0.2:
            target.pop(last, None)
        else:
            target[last] = copy.deepcopy(chance.choice(_ODD))
    return made


def keepable(event: Any) -> None:
    """Its words can be written down."""
    repr(event).encode("utf-8")
    if not isinstance(event, Ignored):
        assert "\x00" not in repr(event)


@pytest.mark.parametrize("seed", range(4))
def test_no_mutation_raises(server: GraphApiServer, ada: Person, seed: int) -> None:
    chance, kinds = random.Random(seed), payloads(server, ada)
    heard = set[str]()
    for _ in range(1500):
        events = events_of(mutated(chance.choice(kinds), chance), server.world.number_id)
        assert events
        heard |= {type(event).__name__ for event in events}
        for event in events:
            keepable(event)
    assert heard == {"Said", "Command", "Tap", "Heard", "Ignored", "Status", "Moved", "Unread"}


@pytest.mark.parametrize("odd", _ODD)
def test_a_payload_that_is_none(odd: Any) -> None:
    assert events_of(odd) == [Ignored("unreadable")]
    assert events_of({"entry": odd}) == [Ignored("unreadable")]
