"""Slash commands: answered from storage, once, through the gate, with no model."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.commands import COMMANDS
from app.conversation.deciding import NOTHING_WAITS
from app.memory.records import OutboxEntry
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in, tell

CHAT = "77"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield services


async def _command(house: Services, text: str, *, external_id: str = "") -> OutboxEntry:
    """What `/text` is answered in a Telegram chat."""
    name, _, arguments = text.partition(" ")
    place = {"channel": "telegram", "address": CHAT, "external_id": external_id or text}
    await house.conversation.command(house.owner.id, name, arguments, **place)
    return (await house.store.outbox.latest(house.owner.id, ("telegram",), 1))[0]


async def _said(house: Services, text: str) -> str:
    return (await _command(house, text)).body["text"]


def test_the_menu_has_what_people_look_for() -> None:
    names = [command.name for command in COMMANDS]
    wanted = (
        "start help notes tasks reminders schedules quiet stop pause resume usage context facts forget export undo"
        " timezone sources trust distrust show confirm cancel edit learnings channel"
    )
    assert set(names) == set(wanted.split())
    assert len(names) == len(set(names))
    # https://core.telegram.org/bots/api#botcommand: 1-32 lower-case letters, digits, underscores; 1-256 characters about it.
    assert all(command.name.isidentifier() and command.name.islower() for command in COMMANDS)
    assert all(1 <= len(command.about) <= 256 for command in COMMANDS)


async def test_help_lists_every_command(house: Services) -> None:
    said = await _said(house, "help")
    assert all(f"/{command.name}" in said for command in COMMANDS)


async def test_start_greets(house: Services) -> None:
    assert (await _said(house, "start")).startswith("Hello")


@pytest.mark.parametrize(
    ("told", "command", "shown"),
    [
        ("add milk and eggs to my shopping list", "tasks shopping", "milk"),
        ("add call the plumber to my tasks", "tasks", "plumber"),
        ("every weekday at 8 tell me what's on my list", "schedules", "every weekday at 08:00. ACTIVE, next"),
        ("no evening recap any more", "schedules", "Nothing is scheduled"),
        ("move my briefing to 7", "schedules", "Daily briefing (#1): every day at 07:00"),
        ("don't message me after 9pm", "quiet", "Quiet from 21:00 to 07:00. At most 8 messages"),
        ("note that the wifi code is on the fridge", "notes", "fridge"),
        ("note that the wifi code is on the fridge", "notes wifi", "fridge"),
        ("remind me tomorrow at nine to stretch", "reminders", "stretch"),
        ("remember that my sister's name is Ama", "forget", "Ama"),
    ],
)
async def test_what_is_kept_is_shown_straight_from_storage(
    house: Services, told: str, command: str, shown: str
) -> None:
    await tell(house, told)
    assert shown in await _said(house, command)


async def test_nothing_kept_is_said_plainly(house: Services) -> None:
    for command in ("notes", "tasks", "reminders", "forget", "undo"):
        assert await _said(house, command)


async def test_an_answer_goes_to_the_chat_that_asked(house: Services) -> None:
    entry = await _command(house, "tasks")
    assert (entry.channel, entry.address, entry.status) == ("telegram", CHAT, "pending")


async def test_a_command_that_is_delivered_twice_is_carried_out_once(house: Services) -> None:
    await tell(house, "add milk to my shopping list")
    await tell(house, "add eggs to my shopping list")
    first = await _command(house, "undo", external_id="u1")
    again = await _command(house, "undo", external_id="u1")
    assert first.id == again.id
    left = [task.title for task in await house.store.tasks.list(house.owner.id)]
    assert left == ["milk"]


async def test_forgetting_asks_first_and_shows_the_very_fact(house: Services) -> None:
    await tell(house, "remember that my sister's name is Ama")
    entry = await _command(house, "forget my sister's name")
    [card] = entry.body["cards"]
    assert (card["title"], "Ama" in card["fields"][0]["value"]) == ("Forget", True)
    assert "Ama" not in entry.body["text"]
    buttons = {button["verb"]: button["target"] for button in entry.body["buttons"]}
    assert set(buttons) == {"confirm", "cancel", "edit"}
    await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"])
    assert await house.store.facts.current(house.owner.id) == []
    [card, result] = await house.store.outbox.latest(house.owner.id, ("telegram",), 2)
    assert (card.id, card.body["buttons"], result.address) == (entry.id, [], CHAT)


async def test_the_time_zone_is_shown_and_changed(house: Services) -> None:
    assert "Europe/Paris" in await _said(house, "timezone")
    assert "Accra" in await _said(house, "timezone Accra")
    user = await house.store.users.get(house.owner.id)
    assert user is not None
    assert user.time_zone == "Africa/Accra"


async def test_while_paused_nothing_is_said_first_and_afterwards_it_comes(house: Services) -> None:
    await tell(house, "remind me in 10 minutes to stretch")
    await _said(house, "pause")
    assert await house.store.reminders.next_due() is None
    house.clock.advance(timedelta(minutes=11))  # type: ignore[attr-defined]
    await _said(house, "resume")
    assert await house.store.reminders.next_due() == NOON + timedelta(minutes=10)
    assert "wasn't paused" in (await _command(house, "resume", external_id="r2")).body["text"]


async def test_usage_and_context_are_answered_before_anything_was_spent(house: Services) -> None:
    for command in ("usage", "context"):
        assert await _said(house, command)


async def test_an_unknown_command_says_where_the_others_are(house: Services) -> None:
    assert "/help" in await _said(house, "frobnicate now")


async def test_quiet_says_when_and_changes_it(house: Services) -> None:
    assert (await _said(house, "quiet")).startswith("Quiet from 22:00 to 07:00. At most 8 messages a day")
    assert "Quiet from 23:00 to 06:00" in await _said(house, "quiet 23-6")
    assert "At most 3 messages a day" in await _said(house, "quiet 3")
    assert "No quiet hours." in await _said(house, "quiet off")
    again = await _command(house, "quiet", external_id="again")
    assert again.body["text"].startswith("No quiet hours. At most 3 messages a day")
    assert "22:00-07:00" in await _said(house, "quiet sometimes")


async def test_what_waits_is_shown_in_full_and_as_it_is_stored(house: Services) -> None:
    assert await _said(house, "show") == NOTHING_WAITS
    assert "[x](y)" in await _remembered(house, "**bold** [x](y) # heading <b>")
    await _command(house, "forget heading")
    shown = await _command(house, "show", external_id="again")
    assert shown.body["format"] == "plain"
    assert "Waiting for your OK (#1): Forget" in shown.body["text"]
    assert "**bold** [x](y) # heading <b>" in shown.body["text"]


async def _remembered(house: Services, note: str) -> str:
    await house.store.notes.add(
        house.owner.id,
        title=note,
        content="heading",
        tags=[],
        source="user",
        turn_id=None,
        taint=[],
        at=house.clock.now(),
    )
    entry = await _command(house, "notes")
    assert entry.body["format"] == "plain"
    return entry.body["text"]


async def test_where_things_are_said_first_is_shown_chosen_and_left_open_again(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_bot_token="1:secret", whatsapp_access_token="w")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        await house.store.users.link(house.owner.id, "telegram", CHAT, NOON)
        shown = await _said(house, "channel")
        assert shown.startswith("What I say first goes to where you wrote to me last.\n/channel telegram, ")
        assert await _said(house, "channel telegram") == "What I say first goes to Telegram."
        assert "./scripts/run link whatsapp" in await _said(house, "channel whatsapp")
        assert await _said(house, "channel slack") == "Slack isn't set up here. Nothing has changed."
        assert (await _said(house, "channel ")).startswith("What I say first goes to Telegram.")
        assert await _said(house, "channel any") == "What I say first goes to where you wrote to me last."


async def test_a_command_is_answered_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert (await tell(house, "/pause")).text.startswith("Paused:")
        await tell(house, "bonjour, rappelle-moi d'appeler Ama demain à 9h s'il te plaît")
        assert (await tell(house, "/pause")).text.startswith("En pause :")
        assert (await tell(house, "/resume")).text.startswith("Me revoilà.")
        assert (await tell(house, "/nothing")).text.startswith("Je ne connais pas /nothing.")
        assert (
            await tell(house, "/confirm 99")
        ).text == "Je n'ai pas de demande de ce numéro. Rien n'attend ton accord."
