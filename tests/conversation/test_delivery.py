"""Delivery: in order, once, through every kind of failure. The courier here is ours: a chat in memory that fails as it is told to."""

import logging
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.charts.selection import charts_in
from app.clock import ManualClock
from app.config import Settings
from app.conversation.delivery import AGAIN, NOT_SHOWN, Deliverer, Part
from app.errors import (
    DeliveryAway,
    DeliveryError,
    DeliveryGone,
    DeliveryKeyRefused,
    DeliveryLater,
    DeliveryRefused,
    DeliveryUnknown,
    StorageError,
)
from app.memory.records import OutboxEntry
from app.messages import Button, OutboundMessage
from tests.charts.drawn import nights, week
from tests.conversation.conftest import NOON
from tests.house import open_house

CHAT = "77"


@dataclass
class Chats:
    """What each chat shows, by message id. `failures` come in order, one a call; a hidden one takes the message first."""

    channel: str = "telegram"
    messages: dict[str, dict[str, str]] = field(default_factory=dict)
    failures: deque[DeliveryError | None] = field(default_factory=deque)
    hidden: bool = False
    calls: list[str] = field(default_factory=list)
    number: int = 0
    unwanted: tuple[str, ...] = ()  # pictures that are refused for good

    async def parts(self, entry: OutboxEntry) -> list[Part]:
        """A message a line, the buttons under the last; voice and pictures behind."""
        lines = [Part(line) for line in entry.body["text"].split("\n\n")]
        buttons = tuple(Button(**button) for button in entry.body["buttons"])
        voice = [Part(entry.body["text"], voice=True)] if entry.body.get("voice") else []
        pictures = [Part(chart.title, chart=chart) for chart in charts_in(entry.body)]
        return [*lines[:-1], replace(lines[-1], buttons=buttons), *voice, *pictures]

    async def send(self, address: str, part: Part) -> str:
        self.calls.append(f"send {part.text}")
        failure = self._failure()
        if failure and not self.hidden:
            raise failure
        if part.chart is not None and part.text in self.unwanted:
            return NOT_SHOWN
        self.number += 1
        self.messages.setdefault(address, {})[str(self.number)] = _seen(part)
        if failure:
            raise failure
        return str(self.number)

    async def edit(self, address: str, external_id: str, part: Part) -> None:
        self.calls.append(f"edit {part.text}")
        if failure := self._failure():
            raise failure
        if external_id not in self.messages.get(address, {}):
            raise DeliveryGone
        self.messages[address][external_id] = _seen(part)

    def _failure(self) -> DeliveryError | None:
        return self.failures.popleft() if self.failures else None

    def shows(self, address: str = CHAT) -> list[str]:
        return list(self.messages.get(address, {}).values())


def _seen(part: Part) -> str:
    spoken = "♪ " if part.voice else "▇ " if part.chart else ""
    return spoken + part.text + "".join(f" [{button.label}]" for button in part.buttons)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """A house on either engine."""
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


def _deliverer(house: Services, chats: Chats) -> Deliverer:
    return Deliverer(house.store, house.database, house.clock, chats)


async def _put(house: Services, text: str, *, key: str = "", address: str = CHAT, **more: object) -> OutboxEntry:
    message = OutboundMessage(house.owner.id, "telegram", key or text, text, address=address, **more)  # type: ignore[arg-type]
    return await house.conversation.mailroom.put(message, house.clock.now())


async def _later(house: Services, seconds: float) -> None:
    house.clock.advance(timedelta(seconds=seconds))  # type: ignore[attr-defined]


async def test_messages_arrive_once_and_in_order(house: Services) -> None:
    chats = Chats()
    for text in ("one", "two", "three"):
        await _put(house, text)
    await _put(house, "elsewhere", address="78")
    deliverer = _deliverer(house, chats)
    assert await deliverer.deliver_due() is None
    await deliverer.deliver_due()
    assert chats.shows() == ["one", "two", "three"]
    assert chats.shows("78") == ["elsewhere"]


async def test_a_reply_goes_into_the_message_that_stands_for_it(house: Services) -> None:
    chats = Chats(messages={CHAT: {"m5": "…"}})
    await house.store.placeholders.put(house.owner.id, "telegram", CHAT, "m5", "t1", NOON)
    await _put(house, "First.\n\nSecond.", turn_id="t1", buttons=(Button("Undo", "undo", "t1"),))
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["First.", "Second. [Undo]"]


