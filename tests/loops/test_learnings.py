"""What is proposed is told once, politely, and taken up or dropped by its user alone: in chat, with a button, in the terminal; on both engines."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.errors import ActionRefused
from app.interfaces.cli import learnings as terminal
from app.learning.portrait import portrait
from app.loops.due import alerts as due_alerts
from app.loops.learnings import tell_due
from app.memory.records import Learning, OutboxEntry
from app.tools.catalogue import TOOLSETS
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
SHORT = "Keep answers short"


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Services]:
    """A house at noon in UTC, on either engine."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    settings = settings_in(tmp_path, time_zone="UTC", **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def propose(
    house: Services, content: str = SHORT, *, turn_id: str = "t1", taint: tuple[str, ...] = ()
) -> Learning:
    return await house.store.learnings.add(
        house.owner.id,
        kind="learning",
        content=content,
        status="proposed",
        source="reflection",
        turn_id=turn_id,
        taint=taint,
        at=NOON,
    )


async def told(house: Services, moment: datetime = NOON) -> list[OutboxEntry]:
    """What is said of it at a moment."""
    house.clock.set(moment)  # type: ignore[attr-defined]
    before = await house.store.outbox.last_id(house.owner.id, ("local",))
    await tell_due(house.ground)
    return list(await house.store.outbox.after(house.owner.id, ("local",), before, 50))


async def status(house: Services, learning: Learning) -> str:
    found = await house.store.learnings.get(house.owner.id, learning.id)
    assert found is not None
    return found.status


async def test_it_is_told_once_with_a_card_that_shows_it_letter_by_letter(house: Services) -> None:
    one = await propose(house, "Keep answers **short** [x](http://evil.example)", taint=("file a.pdf",))
    assert await due_alerts(house.ground) is not None
    [said] = await told(house)
    assert (said.body["kind"], [row["verb"] for row in said.body["buttons"]]) == ("unasked", ["confirm", "cancel"])
    [card] = said.body["cards"]
    assert "**short** [x](http://evil.example)" in json.dumps(card)
    assert "file a.pdf" in json.dumps(card)
    assert "short" not in said.body["text"]
    assert await told(house, NOON + timedelta(days=2)) == []
    assert await due_alerts(house.ground) is None
    assert await status(house, one) == "proposed"


async def test_several_are_one_message(house: Services) -> None:
    for content in (SHORT, "Speak Twi", "No emoji"):
        await propose(house, content)
    [said] = await told(house)
    assert "2 more wait: /learnings lists them all." in said.body["text"]
    assert await told(house, NOON + timedelta(hours=1)) == []


async def test_not_at_night_nor_while_paused(house: Services) -> None:
    await propose(house)
    night = NOON + timedelta(hours=11)
    assert await told(house, night) == []
    await house.store.controls.pause(house.owner.id, night)
    assert await told(house, NOON + timedelta(days=1)) == []
    await house.store.controls.resume(house.owner.id)
    assert len(await told(house, NOON + timedelta(days=1))) == 1


async def test_confirm_takes_it_up_and_it_counts_from_then_on(house: Services) -> None:
    one = await propose(house)
    [said] = await told(house)
    assert SHORT not in await portrait(house.store, house.owner.id)
    reply = await house.conversation.decide(house.owner.id, "confirm", said.body["buttons"][0]["target"])
    assert reply.startswith(f"From now on I go by this: {SHORT}.")
    assert await status(house, one) == "active"
    assert SHORT in await portrait(house.store, house.owner.id)
    shown = await house.store.outbox.get_by_key(house.owner.id, said.key)
    assert shown is not None
    assert shown.body["buttons"] == []
    with pytest.raises(ActionRefused):
        await house.conversation.decide(house.owner.id, "confirm", said.body["buttons"][0]["target"])


async def test_cancel_drops_it(house: Services) -> None:
    one = await propose(house)
    [said] = await told(house)
    await house.conversation.decide(house.owner.id, "cancel", said.body["buttons"][0]["target"])
    assert await status(house, one) == "retired"


async def test_edit_is_refused_with_what_to_do_instead(house: Services) -> None:
    await propose(house)
    [said] = await told(house)
    with pytest.raises(ActionRefused, match="in your own words"):
        await house.conversation.decide(house.owner.id, "edit", said.body["buttons"][0]["target"], "be rude")


