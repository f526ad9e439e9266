"""Who may use the bot, and who they are."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.errors import ActionRefused
from app.interfaces.pushed.incoming import Sender
from app.interfaces.pushed.members import Members
from tests.house import open_house, settings_in
from tests.interfaces.telegram.house import ANA, EVE, KOFI


@asynccontextmanager
async def members(folder: Path, **changes: Any) -> AsyncIterator[tuple[Members, Services]]:
    """The members of a house with these settings; the next one in the same folder remembers them."""
    async with open_house(folder, settings=settings_in(folder, **changes)) as house:
        made = Members("telegram", house.settings, house.store, house.owner, house.clock)
        await made.welcome_owner()
        yield made, house


async def who(made: Members, account: int) -> str | None:
    user = await made.find(Sender(str(account), "Somebody"))
    return user.id if user else None


async def test_with_nothing_set_nobody_comes_in(tmp_path: Path) -> None:
    async with members(tmp_path) as (made, _):
        assert [await who(made, account) for account in (ANA, KOFI, EVE, 0, -1)] == [None] * 5


async def test_the_owners_account_is_the_owner(tmp_path: Path) -> None:
    async with members(tmp_path, briefing_chat_id=str(ANA)) as (made, house):
        assert await who(made, ANA) == "owner"
        [identity] = [known for known in await house.store.users.identities("owner") if known.channel == "telegram"]
        assert identity.external_id == str(ANA)


async def test_another_account_on_the_list_has_a_memory_of_its_own(tmp_path: Path) -> None:
    listed = f" {KOFI}, 00{EVE};"
    async with members(tmp_path, briefing_chat_id=str(ANA), allowed_telegram_user_ids=listed) as (made, house):
        assert await who(made, KOFI) == f"telegram:{KOFI}"
        assert await who(made, KOFI) == f"telegram:{KOFI}"
        assert await who(made, EVE) == f"telegram:{EVE}"
        user = await house.store.users.get(f"telegram:{KOFI}")
        assert user is not None
        assert (user.name, user.time_zone) == ("Somebody", "Europe/Paris")


@pytest.mark.parametrize("setting", [f"-{KOFI}", f"-100{KOFI}", f"x{KOFI}", f"{KOFI}.5", "@kofi", "9" * 30])
async def test_what_is_no_persons_id_lets_nobody_in(tmp_path: Path, setting: str) -> None:
    async with members(tmp_path, briefing_chat_id=setting, allowed_telegram_user_ids=setting) as (made, _):
        assert await who(made, KOFI) is None
        assert await who(made, int(f"100{KOFI}")) is None


async def test_who_is_taken_off_the_list_is_out(tmp_path: Path) -> None:
    async with members(tmp_path, allowed_telegram_user_ids=str(KOFI)) as (made, _):
        assert await who(made, KOFI)
    async with members(tmp_path, allowed_telegram_user_ids=str(ANA)) as (made, _):
        assert await who(made, KOFI) is None


async def test_an_owners_account_that_is_changed_is_out(tmp_path: Path) -> None:
    async with members(tmp_path, briefing_chat_id=str(ANA)) as (made, _):
        assert await who(made, ANA) == "owner"
    async with members(tmp_path, briefing_chat_id=str(KOFI)) as (made, _):
        assert await who(made, ANA) is None
        assert await who(made, KOFI) == "owner"


@pytest.mark.parametrize(("setting", "owners"), [(str(KOFI), {str(KOFI)}), ("", set()), (f"-100{KOFI}", set())])
async def test_an_owners_account_that_is_changed_is_a_name_of_the_owner_no_more(
    tmp_path: Path, setting: str, owners: set[str]
) -> None:
    async with members(tmp_path, briefing_chat_id=str(ANA)) as (made, _):
        await made.link("owner", Sender(EVE))
    async with members(tmp_path, briefing_chat_id=setting) as (_, house):
        by_code = {("telegram", str(EVE)), ("telegram:code", str(EVE))}
        assert await names(house) == {("local", "owner")} | by_code | {("telegram", account) for account in owners}


async def test_an_owners_account_that_came_by_a_code_too_stays_when_the_setting_changes(tmp_path: Path) -> None:
    async with members(tmp_path, briefing_chat_id=str(ANA)) as (made, _):
        await made.link("owner", Sender(ANA))
    async with members(tmp_path, briefing_chat_id=str(KOFI)) as (made, _):
        assert [await who(made, account) for account in (ANA, KOFI)] == ["owner", "owner"]


async def test_another_users_account_is_left_alone(tmp_path: Path) -> None:
    async with members(tmp_path, allowed_telegram_user_ids=str(KOFI)) as (made, _):
        assert await who(made, KOFI) == f"telegram:{KOFI}"
    async with members(tmp_path, briefing_chat_id=str(ANA)) as (_, house):
        assert [one.external_id for one in await house.store.users.identities(f"telegram:{KOFI}")] == [str(KOFI)]


async def names(house: Services) -> set[tuple[str, str]]:
    """By which names the owner is known."""
    return {(one.channel, one.external_id) for one in await house.store.users.identities("owner")}


async def test_a_linked_account_stays_whatever_the_list_says(tmp_path: Path) -> None:
    async with members(tmp_path) as (made, _):
        await made.link("owner", Sender(EVE))
        assert await who(made, EVE) == "owner"
    async with members(tmp_path, allowed_telegram_user_ids=str(KOFI)) as (made, _):
        assert await who(made, EVE) == "owner"


async def test_an_account_with_a_memory_of_its_own_is_not_moved(tmp_path: Path) -> None:
    async with members(tmp_path, allowed_telegram_user_ids=str(KOFI)) as (made, _):
        assert await who(made, KOFI) == f"telegram:{KOFI}"
        with pytest.raises(ActionRefused):
            await made.link("owner", Sender(KOFI))
    async with members(tmp_path, briefing_chat_id=str(KOFI)) as (made, _):
        assert await who(made, KOFI) == f"telegram:{KOFI}"
