"""The end of a turn: everything is written in one transaction, or nothing is."""

import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.usage import RunUsage

from app.bootstrap.services import Services
from app.charts.selection import MOST, charts_in
from app.conversation.leasing import LEASE_TIME
from app.conversation.settle import buttons_of, lease_name, reply_message, settle
from app.conversation.turn import Turn
from app.deps import CallNote
from app.errors import TakenOver
from app.gate.ledger import close_entry, open_entry
from app.gate.pending import hold
from app.messages import Link, links_in
from tests.charts.drawn import nights, week
from tests.conversation.conftest import NOON
from tests.house import open_house, says, scripted, settings_in, tell

HERE = "here"


async def _turn(house: Services, *, holder: str = HERE, **changes: Any) -> Turn:
    """A turn that has run and is about to end, its lease held."""
    entry, _ = await house.store.inbox.receive(
        house.owner.id,
        id=uuid.uuid4().hex,
        channel="web",
        external_id=uuid.uuid4().hex,
        address="",
        text="hello",
        attachments=(),
        at=NOON,
    )
    await house.store.inbox.assign(house.owner.id, [entry.id], "t1")
    await house.store.leases.acquire(lease_name(house.owner.id), HERE, now=NOON, ttl=LEASE_TIME)
    turn = Turn(id="t1", user=house.owner, entries=[entry], moment=NOON, trace_id="trace", holder=holder)
    turn.text, turn.reply, turn.model = "hello", "Hello!", "m"
    turn.messages = [ModelRequest(parts=[UserPromptPart("hello")]), ModelResponse(parts=[TextPart("Hello!")])]
    turn.usage = RunUsage(requests=2, input_tokens=30, output_tokens=4)
    turn.taint.add("read_mail")
    turn.books.calls.append(CallNote("look", {"where": "here"}, "run", "read"))
    for name, value in changes.items():
        setattr(turn, name, value)
    return turn


async def _settle(house: Services, turn: Turn) -> None:
    await settle(turn, house.resources, house.conversation.mailroom)


async def _written(house: Services) -> dict[str, int]:
    tables = ("turns", "turn_messages", "audit_log", "usage", "outbox", "documents")
    rows = {table: await house.database.fetch_one(f"SELECT COUNT(*) AS n FROM {table}") for table in tables}
    return {table: row["n"] if row else 0 for table, row in rows.items()}


async def test_everything_of_a_turn_is_written(stored_house: Services) -> None:
    house, owner = stored_house, stored_house.owner.id
    await _settle(house, await _turn(house))
    turn = await house.store.turns.get(owner, "t1")
    said = await house.store.outbox.get_by_key(owner, "reply:t1")
    assert turn is not None
    assert said is not None
    assert (turn.text, turn.reply, turn.status, turn.model, turn.taint) == (
        "hello",
        "Hello!",
        "done",
        "m",
        ["read_mail"],
    )
    assert turn.usage == {"requests": 2, "input_tokens": 30, "output_tokens": 4, "cost": 0.0}
    assert len((await house.store.turns.messages(owner, ["t1"]))["t1"]) == 2
    assert [row.tool for row in await house.store.audit.recent(owner, 10)] == ["look"]
    assert said.body["text"] == "Hello!"
    assert await house.store.inbox.users_with_open() == []
    assert await house.store.leases.get(lease_name(owner)) is None


async def test_a_process_that_lost_the_conversation_cannot_end_its_turn(stored_house: Services) -> None:
    turn = await _turn(stored_house, holder="somebody who held it once")
    with pytest.raises(TakenOver, match="took this conversation over"):
        await _settle(stored_house, turn)
    assert set((await _written(stored_house)).values()) == {0}
    assert await stored_house.store.inbox.running_turns(stored_house.owner.id) == ["t1"]
    lease = await stored_house.store.leases.get(lease_name(stored_house.owner.id))
    assert lease is not None
    assert lease.holder == HERE


async def test_a_turn_ends_once(stored_house: Services) -> None:
    turn = await _turn(stored_house)
    await _settle(stored_house, turn)
    before = await _written(stored_house)
    with pytest.raises(TakenOver):
        await _settle(stored_house, turn)
    assert await _written(stored_house) == before


async def test_a_turn_without_a_model_leaves_no_usage(house: Services) -> None:
    await _settle(house, await _turn(house, usage=RunUsage()))
    assert (await _written(house))["usage"] == 0


async def test_a_turn_without_words_still_says_something(house: Services) -> None:
    turn = await _turn(house, reply=None)
    await _settle(house, turn)
    assert reply_message(turn).text.strip()


async def test_the_reply_to_a_correction_is_a_card_of_its_own(house: Services) -> None:
    turn = await _turn(house)
    assert reply_message(turn).kind == "reply"
    turn.entries = [replace(turn.entries[0], corrects="a1")]
    assert reply_message(turn).kind == "card"