async def test_another_turns_placeholder_is_left_alone(house: Services) -> None:
    chats = Chats(messages={CHAT: {"m5": "…"}})
    await house.store.placeholders.put(house.owner.id, "telegram", CHAT, "m5", "t2", NOON)
    await _put(house, "Answer.", turn_id="t1")
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["…", "Answer."]


async def test_a_placeholder_that_was_deleted_is_replaced_by_a_new_message(house: Services) -> None:
    chats = Chats()
    await house.store.placeholders.put(house.owner.id, "telegram", CHAT, "m5", "t1", NOON)
    await _put(house, "Answer.", turn_id="t1")
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["Answer."]


async def test_a_message_that_meets_a_bug_holds_up_nobody(house: Services, caplog: pytest.LogCaptureFixture) -> None:
    chats = Chats()
    broken = await _put(house, "broken")
    await house.database.execute(
        "UPDATE outbox SET body = $1", {"text": "broken"}
    )  # no buttons, which the courier reads
    await _put(house, "after it")
    await _put(house, "elsewhere", address="78")
    deliverer = _deliverer(house, chats)
    while await deliverer.deliver_due():
        continue
    assert (chats.shows(), chats.shows("78")) == (["after it"], ["elsewhere"])
    stored = await house.store.outbox.get_by_key(house.owner.id, broken.key)
    assert stored is not None
    assert stored.status == "failed"
    assert [record.__dict__["entry"] for record in caplog.records if _event(record) == "delivery.broken"] == [broken.id]


async def test_storage_that_fails_is_no_fault_of_the_message(house: Services) -> None:
    chats = Chats()
    entry = await _put(house, "one")
    await house.database.execute("ALTER TABLE deliveries RENAME TO deliveries_away")
    with pytest.raises(StorageError):
        await _deliverer(house, chats).deliver_due()
    await house.database.execute("ALTER TABLE deliveries_away RENAME TO deliveries")
    deliverer = _deliverer(house, chats)
    await deliverer.take_over()
    await deliverer.deliver_due()
    assert chats.shows() == ["one"]
    stored = await house.store.outbox.get_by_key(house.owner.id, entry.key)
    assert stored is not None
    assert stored.status == "sent"


def _event(record: logging.LogRecord) -> str:
    return str(record.__dict__.get("event", ""))


async def test_a_channel_that_is_busy_is_left_alone_for_as_long_as_it_asks(house: Services) -> None:
    chats = Chats(failures=deque([DeliveryLater(seconds=7)]))
    await _put(house, "one")
    await _put(house, "two")
    deliverer = _deliverer(house, chats)
    assert await deliverer.deliver_due() == NOON + timedelta(seconds=7)
    assert chats.shows() == []
    await _later(house, 7)
    await deliverer.deliver_due()
    assert chats.shows() == ["one", "two"]


async def test_an_outage_is_waited_out_longer_each_time(house: Services) -> None:
    chats = Chats(failures=deque([DeliveryLater(seconds=0) for _ in range(6)]))
    await _put(house, "patience")
    deliverer, pauses = _deliverer(house, chats), []
    while due := await deliverer.deliver_due():
        pauses.append((due - house.clock.now()).total_seconds())
        house.clock.advance(due - house.clock.now())  # type: ignore[attr-defined]
        if not chats.failures:
            break
    await deliverer.deliver_due()
    assert pauses == sorted(pauses)
    assert pauses[-1] > pauses[0]
    assert chats.shows() == ["patience"]


async def test_what_may_have_arrived_is_sent_again_openly(house: Services) -> None:
    chats = Chats(failures=deque([DeliveryUnknown()]), hidden=True)
    await _put(house, "Take your pills")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 5)
    await deliverer.deliver_due()
    await deliverer.deliver_due()
    assert chats.shows() == ["Take your pills", f"{AGAIN}\n\nTake your pills"]


@dataclass
class FindingChats(Chats):
    """A chat that can be asked what stands in it, whatever it shows by now."""

    async def find(self, address: str, part: Part) -> str:
        self.calls.append(f"find {part.text}")
        return next(iter(self.messages.get(address, {})), "")


async def test_what_may_have_arrived_is_looked_for_and_not_sent_again(house: Services) -> None:
    chats = FindingChats(failures=deque([DeliveryUnknown()]), hidden=True)
    await _put(house, "Tea")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 60)
    await deliverer.deliver_due()
    assert chats.shows() == ["Tea"]
    assert chats.calls == ["send Tea", "find Tea", "edit Tea"]


async def test_what_is_found_shows_what_is_said_now(house: Services) -> None:
    chats = FindingChats(failures=deque([DeliveryUnknown()]), hidden=True)
    entry = await _put(house, "Shall I?")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await house.conversation.mailroom.revise("owner", entry, {**entry.body, "text": "Done."}, house.clock.now())
    await _later(house, 60)
    await deliverer.deliver_due()
    assert chats.shows() == ["Done."]


