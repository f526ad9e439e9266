"""A whole talk about tickets at a Jira Cloud of ours, without a language model: what is pointed at, the card changed, one yes and one more order."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from tests.conversation.at_jira import house_at_jira
from tests.fakes.vendors.jira import JiraCloud, jira_cloud
from tests.house import tell


@pytest.fixture(scope="module")
def served() -> Iterator[JiraCloud]:
    with jira_cloud() as cloud:
        yield cloud


@pytest.fixture
async def house(served: JiraCloud, tmp_path: Path) -> AsyncIterator[Services]:
    async with house_at_jira(served, tmp_path, "Kettle leaks", "Cups are missing") as services:
        yield services


async def _waiting(house: Services) -> list[tuple[str, dict[str, Any]]]:
    found = await house.store.pending.waiting(house.owner.id, house.clock.now())
    return [(one.tool, {name: value for name, value in one.arguments.items() if value}) for one in found]


async def test_what_is_pointed_at_is_put_on_a_card_and_changed_by_a_word(house: Services) -> None:
    await tell(house, "which tickets are in project PROJ?")
    assert "Kettle leaks" in (await tell(house, "whose is the kettle one?")).text
    await tell(house, "give it to Lena")
    [(tool, arguments)] = await _waiting(house)
    assert (tool, arguments["ticket"]) == ("jira_update", "PROJ-1")
    await tell(house, "hm no, she has enough to do. Me instead.")
    [(tool, arguments)] = await _waiting(house)
    assert (tool, arguments["assignee"]) == ("jira_update", "me")
    await tell(house, "yep go")
    assert await _waiting(house) == []


async def test_a_yes_may_be_followed_by_one_more_order_which_has_a_card_of_its_own(house: Services) -> None:
    await tell(house, "move PROJ-2 to in progress")
    await tell(house, "yes and high priority too")
    [(tool, arguments)] = await _waiting(house)
    assert (tool, arguments["ticket"], arguments["priority"]) == ("jira_update", "PROJ-2", "high")
    assert "In Progress" in (await tell(house, "is anyone else on it?")).text


async def test_another_number_changes_the_card_and_is_no_yes_to_it(house: Services) -> None:
    await tell(house, "label PROJ-2 urgent")
    await tell(house, "no I meant 1")
    [(tool, arguments)] = await _waiting(house)
    assert (tool, arguments["ticket"], arguments["add_labels"]) == ("jira_update", "PROJ-1", ["urgent"])


async def test_another_number_behind_what_did_not_work_is_asked_of_that(house: Services) -> None:
    assert "can't go to" in (await tell(house, "close PROJ-2")).text
    assert "PROJ-1 can't go to" in (await tell(house, "no I meant 1")).text
