"""Accounts elsewhere, as they lie in either database."""

from app.memory.records import Account, AccountHoldings
from app.memory.repositories import Repositories
from app.memory.repositories.mails import Seen
from tests.memory.databases import NOON, later


async def _put(house: Repositories, identity: str = "ana@example.org", *, label: str = "personal") -> Account:
    return await house.accounts.put("ana", "imap", identity, label=label, settings={"port": 993}, scopes=(), at=NOON)


async def test_connecting_again_mends_the_same_account(house: Repositories) -> None:
    first = await _put(house)
    await house.accounts.broke("ana", first.id, state="revoked", problem="no longer", at=NOON)
    again = await _put(house, label="home")
    assert (again.id, again.label, again.state, again.problem) == (first.id, "home", "ok", "")
    assert again.settings == {"port": 993}


async def test_accounts_are_their_owners(house: Repositories) -> None:
    mine = await _put(house)
    assert await house.accounts.every("ben") == []
    assert await house.accounts.get("ben", mine.id) is None
    assert not await house.accounts.delete("ben", mine.id)
    assert [one.id for one in await house.accounts.everyones()] == [mine.id]


async def test_a_break_is_told_once_until_it_works_again(house: Repositories) -> None:
    mine = await _put(house)
    await house.accounts.broke("ana", mine.id, state="revoked", problem="no longer", at=NOON)
    assert await house.accounts.told("ana", mine.id, NOON)
    assert not await house.accounts.told("ana", mine.id, NOON)
    await house.accounts.used("ana", mine.id, later(hours=1))
    [now] = await house.accounts.every("ana")
    assert (now.state, now.problem, now.told_at, now.used_at) == ("ok", "", None, later(hours=1))
    assert await house.accounts.delete("ana", mine.id)
    assert await house.accounts.named("ana", "imap", "ana@example.org") is None


async def test_an_account_is_renamed_and_its_holdings_counted_for_its_owner_only(house: Repositories) -> None:
    mine = await _put(house)
    seen = Seen(mine.id, "INBOX", "1", "<1@x>", "Kofi", "kofi@x.example", "Hi", NOON, is_unread=True, size=9, taint=())
    await house.mails.seen("ana", [seen], NOON)
    assert await house.accounts.holdings("ana", mine.id) == AccountHoldings(mails=1, events=0, waiting=0)
    assert await house.accounts.holdings("ben", mine.id) == AccountHoldings(mails=0, events=0, waiting=0)
    assert not await house.accounts.rename("ben", mine.id, "stolen", NOON)
    assert await house.accounts.rename("ana", mine.id, "home", NOON)
    assert [one.label for one in await house.accounts.every("ana")] == ["home"]


async def test_what_an_account_offers_is_written_down_anew_for_its_owner_only(house: Repositories) -> None:
    mine = await _put(house)
    assert not await house.accounts.set_up("ben", mine.id, {"absent": ["mail"]}, NOON)
    assert await house.accounts.set_up("ana", mine.id, {"absent": ["tasks"]}, NOON)
    assert [one.settings for one in await house.accounts.every("ana")] == [{"absent": ["tasks"]}]
