"""A change of the card shown last in plain words, while others wait: at a Jira Cloud of ours (tests/fakes/vendors/jira), without a language model."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.gate.ledger import digest
from app.memory.records import PendingAction
from tests.conversation.at_jira import house_at_jira
from tests.conversation.conftest import NOON
from tests.fakes.vendors.jira import JiraCloud, jira_cloud
from tests.house import tell


@pytest.fixture(scope="module")
def served() -> Iterator[JiraCloud]:
    with jira_cloud() as cloud:
        yield cloud


@pytest.fixture
async def house(served: JiraCloud, tmp_path: Path) -> AsyncIterator[Services]:
    """A house with an account at Jira and two tickets, in which a reminder that others had a say in waits."""
    async with house_at_jira(served, tmp_path, "Export is slow", "Login fails") as services:
        await _waits(services, {"text": "call Yaw", "when": "2026-12-24T15:00", "repeat": ""})
        yield services


async def _waits(house: Services, arguments: dict[str, Any]) -> None:
    tool, taint = "set_reminder", ["mail from Yaw"]
    await house.store.pending.add(
        PendingAction(
            "r1", house.owner.id, "t", "t", "cli", tool, arguments, digest(tool, arguments), "Remind you", taint, "pending", "", NOON,
            NOON.replace(year=2028), None,
        )
    )  # fmt: skip


async def _waiting(house: Services) -> dict[int, dict[str, Any]]:
    found = await house.store.pending.waiting(house.owner.id, NOON)
    return {one.number: {name: value for name, value in one.arguments.items() if value} for one in found}


async def test_the_card_shown_last_is_changed_and_the_others_stay(house: Services) -> None:
    await tell(house, "set the priority of PROJ-2 to low")
    await tell(house, "set the priority of PROJ-1 to low")
    await tell(house, "make it high instead")
    await tell(house, "for lena rather")
    now = await _waiting(house)
    assert sorted(now) == [1, 2, 5]
    assert now[2]["priority"] == "low"
    assert (now[5]["ticket"], now[5]["priority"], now[5]["person"]) == ("PROJ-1", "high", "712020:lena")


async def test_a_change_that_fits_an_older_card_alone_is_asked(house: Services) -> None:
    await tell(house, "set the priority of PROJ-1 to low")
    said = (await tell(house, "no, tomorrow at 5")).text
    assert "“/edit 1”" in said
    assert (await _waiting(house))[1]["when"] == "2026-12-24T15:00"


async def test_below_anything_else_the_words_change_no_card(house: Services) -> None:
    await tell(house, "set the priority of PROJ-1 to low")
    await tell(house, "what time is it?")
    await tell(house, "make it high instead")
    assert (await _waiting(house))[2]["priority"] == "low"


async def test_of_two_cards_shown_together_the_one_it_fits_is_changed_else_it_is_asked(house: Services) -> None:
    await tell(house, "set the priority of PROJ-2 to low")
    await tell(house, "set the priority of PROJ-1 to low")
    [said] = await house.store.outbox.latest(house.owner.id, ("local",), 1)
    shown = [one for one in await house.store.pending.waiting(house.owner.id, NOON) if one.tool == "jira_update"]
    buttons = [{"label": "Confirm", "verb": "confirm", "target": one.id} for one in shown]
    await house.store.outbox.revise(house.owner.id, said.id, {"text": "They wait.", "buttons": buttons}, at=NOON, again=False)  # fmt: skip
    assert "“/edit 2”" in (await tell(house, "make it high")).text
    assert sorted(await _waiting(house)) == [1, 2, 3]


async def test_a_yes_with_a_change_behind_it_is_the_change(house: Services) -> None:
    await tell(house, "set the priority of PROJ-1 to low")
    await tell(house, "yes, but make it high")
    now = await _waiting(house)
    assert sorted(now) == [1, 3]
    assert now[3]["priority"] == "high"


async def _created(house: Services) -> list[str]:
    """The fields of the ticket that waits to be created."""
    waiting = await house.store.pending.waiting(house.owner.id, NOON)
    return next((one.arguments["fields"] for one in waiting if one.tool == "jira_create"), [])


@pytest.mark.parametrize(
    "answer", ["Severity high", "high", "the severity should be high", "Sévérité haute", "make it high please"]
)
async def test_an_answer_about_a_field_fills_it_and_is_no_fact(house: Services, answer: str) -> None:
    await tell(house, "create a bug in PROJ: Export fails on Mondays")
    await tell(house, answer)
    assert await _created(house) == ["Severity: High"]
    assert await house.store.facts.current(house.owner.id) == []


async def test_a_field_is_filled_by_its_name_after_something_else_was_said(house: Services) -> None:
    await tell(house, "create a bug in PROJ: Export fails on Mondays")
    await tell(house, "what time is it?")
    await tell(house, "Severity high")
    assert await _created(house) == ["Severity: High"]


async def test_a_value_that_there_is_not_is_told_and_the_next_one_is_taken(house: Services) -> None:
    await tell(house, "create a bug in PROJ: Export fails on Mondays")
    assert "no value of Severity" in (await tell(house, "severity: medium")).text
    await tell(house, "then low")
    assert await _created(house) == ["Severity: Low"]


async def test_an_order_that_holds_a_value_is_no_answer(house: Services) -> None:
    await tell(house, "create a bug in PROJ: Export fails on Mondays")
    await tell(house, "set the priority of PROJ-1 to low")
    assert await _created(house) == []
    assert (await _waiting(house))[2]["priority"] == "low"


async def test_a_card_is_about_the_other_thing_that_was_listed(house: Services) -> None:
    shown = (await tell(house, "which tickets are in project PROJ?")).text
    first = "PROJ-2" if shown.index("PROJ-2") < shown.index("PROJ-1") else "PROJ-1"
    await tell(house, "set the priority of the second one to low")
    await tell(house, "no, the first")
    now = await _waiting(house)
    assert [one["ticket"] for one in now.values() if "ticket" in one] == [first]
    assert max(now) == 3