class TestUnderTheReply:
    """...stand the choices a person has."""

    async def test_nothing_when_nothing_happened(self, house: Services) -> None:
        assert await buttons_of(await _turn(house), house.resources) == []

    async def test_undo_when_something_can_be_taken_back(self, house: Services) -> None:
        turn = await _turn(house)
        await self._did(turn, house, undo={"action": "delete_note", "id": 1})
        assert [(button.verb, button.target) for button in await buttons_of(turn, house.resources)] == [("undo", "t1")]

    async def test_no_undo_when_nothing_can_be_taken_back(self, house: Services) -> None:
        turn = await _turn(house)
        await self._did(turn, house, undo=None)
        assert await buttons_of(turn, house.resources) == []

    async def test_undo_also_for_what_was_done_before_a_crash(self, house: Services) -> None:
        turn = await _turn(house)
        await self._did(turn, house, undo={"action": "delete_note", "id": 1})
        resumed = replace(turn, resumed=True, books=type(turn.books)())
        assert [button.verb for button in await buttons_of(resumed, house.resources)] == ["undo"]

    async def test_confirm_cancel_and_edit_for_what_waits(self, house: Services) -> None:
        turn = await _turn(house)
        action = await hold(turn.deps(house.resources), "burn", {"what": "letters"}, summary="Burn the letters")
        buttons = await buttons_of(turn, house.resources)
        assert [(button.label, button.verb) for button in buttons] == [
            ("Confirm", "confirm"),
            ("Cancel", "cancel"),
            ("Edit", "edit"),
        ]
        assert {button.target for button in buttons} == {action.id}

    async def test_each_by_its_cards_number_when_several_wait(self, house: Services) -> None:
        turn = await _turn(house)
        for what in ("letters", "maps"):
            await hold(turn.deps(house.resources), "burn", {"what": what}, summary=f"Burn the {what}")
        labels = [button.label for button in await buttons_of(turn, house.resources)]
        assert labels == ["Confirm #1", "Cancel #1", "Edit #1", "Confirm #2", "Cancel #2", "Edit #2"]

    async def test_nothing_for_what_is_decided_already(self, house: Services) -> None:
        turn = await _turn(house)
        action = await hold(turn.deps(house.resources), "burn", {"what": "letters"}, summary="Burn the letters")
        await house.store.pending.decide(
            house.owner.id, action.id, from_status="pending", to_status="cancelled", now=NOON
        )
        assert await buttons_of(turn, house.resources) == []

    @staticmethod
    async def _did(turn: Turn, house: Services, *, undo: dict[str, Any] | None) -> None:
        deps = turn.deps(house.resources)
        entry = await open_entry(deps, "save_note", {"content": "x"}, "k")
        assert entry is not None
        await close_entry(deps, entry, status="done", result="Saved.", undo=undo)
        turn.books.calls.append(CallNote("save_note", {}, "run", "done"))


async def test_what_the_tools_drew_goes_with_the_reply_and_nowhere_else(stored_house: Services) -> None:
    house, owner = stored_house, stored_house.owner.id
    turn = await _turn(house)
    turn.books.charts += [week(title=f"chart {number}") for number in range(MOST)]
    turn.books.charts += [nights(), week(title="chart 1", unit="again")]
    await _settle(house, turn)
    said = await house.store.outbox.get_by_key(owner, "reply:t1")
    assert said is not None
    kept = charts_in(said.body)
    assert [(chart.title, chart.unit) for chart in kept] == [
        ("chart 2", "steps"),
        (nights().title, "min"),
        ("chart 1", "again"),
    ]
    messages = (await house.store.turns.messages(owner, ["t1"]))["t1"]
    assert "chart 1" not in repr(messages)
    reply = await house.conversation.answer(owner, turn.entries[0].id, timeout=5)
    assert reply.charts == kept


@pytest.mark.parametrize("status", ["failed", "stopped"])
async def test_a_turn_that_came_to_nothing_shows_nothing(house: Services, status: str) -> None:
    turn = await _turn(house, status=status)
    turn.books.charts.append(week())
    assert "charts" not in reply_message(turn).body()


async def test_charts_of_a_forgotten_turn_are_gone_with_it(stored_house: Services) -> None:
    house, owner = stored_house, stored_house.owner.id
    turn = await _turn(house)
    turn.books.charts.append(week())
    await _settle(house, turn)
    assert await house.store.outbox.erase_turns(owner, ["t1"]) == 1
    [left] = await house.database.fetch("SELECT COUNT(*) AS n FROM outbox")
    assert left["n"] == 0


@pytest.mark.parametrize(("on", "lines", "spoken"), [(True, 6, True), (True, 5, False), (False, 6, False)])
async def test_a_long_reply_is_spoken_where_its_user_wants_that(
    tmp_path: Path, on: bool, lines: int, spoken: bool
) -> None:
    reply = "\n\n".join(f"Line {number} of it." for number in range(lines))
    settings = settings_in(tmp_path, speak_long_replies=on)
    async with open_house(tmp_path, settings=settings, model=scripted(lambda _: says(reply))) as house:
        assert (await tell(house, "tell me about the sea")).text == reply
        [entry] = await house.store.outbox.after(house.owner.id, ("local",), 0, 9)
        assert entry.body.get("voice", False) is spoken
        assert entry.body["text"] == reply


READ = Link("https://a.example/read", "a.example", "Read", opened=True)
SEEN = [Link(f"https://b.example/{n}", "b.example", f"Seen {n}") for n in range(12)]


@pytest.mark.parametrize(
    ("found", "reply", "shown"),
    [
        ([*SEEN, SEEN[0]], "Well.", SEEN[:8]),
        ([SEEN[0], READ, SEEN[1]], "Well.", [READ]),
        ([SEEN[0], READ, SEEN[1]], f"As {SEEN[1].url} says.", [READ, SEEN[1]]),
        ([], "As https://c.example/ says.", []),
    ],
)
async def test_an_answer_goes_out_with_the_pages_it_was_made_from(
    stored_house: Services, found: list[Link], reply: str, shown: list[Link]
) -> None:
    turn = await _turn(stored_house, reply=reply)
    turn.books.links += found
    await _settle(stored_house, turn)
    said = await stored_house.store.outbox.get_by_key(stored_house.owner.id, "reply:t1")
    assert said is not None
    assert [one.url for one in links_in(said.body)] == [one.url for one in shown]
