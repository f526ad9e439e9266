"""The feed: everything once, in order, wherever a reader comes back."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from app.interfaces.web.buttons import LiveButtons
from app.interfaces.web.feed import FEEDS, Feed, FeedEvent
from app.messages import Attachment, Button, InboundMessage
from tests.charts.drawn import nights, week
from tests.interfaces.web.house import House


def feed_of(house: House, *feeds: str, **more: Any) -> Feed:
    buttons = LiveButtons(house.store, "owner", house.clock)
    return Feed(house.store, house.hub, "owner", buttons=buttons, closing=house.closing, feeds=feeds or FEEDS, **more)


async def talk(house: House, *pairs: tuple[str, str]) -> None:
    for question, answer in pairs:
        await house.conversation.hear(question)
        await house.conversation.begin()
        await house.conversation.settle(answer)


class Watcher:
    """Reads a stream in steps."""

    def __init__(self, stream: AsyncIterator[FeedEvent]) -> None:
        self.stream = stream

    async def until(self, name: str) -> list[FeedEvent]:
        """Events up to and with the next one called `name`."""
        seen: list[FeedEvent] = []
        async with asyncio.timeout(5):
            async for event in self.stream:
                seen.append(event)
                if event.name == name:
                    return seen
        return seen


def texts(events: list[FeedEvent]) -> list[str]:
    return [event.data["text"] for event in events if event.name in ("user", "message")]


async def test_history_puts_each_question_before_its_answer(house: House) -> None:
    await talk(house, ("one?", "One."), ("two?", "Two."))
    await house.conversation.say("Call mum", kind="reminder")
    await house.conversation.hear("three?")
    history = await feed_of(house).history(before=None, limit=10)
    assert [message["text"] for message in history.messages] == ["one?", "One.", "two?", "Two.", "Call mum", "three?"]
    assert [message["role"] for message in history.messages] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "assistant",
        "user",
    ]
    assert history.earlier is None


async def test_history_goes_back_page_by_page_without_gap_or_double(house: House) -> None:
    await talk(house, *((f"q{number}", f"a{number}") for number in range(7)))
    feed, before, pages = feed_of(house), None, []
    while True:
        history = await feed.history(before=before, limit=3)
        pages[:0] = [message["text"] for message in history.messages]
        before = history.earlier
        if before is None:
            break
    assert pages == [text for number in range(7) for text in (f"q{number}", f"a{number}")]


async def test_another_users_many_messages_do_not_hide_the_past(house: House) -> None:
    await talk(house, ("early", "Early."))
    now = house.clock.now()
    await house.store.users.add("b", name="B", time_zone="UTC", zone_source="system", locale="en-GB", at=now)
    for number in range(50):
        await house.store.outbox.put(
            "b", channel="local", address="", key=f"k{number}", body={"text": "b"}, turn_id=None, at=now
        )
    await talk(house, ("late", "Late."))
    feed = feed_of(house)
    newest = await feed.history(before=None, limit=1)
    assert newest.earlier is not None
    older = await feed.history(before=newest.earlier, limit=1)
    assert [message["text"] for message in older.messages] == ["early", "Early."]


async def test_a_stream_continues_after_the_bookmark(house: House) -> None:
    await talk(house, ("one?", "One."))
    cursor = (await feed_of(house).history(before=None, limit=10)).cursor
    await talk(house, ("two?", "Two."))
    caught_up = await Watcher(feed_of(house).events(cursor)).until("status")
    assert texts(caught_up) == ["two?", "Two."]


async def test_a_turn_is_told_live_and_the_message_comes_once(house: House) -> None:
    watcher = Watcher(feed_of(house).events(0))
    await watcher.until("status")
    await house.conversation.hear("how long?")
    await house.conversation.begin()
    house.conversation.tell("activity", "counting…")
    house.conversation.tell("draft", "33")
    started = await watcher.until("draft")
    assert [event.name for event in started] == ["user", "status", "activity", "draft"]
    entry = await house.conversation.settle("33 days.")
    settled = await watcher.until("status")
    assert [(event.name, event.bookmark) for event in settled] == [("message", entry.id), ("status", None)]
    assert settled[-1].data["busy"] is False
    await house.conversation.hear("and then?")
    await house.conversation.begin()
    assert texts(await watcher.until("status")) == ["and then?"]


async def test_overtaken_drafts_are_left_out(house: House) -> None:
    watcher = Watcher(feed_of(house).events(0))
    await watcher.until("status")
    for length in range(1, 50):
        house.conversation.tell("draft", "x" * length)
    [draft] = await watcher.until("draft")
    assert draft.data["text"] == "x" * 49


async def test_a_stream_that_opens_during_a_turn_hears_of_it(house: House) -> None:
    await house.conversation.hear("working on this?")
    turn_id = await house.conversation.begin()
    standing = await Watcher(feed_of(house).events(0)).until("status")
    assert texts(standing) == ["working on this?"]
    assert standing[-1].data == {"busy": True, "turn_id": turn_id, "waiting": 0}


async def test_what_another_process_said_arrives_with_the_next_nudge(house: House) -> None:
    watcher = Watcher(feed_of(house).events(0))
    await watcher.until("status")
    await house.conversation.say("Call mum", kind="reminder")
    house.conversation.tell("outbox")
    assert texts(await watcher.until("message")) == ["Call mum"]


async def test_a_card_answered_elsewhere_loses_its_buttons_here(house: House) -> None:
    await house.hold("a")
    await house.conversation.say("Sure?", buttons=(Button("Confirm", "confirm", "a"),))
    watcher = Watcher(feed_of(house).events(0))
    asked = await watcher.until("status")
    assert asked[0].data["buttons"] == [{"label": "Confirm", "verb": "confirm", "target": "a"}]
    now = house.clock.now()
    await house.store.pending.decide("owner", "a", from_status="pending", to_status="executing", now=now)
    house.conversation.tell("outbox")
    [again] = await watcher.until("message")
    assert (again.data["id"], again.data["buttons"]) == (asked[0].data["id"], [])


async def test_a_plan_whose_message_becomes_a_checklist_is_shown_again(house: House) -> None:
    await house.hold("a")
    entry = await house.conversation.say("Shall I?", buttons=(Button("Confirm", "confirm", "a"),))
    watcher = Watcher(feed_of(house).events(0))
    await watcher.until("status")
    body = {**entry.body, "text": "✅ 1. Milk"}
    await house.store.outbox.revise("owner", entry.id, body, at=house.clock.now(), again=False)
    house.conversation.tell("outbox")
    [again] = await watcher.until("message")
    assert again.data["text"] == "✅ 1. Milk"


async def test_a_reply_on_another_channel_is_part_of_the_history_and_a_copy_of_a_reminder_is_not(house: House) -> None:
    await house.conversation.say("Call mum", kind="reminder")
    await house.conversation.say("Call mum", kind="reminder", channel="telegram", key="reminder:1@telegram/")
    await house.conversation.say("Your tasks: none.", kind="command", channel="telegram", key="reply:c", turn_id="c")
    await house.conversation.say("Said there.", channel="telegram", key="reply:t", turn_id="t")
    history = await feed_of(house, "local", "telegram").history(before=None, limit=10)
    assert [message["text"] for message in history.messages] == ["Call mum", "Said there."]


async def test_a_message_of_files_alone_names_them(house: House) -> None:
    files = (Attachment("cat.png", "image/png", b"x"), Attachment("list.txt", "text/plain", b"y"))
    await house.conversation.receive(InboundMessage("owner", "web", "f", "", house.clock.now(), attachments=files))
    [shown] = (await feed_of(house).history(before=None, limit=10)).messages
    assert shown["files"] == ["cat.png", "list.txt"]


async def test_closing_ends_a_quiet_stream_at_once(house: House) -> None:
    watcher = Watcher(feed_of(house).events(0))
    await watcher.until("status")
    asyncio.get_running_loop().call_later(0.05, house.closing.set)
    assert await watcher.until("nothing more") == []


async def test_a_chart_is_found_by_its_message_and_number(house: House) -> None:
    entry = await house.conversation.say("Here.", charts=(week(), nights()))
    after = await house.conversation.say("And here.", charts=(week(),))
    feed = feed_of(house)
    assert await feed.chart(entry.id, 1) == nights()
    assert await feed.chart(after.id, 0) == week()
    for message, number in ((entry.id, 2), (after.id, 1), (after.id + 1, 0), (2**60, 0)):
        assert await feed.chart(message, number) is None


async def test_another_users_chart_is_not_found(house: House) -> None:
    await house.store.users.add(
        "other", name="", time_zone="UTC", zone_source="system", locale="en", at=house.clock.now()
    )
    body = {"text": "Mine.", "kind": "reply", "buttons": [], "charts": [week().as_dict()]}
    theirs = await house.store.outbox.put(
        "other", channel="local", address="", key="k", body=body, turn_id=None, at=house.clock.now()
    )
    assert await feed_of(house).chart(theirs.id, 0) is None


async def test_of_too_many_open_pages_the_oldest_rests_and_is_told_so(house: House) -> None:
    feed = feed_of(house, most_readers=2)
    first, second, third = [Watcher(feed.events(0)) for _ in range(3)]
    await first.until("status")
    await second.until("status")
    await third.until("status")
    assert [event.name for event in await first.until("never")] == ["elsewhere"]
    await house.conversation.say("Hello")
    house.hub.refresh()
    assert texts(await second.until("message")) == texts(await third.until("message")) == ["Hello"]


async def test_a_page_that_was_closed_leaves_its_place_to_another(house: House) -> None:
    feed = feed_of(house, most_readers=2)
    kept = Watcher(feed.events(0))
    await kept.until("status")
    for _ in range(5):
        passing = feed.events(0)
        await Watcher(passing).until("status")
        await passing.aclose()  # type: ignore[attr-defined]
    await house.conversation.say("Hello")
    house.hub.refresh()
    assert texts(await kept.until("message")) == ["Hello"]