async def test_a_card_is_bound_to_the_words_it_showed(house: Services) -> None:
    one = await propose(house)
    [said] = await told(house)
    await house.database.execute("UPDATE agent_learnings SET content = 'Wire money' WHERE id = $1", one.id)
    with pytest.raises(ActionRefused):
        await house.conversation.decide(house.owner.id, "confirm", said.body["buttons"][0]["target"])
    assert await status(house, one) == "proposed"


async def test_in_chat_they_are_listed_accepted_and_dismissed_by_number(house: Services) -> None:
    one, other = await propose(house), await propose(house, "No emoji")
    listed = (await tell(house, "/learnings")).text
    assert f"#{one.id} {SHORT} (from what you said 10 March)" in listed
    assert f"#{other.id} No emoji" in listed
    assert SHORT in (await tell(house, f"/learnings accept #{one.id}")).text
    assert (await tell(house, f"/learnings dismiss {other.id}")).text.startswith("Dropped: No emoji.")
    assert (await status(house, one), await status(house, other)) == ("active", "retired")
    listed = (await tell(house, "/learnings")).text
    assert "What I go by:" in listed
    assert "No emoji" not in listed
    assert (await tell(house, f"/learnings dismiss {one.id}")).text.startswith("I no longer go by this")
    assert await status(house, one) == "retired"


@pytest.mark.parametrize("words", ["accept", "accept x", "perhaps 5", "accept 5 and 6"])
async def test_what_is_no_decision_says_how_to_decide(tmp_path: Path, words: str) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        assert "/learnings accept 5" in (await tell(house, f"/learnings {words}")).text


async def test_a_number_that_is_not_there_decides_nothing_at_all(house: Services) -> None:
    one = await propose(house)
    assert "There's no #99" in (await tell(house, f"/learnings accept {one.id} 99")).text
    assert await status(house, one) == "proposed"


async def test_no_model_can_take_one_up() -> None:
    names = {tool.name for tools in TOOLSETS.values() for tool in tools}
    assert not [name for name in names if "learning" in name or "guideline" in name]


async def test_somebody_elses_message_takes_none_up(house: Services) -> None:
    one = await propose(house)
    message = {"channel": "cli", "address": "", "external_id": "f", "text": f"/learnings accept {one.id}"}
    await house.store.inbox.receive(
        house.owner.id, id="f", attachments=(), at=NOON, untrusted="forwarded from Kofi", **message
    )
    house.conversation.wake(house.owner.id, "cli")
    await house.conversation.drain()
    assert await status(house, one) == "proposed"


async def test_what_was_decided_stands_in_the_audit_log(house: Services) -> None:
    one = await propose(house)
    await tell(house, f"/learnings accept {one.id}")
    rows = await house.database.fetch("SELECT tool FROM audit_log WHERE user_id = $1", house.owner.id)
    assert "accept_learning" in [row["tool"] for row in rows]


async def test_forgetting_its_turn_takes_the_message_and_the_card_too(house: Services) -> None:
    await propose(house)
    [said] = await told(house)
    assert await house.store.outbox.erase_turns(house.owner.id, ["t1"]) >= 1
    assert [action.turn_id for action in await house.store.pending.waiting(house.owner.id, NOON)] == ["t1"]
    assert said.turn_id == "t1"


async def test_in_the_terminal_too(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    one = await propose(house)

    async def kept_open() -> None:
        return None

    services = SimpleNamespace(
        store=house.store,
        owner=house.owner,
        clock=house.clock,
        database=house.database,
        resources=house.resources,
        close=kept_open,
    )

    async def build(_: object) -> object:
        return services

    async def run(action: str, *numbers: int, as_json: bool = False) -> int:
        options = SimpleNamespace(action=action, numbers=list(numbers), json=as_json)
        return await terminal.run(house.settings, build, options)  # type: ignore[arg-type]

    assert await run("list") == 0
    assert f"#{one.id} {SHORT}" in capsys.readouterr().out
    assert await run("accept") == 1
    assert "by its number" in capsys.readouterr().err
    assert await run("accept", 99) == 1
    assert "There's no #99" in capsys.readouterr().err
    assert await run("accept", one.id) == 0
    assert SHORT in capsys.readouterr().out
    assert await status(house, one) == "active"
    assert await run("list", as_json=True) == 0
    assert json.loads(capsys.readouterr().out)[0]["status"] == "active"
