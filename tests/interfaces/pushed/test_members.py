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


@asynccontextmanager
async def of_whatsapp(folder: Path, **changes: Any) -> AsyncIterator[tuple[Members, Services]]:
    """The members of WhatsApp, whose lists have numbers and whose accounts have ids."""
    async with open_house(folder, settings=settings_in(folder, **changes)) as house:
        made = Members("whatsapp", house.settings, house.store, house.owner, house.clock)
        await made.welcome_owner()
        yield made, house


async def met(made: Members, account: str, *numbers: str) -> str | None:
    user = await made.find(Sender(account, "Somebody", numbers))
    return user.id if user else None


async def test_a_number_is_who_it_was_until_its_id_is_known_and_then_the_id_is(tmp_path: Path) -> None:
    async with of_whatsapp(tmp_path, owner_whatsapp_number="+33 6 12 34 56 78") as (made, house):
        assert await met(made, "33612345678", "33612345678") == "owner"
        assert await met(made, "FR.1001", "33612345678") == "owner"
        assert await met(made, "FR.1001") == "owner"
        places = [one.external_id for one in await house.store.users.identities("owner") if one.channel == "whatsapp"]
        assert places == ["FR.1001"]


async def test_a_number_that_is_somebody_elses_now_opens_nobodys_memory(tmp_path: Path) -> None:
    listed = {"owner_whatsapp_number": "+33612345678", "allowed_whatsapp_numbers": "+44 (0)20 7946 0000"}
    async with of_whatsapp(tmp_path, **listed) as (made, house):
        assert await met(made, "FR.1001", "33612345678") == "owner"
        assert await met(made, "GB.2002", "442079460000") == "whatsapp:GB.2002"
        assert await met(made, "FR.7777", "33612345678") is None
        assert await met(made, "GB.7777", "442079460000") is None
        await made.renamed(["33612345678"], ["FR.1001"])
        assert await met(made, "FR.1001", "33699999999") == "owner"
        await made.link("owner", Sender("FR.7777", "Somebody", ("33612345678",)))
        assert await met(made, "FR.7777", "33612345678") == "owner"
        assert {one.channel for one in await house.store.users.identities("owner")} >= {"whatsapp", "whatsapp:code"}


async def test_what_waits_for_an_account_that_is_the_owners_no_more_is_not_said_there(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path, owner_slack_user_id="U0ANA1")) as house:
        made = Members("slack", house.settings, house.store, house.owner, house.clock)
        await made.welcome_owner()
        for number, address in enumerate(("U0ANA1", "U0ANA1/1.5", "U0ANA12")):
            await house.store.outbox.put(
                "owner",
                channel="slack",
                address=address,
                key=f"k{number}",
                body={"text": "hi"},
                turn_id=None,
                at=house.clock.now(),
            )
    async with open_house(tmp_path, settings=settings_in(tmp_path, owner_slack_user_id="U0BEN2")) as house:
        await Members("slack", house.settings, house.store, house.owner, house.clock).welcome_owner()
        rows = await house.database.fetch("SELECT status FROM outbox ORDER BY id")
        assert [row["status"] for row in rows] == ["failed", "failed", "pending"]


@pytest.mark.parametrize("is_known", [True, False], ids=["by the number", "not yet"])
async def test_an_owner_who_writes_while_a_start_looks_at_former_accounts_stays_the_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    async with of_whatsapp(tmp_path, owner_whatsapp_number="+33612345678") as (made, house):
        users, looks = house.store.users, [0]
        if not is_known:
            await users.unlink("owner", "whatsapp", "33612345678")
        link = users.link

        async def link_while_it_starts(*names: Any) -> Any:
            linked = await link(*names)
            looks[0] += 1
            await Members(
                "whatsapp", house.settings, house.store, house.owner, house.clock
            )._part_from_former_accounts()
            return linked

        monkeypatch.setattr(type(users), "link", lambda _, *names: link_while_it_starts(*names))
        assert await met(made, "FR.1001", "33612345678") == "owner"
        monkeypatch.undo()
        assert looks[0] >= 2
        assert "FR.1001" in {one.external_id for one in await users.identities("owner") if one.channel == "whatsapp"}
