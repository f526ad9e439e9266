"""Deciding what waits by what it is, and by its place in what was shown."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.gate.ledger import digest
from app.memory.records import PendingAction
from app.messages import InboundMessage
from tests.conversation.conftest import NOON
from tests.house import open_house, tell

CLINIC = {"url": "http://clinic.example/booking", "fields": ["name: Ama", "date: Thursday"]}
GYM = {"url": "http://gym.example/join", "fields": ["name: Kofi"]}
MAIL = {"to": ["ama@x.org"], "subject": "late", "body": "I'll be late on Friday."}
FORM, SEND = "browser_submit_form", "send_mail"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house in which two forms and a mail wait, each asked for in a message of its own."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        for tool, arguments in ((FORM, CLINIC), (FORM, GYM), (SEND, MAIL)):
            await _asked(services, tool, arguments)
        yield services


async def _asked(house: Services, tool: str, arguments: dict[str, Any], **other: Any) -> PendingAction:
    """A call that waits, and a message with its card."""
    summary = f"send the form “Send” at {arguments['url']}" if tool == FORM else "Send mail"
    base = PendingAction(
        f"a{len(await _all(house))}", house.owner.id, "t", "t", "cli", tool, arguments, digest(tool, arguments), summary, [], "pending", "", NOON,
        NOON.replace(year=2028), None,
    )  # fmt: skip
    action = await house.store.pending.add(replace(base, **other))
    await _shown(house, [action])
    return action


async def _shown(house: Services, actions: Sequence[PendingAction], text: str = "That waits for your OK.") -> None:
    """A message that shows the cards of some."""
    await tell(house, "thanks a lot")
    [said] = await house.store.outbox.latest(house.owner.id, ("local",), 1)
    buttons = [{"label": "Confirm", "verb": "confirm", "target": action.id} for action in actions]
    await house.store.outbox.revise(house.owner.id, said.id, {"text": text, "buttons": buttons}, at=NOON, again=False)


async def _all(house: Services) -> list[PendingAction]:
    return await house.store.pending.waiting(house.owner.id, NOON)


async def _status(house: Services) -> dict[int, str]:
    """What became of each: "" while it waits, else yes or no."""
    rows = await house.database.fetch("SELECT number, status FROM pending_actions ORDER BY number")
    return {
        row["number"]: {"pending": "", "cancelled": "no", "edited": "edited"}.get(row["status"], "yes") for row in rows
    }


async def _say(house: Services, text: str, **other: object) -> str:
    message = InboundMessage(house.owner.id, "cli", f"m{text}{other}", text, house.clock.now())
    receipt = await house.conversation.receive(replace(message, **other))  # type: ignore[arg-type]
    return (await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)).text


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("cancel the clinic form", {1: "no", 2: "", 3: ""}),
        ("no to the gym form", {1: "", 2: "no", 3: ""}),
        ("drop the first one", {1: "no", 2: "", 3: ""}),
        ("cancel the second form", {1: "", 2: "no", 3: ""}),
        ("cancel the last one", {1: "", 2: "", 3: "no"}),
        ("confirm the last one", {1: "", 2: "", 3: "yes"}),
        ("confirm the mail to Ama", {1: "", 2: "", 3: "yes"}),
        ("send the second", {1: "", 2: "yes", 3: ""}),
        ("yes to the clinic form", {1: "yes", 2: "", 3: ""}),
        ("cancel both forms", {1: "no", 2: "no", 3: ""}),
        ("confirm the mail and cancel the gym form", {1: "", 2: "no", 3: "yes"}),
        ("confirm 3 and cancel the clinic form", {1: "no", 2: "", 3: "yes"}),
        ("annule le formulaire gym", {1: "", 2: "no", 3: ""}),
    ],
)
async def test_the_one_that_is_named_is_decided(house: Services, words: str, after: dict[int, str]) -> None:
    await _say(house, words)
    assert await _status(house) == after


@pytest.mark.parametrize(
    "words",
    [
        "yes to the form",
        "cancel the form",
        "send the form",
        "confirm the pool form",
        "confirm the fifth",
        "confirm the mail and cancel the form",
    ],
)
async def test_where_several_or_none_are_so_none_is_decided_and_their_numbers_are_told(
    house: Services, words: str
) -> None:
    said = await _say(house, words)
    assert await _status(house) == {1: "", 2: "", 3: ""}
    assert "#1 send the form" in said
    assert "“cancel 1”" in said or "“confirm 1”" in said


@pytest.mark.parametrize(
    "words", ["cancel the dentist", "drop the milk", "accept the invitation", "cancel the reminder"]
)
async def test_what_is_about_something_else_goes_its_way(house: Services, words: str) -> None:
    said = await _say(house, words)
    assert "requests" not in said
    assert await _status(house) == {1: "", 2: "", 3: ""}


async def test_the_first_of_another_list_is_none_of_what_waits(house: Services) -> None:
    await tell(house, "add milk to my shopping list")
    await tell(house, "what's on my shopping list?")
    assert "milk" in await _say(house, "drop the first one")
    assert await _status(house) == {1: "", 2: "", 3: ""}


async def test_a_place_is_counted_in_the_cards_of_the_last_message(house: Services) -> None:
    await _shown(house, (await _all(house))[1:])
    assert (await _say(house, "drop the first one")) == "#2: Left as it is."
    assert await _status(house) == {1: "", 2: "no", 3: ""}


async def test_a_place_that_two_ways_of_counting_name_differently_is_asked(house: Services) -> None:
    await _say(house, "cancel 2")
    said = await _say(house, "confirm the second one")
    assert "2 requests wait for your OK:" in said
    assert await _status(house) == {1: "", 2: "no", 3: ""}
    await _say(house, "drop the second one")  # of the list that was just told
    assert await _status(house) == {1: "", 2: "no", 3: "no"}


async def test_what_others_had_a_say_in_takes_its_number(house: Services) -> None:
    await _asked(house, SEND, {**MAIL, "to": ["yaw@x.org"]}, taint=["mail from Yaw"])
    assert "“confirm 4”" in await _say(house, "confirm the mail to yaw")
    assert "“confirm 4”" in await _say(house, "confirm the last one")
    assert (await _status(house))[4] == ""
    await _say(house, "cancel the mail to yaw")
    assert (await _status(house))[4] == "no"


async def test_a_yes_is_not_borne_out_by_what_a_page_says_of_itself(house: Services) -> None:
    action = await _asked(
        house,
        FORM,
        {"url": "http://pool.example", "fields": []},
        taint=["pool.example"],
        own_words=True,
        summary="send the form “swimming” at http://pool.example",
    )
    assert f"“confirm {action.number}”" in await _say(house, "confirm the swimming form")
    assert (await _status(house))[4] == ""
    await _say(house, "confirm the pool form")
    assert (await _status(house))[4] == "yes"


@pytest.mark.parametrize("how", [{"untrusted": "forwarded from Kofi"}, {"received_at": NOON.replace(hour=11)}])
async def test_words_of_others_and_of_before_decide_nothing(house: Services, how: dict[str, object]) -> None:
    await _say(house, "confirm the clinic form", **how)
    await _say(house, "cancel the last one", **how)
    assert await _status(house) == {1: "", 2: "", 3: ""}


async def test_a_yes_while_several_wait_says_which(house: Services) -> None:
    for item in ("milk", "eggs", "bread", "rice"):
        await tell(house, f"add {item} to my shopping list")
    said = await _say(house, "yes")
    assert said.startswith("3 requests wait for your OK:\n#1 send the form")
    assert said.endswith("Say “confirm 1” or “cancel 2”.")
    assert await _status(house) == {1: "", 2: "", 3: ""}


async def test_an_ok_takes_note_and_a_yes_answers_a_question(house: Services) -> None:
    for item in ("milk", "eggs", "bread", "rice"):
        await tell(house, f"add {item} to my shopping list")
    assert "requests" not in await _say(house, "ok")
    await _shown(house, (), "Which list?")
    assert "requests" not in await _say(house, "yes", external_id="another")


async def test_nothing_waits(house: Services) -> None:
    await _say(house, "cancel 1, 2 and 3")
    assert await _say(house, "cancel the clinic form") == "Nothing is waiting for your OK."


async def test_names_that_are_read_again_after_a_crash_decide_nothing_else(house: Services) -> None:
    message = InboundMessage(house.owner.id, "cli", "cut", "confirm the mail and cancel the last one", NOON)
    kept, _ = await house.conversation.keep(message)
    await house.store.inbox.assign(house.owner.id, [kept.id], "t-cut")
    await house.conversation.decide(house.owner.id, "cancel", (await _all(house))[2].id)
    await house.database.execute("UPDATE pending_actions SET decided_in = 't-cut' WHERE status = 'cancelled'")
    house.conversation.wake(house.owner.id, "")
    said = (await house.conversation.answer(house.owner.id, kept.id, timeout=20)).text
    assert said == "#3: Left as it is."
    assert await _status(house) == {1: "", 2: "", 3: "no"}


# A change of one that is named


async def _fields(house: Services) -> dict[int, list[str]]:
    return {one.number: one.arguments["fields"] for one in await _all(house) if "fields" in one.arguments}


@pytest.mark.parametrize(
    "words",
    [
        "on the clinic form change the date to Friday",
        "change the date on the clinic form to Friday",
        "the clinic form: the date should be Friday",
        "for the clinic, make it Friday",
    ],
)
async def test_the_form_that_is_named_is_changed_whatever_was_shown_last(house: Services, words: str) -> None:
    await tell(house, "what time is it?")
    held = (await _all(house))[0]
    await _say(house, words)
    assert (await house.store.pending.get(house.owner.id, held.id)).status == "edited"  # type: ignore[union-attr]
    assert (await _status(house))[2] == ""


@pytest.mark.parametrize(
    "words",
    [
        "on the form change the name to Yaw",
        "on the pool form change the date to Friday",
        "remind me about the clinic form tomorrow at 9",
        "on the clinic form there is a mistake",
    ],
)
async def test_a_name_of_several_or_of_none_changes_nothing(house: Services, words: str) -> None:
    said = await _say(house, words)
    assert await _status(house) == {1: "", 2: "", 3: ""}
    assert ("#1" in said and "#2" in said) == (words.startswith("on the form"))


async def test_others_words_change_none(house: Services) -> None:
    await _say(house, "on the clinic form change the date to Friday", untrusted="forwarded from Kofi")
    assert await _status(house) == {1: "", 2: "", 3: ""}