async def test_what_is_not_found_is_sent_again_openly(house: Services) -> None:
    chats = FindingChats(failures=deque([DeliveryUnknown()]))
    await _put(house, "Tea")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 60)
    await deliverer.deliver_due()
    assert chats.shows() == [f"{AGAIN}\n\nTea"]


async def test_an_edit_that_may_have_arrived_is_simply_made_again(house: Services) -> None:
    chats = Chats(messages={CHAT: {"m5": "…"}}, failures=deque([DeliveryUnknown()]))
    await house.store.placeholders.put(house.owner.id, "telegram", CHAT, "m5", "t1", NOON)
    await _put(house, "Answer.", turn_id="t1")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 5)
    await deliverer.deliver_due()
    assert chats.shows() == ["Answer."]


async def test_a_message_nobody_can_take_doesnt_hold_up_the_next(house: Services) -> None:
    chats = Chats(failures=deque([DeliveryRefused()]))
    await _put(house, "too much")
    await _put(house, "fine")
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["fine"]


async def test_half_a_long_message_goes_on_where_it_broke_off(house: Services) -> None:
    chats = Chats(failures=deque([None, DeliveryLater(seconds=2)]))
    await _put(house, "one\n\ntwo\n\nthree")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    assert chats.shows() == ["one"]
    await _later(house, 2)
    await deliverer.deliver_due()
    assert chats.shows() == ["one", "two", "three"]


async def test_a_change_is_shown_in_place(house: Services) -> None:
    chats = Chats()
    entry = await _put(house, "Really?", buttons=(Button("Confirm", "confirm", "a1"),))
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    assert chats.shows() == ["Really? [Confirm]"]
    body = {**entry.body, "buttons": [], "text": "Really? Yes."}
    await house.conversation.mailroom.revise(house.owner.id, entry, body, NOON)
    await deliverer.deliver_due()
    assert chats.shows() == ["Really? Yes."]


async def test_what_became_of_a_card_stands_under_it(house: Services) -> None:
    chats = Chats()
    entry = await _put(house, "Really?")
    await house.conversation.mailroom.revise(house.owner.id, entry, {**entry.body, "ended": ["cancel"]}, NOON)
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["Really?", "Cancelled."]


async def test_a_voice_note_follows_its_words_and_is_never_sent_twice(house: Services) -> None:
    chats = Chats(failures=deque([None, DeliveryUnknown()]), hidden=True)
    await _put(house, "Good morning", voice=True)
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 5)
    await deliverer.deliver_due()
    assert chats.shows() == ["Good morning", "♪ Good morning"]


async def test_what_a_process_that_ended_had_in_its_hands_is_taken_up(house: Services) -> None:
    chats = Chats()
    first, second = await _put(house, "in its hands"), await _put(house, "next")
    assert [row.id for row in await house.store.outbox.claim(NOON, ("telegram",), 5)] == [first.id]
    await house.store.deliveries.begin(house.owner.id, first.id, 0)
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    assert chats.shows() == []
    await deliverer.take_over()
    await deliverer.deliver_due()
    assert chats.shows() == [f"{AGAIN}\n\nin its hands", "next"]
    assert second.status == "pending"


PICTURES = (week(title="steps"), nights(title="sleep"))


async def test_pictures_follow_the_words_and_each_is_sent_once(house: Services) -> None:
    chats = Chats()
    entry = await _put(house, "Here.\n\nMore.", charts=PICTURES)
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["Here.", "More.", "▇ steps", "▇ sleep"]
    longer = {**entry.body, "text": "Here.\n\nMore.\n\nAnd more."}
    await house.conversation.mailroom.revise(house.owner.id, entry, longer, NOON)
    await _deliverer(house, chats).deliver_due()
    assert chats.shows() == ["Here.", "More.", "▇ steps", "▇ sleep", "And more."]


@pytest.mark.parametrize("died", [0, 1, 2])
async def test_a_process_that_dies_between_two_parts_leaves_the_rest_to_the_next(house: Services, died: int) -> None:
    chats = Chats(failures=deque([*[None] * died, StorageError()]))  # type: ignore[list-item]
    await _put(house, "Here.", charts=PICTURES)
    with pytest.raises(StorageError):
        await _deliverer(house, chats).deliver_due()
    # Nothing more was written by it: the books only say that a part began.
    following = _deliverer(house, chats)
    await following.take_over()
    await following.deliver_due()
    shown = [words.replace(f"{AGAIN}\n\n", "") for words in chats.shows()]
    assert shown == ["Here.", "▇ steps", "▇ sleep"]


