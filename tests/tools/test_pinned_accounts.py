"""A card that waits is carried out at the account that it showed, or nowhere: over the fake code host of ours and `emulate`'s Slack."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.errors import ToolProblem
from app.integrations.tokens import TokenLogin, connect_token
from app.memory.records import Account
from tests.fakes.vendors.gitea.server import FakeGitea, fake_gitea
from tests.house import open_house, settings_in, tell

REPO = "ana/garden"
TOKEN = SecretStr("gitea-token-of-ana")


@pytest.fixture
def servers() -> Iterator[tuple[FakeGitea, FakeGitea]]:
    """Two code hosts with a repository of the same name."""
    with fake_gitea() as one, fake_gitea() as other:
        yield one, other


async def connected(house: Services, gitea: FakeGitea, label: str) -> Account:
    login = TokenLogin("gitea", TOKEN, url=gitea.url, label=label)
    return await connect_token(house.accounts, house.owner.id, login)


@pytest.mark.parametrize("label", ["home", "homestead"])
async def test_a_card_is_not_carried_out_at_an_account_that_came_after_it(
    tmp_path: Path, servers: tuple[FakeGitea, FakeGitea], label: str
) -> None:
    one, other = servers
    numbers = {gitea.world.opens(REPO, "The gate", "It squeaks.").number for gitea in servers}
    [number] = numbers
    async with open_house(tmp_path, settings=settings_in(tmp_path), clock=ManualClock(datetime.now(UTC))) as house:
        account = await connected(house, one, "home")
        asked = await tell(house, f"comment on {REPO}#{number}: oil it")
        assert f"home #{account.id}" in as_one_text(asked.text, asked.cards)
        await house.accounts.disconnect(house.owner.id, account)
        await connected(house, other, label)
        told = (await tell(house, "yes")).text
        assert "“home” that this was meant for is no longer connected" in told
        assert not [thing for gitea in servers for thing in gitea.world.things.values() if thing.comments]


async def test_of_two_accounts_with_one_label_a_card_takes_the_one_it_was_made_for(
    tmp_path: Path, servers: tuple[FakeGitea, FakeGitea]
) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        first, second = [await connected(house, gitea, "home") for gitea in servers]
        owner = house.owner.id
        assert {one.id for one in await house.accounts.chosen(owner, "home", "code")} == {first.id, second.id}
        for one in (first, second):
            assert [found.id for found in await house.accounts.chosen(owner, one.pinned, "code")] == [one.id]
        with pytest.raises(ToolProblem):
            await house.accounts.chosen("somebody else", first.pinned, "code")