async def test_a_picture_that_may_have_arrived_is_sent_again_openly_and_the_words_are_not(house: Services) -> None:
    chats = Chats(failures=deque([None, DeliveryUnknown()]), hidden=True)
    await _put(house, "Here.", charts=PICTURES[:1])
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 10)
    await deliverer.deliver_due()
    assert chats.shows() == ["Here.", "▇ steps", f"▇ {AGAIN}\n\nsteps"]


async def test_a_refused_picture_costs_nothing_else(house: Services) -> None:
    chats = Chats(unwanted=("steps",))
    entry = await _put(house, "Here.", charts=PICTURES)
    await _put(house, "after it")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await house.conversation.mailroom.revise(house.owner.id, entry, {**entry.body, "text": "There."}, NOON)
    await deliverer.deliver_due()
    assert chats.shows() == ["There.", "▇ sleep", "after it"]
    assert chats.calls.count("send steps") == 1


async def test_a_picture_waits_out_a_busy_channel_without_a_word_about_it(house: Services) -> None:
    chats = Chats(failures=deque([None, DeliveryLater(seconds=5)]))
    await _put(house, "Here.", charts=PICTURES[:1])
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _later(house, 6)
    await deliverer.deliver_due()
    assert chats.shows() == ["Here.", "▇ steps"]


async def test_a_picture_that_never_gets_through_is_left_and_holds_up_nothing(
    house: Services, caplog: pytest.LogCaptureFixture
) -> None:
    chats = Chats(failures=deque([None, DeliveryLater(seconds=1)] * 4))
    await _put(house, "Here.", charts=PICTURES[:1])
    await _put(house, "after it")
    deliverer = _deliverer(house, chats)
    for _ in range(8):
        await deliverer.deliver_due()
        await _later(house, 400)
    assert chats.shows() == ["Here.", "after it"]
    assert chats.calls.count("send steps") == 4
    assert [record.__dict__["event"] for record in caplog.records if record.levelno >= logging.WARNING] == [
        "delivery.picture_left"
    ]


async def test_a_long_outage_before_the_words_does_not_cost_the_picture(house: Services) -> None:
    chats = Chats(failures=deque([DeliveryLater(seconds=1)] * 9))
    await _put(house, "Here.", charts=PICTURES[:1])
    deliverer = _deliverer(house, chats)
    for _ in range(10):
        await deliverer.deliver_due()
        await _later(house, 400)
    assert chats.shows() == ["Here.", "▇ steps"]


async def test_the_end_of_an_outage_makes_due_what_waited_for_it_and_nothing_else(house: Services) -> None:
    chats = Chats(failures=deque([DeliveryAway(seconds=300), DeliveryLater(seconds=300)]))
    await _put(house, "one")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    await _put(house, "asked to wait", address="78")
    await deliverer.deliver_due()
    await deliverer.resume()
    await deliverer.deliver_due()
    assert (chats.shows(), chats.shows("78")) == (["one"], [])


async def test_it_is_told_how_each_message_fared(house: Services) -> None:
    chats, heard = Chats(failures=deque([DeliveryKeyRefused(seconds=1)])), []
    deliverer = Deliverer(house.store, house.database, house.clock, chats, heard=heard.append)
    await _put(house, "one")
    await deliverer.deliver_due()
    await _later(house, 1)
    await deliverer.deliver_due()
    assert [type(problem) for problem in heard] == [DeliveryKeyRefused, type(None)]


async def test_a_chat_that_had_its_share_waits_and_the_others_do_not(house: Services) -> None:
    chats = Chats()
    for number in range(22):
        await _put(house, f"{number}")
    await _put(house, "elsewhere", address="78")
    due = await _deliverer(house, chats).deliver_due()
    assert (len(chats.shows()), chats.shows("78")) == (20, ["elsewhere"])
    assert due == house.clock.now() + timedelta(seconds=1)
    stored = await house.store.outbox.get_by_key(house.owner.id, "20")
    assert stored is not None
    assert (stored.status, stored.attempts) == ("pending", 0)


async def test_what_waited_for_its_share_goes_on_as_time_does(house: Services) -> None:
    chats = Chats()
    for number in range(22):
        await _put(house, f"{number}")
    deliverer = _deliverer(house, chats)
    await deliverer.deliver_due()
    for most in (21, 22):
        await _later(house, 1)
        await deliverer.deliver_due()
        assert chats.shows() == [f"{number}" for number in range(most)]
