"""Headings of mails: each keeps its number where it lies."""

from dataclasses import replace

from app.memory.repositories import Repositories
from app.memory.repositories.mails import Seen
from tests.memory.databases import NOON, later


async def _seen(house: Repositories) -> Seen:
    account = await house.accounts.put("ana", "imap", "a@b.org", label="x", settings={}, scopes=(), at=NOON)
    return Seen(
        account.id, "INBOX", "1:7", "m@b.org", "Kofi Boateng", "kofi@b.org", "Invoice 214", NOON, True, 99, ("mail",)
    )


async def test_a_mail_seen_again_has_the_number_it_had(house: Repositories) -> None:
    seen = await _seen(house)
    [first] = await house.mails.seen("ana", [seen], NOON)
    again, other = await house.mails.seen(
        "ana", [replace(seen, is_unread=False), replace(seen, uid="1:8")], later(hours=1)
    )
    assert (again.id, again.is_unread, again.taint) == (first.id, False, ["mail"])
    assert other.id != first.id
    assert await house.mails.get("ben", first.id) is None


async def test_mails_are_found_by_sender_and_subject(house: Repositories) -> None:
    seen = await _seen(house)
    [mail] = await house.mails.seen("ana", [seen], NOON)
    for words in ("kofi", "invoice", "BOATENG 214", "kofi@b.org"):
        assert [one.id for one in await house.mails.find("ana", words)] == [mail.id]
    assert await house.mails.find("ana", "esi") == []
    assert await house.mails.find("ben", "kofi") == []
    assert await house.mails.knows("ana", "KOFI@b.org")
    assert not await house.mails.knows("ben", "kofi@b.org")


async def test_a_mail_that_is_gone_is_listed_no_more(house: Repositories) -> None:
    [mail] = await house.mails.seen("ana", [await _seen(house)], NOON)
    assert await house.mails.read("ana", [mail.id], unread=False) == 1
    assert await house.mails.read("ana", [mail.id], unread=False) == 0
    assert await house.mails.read("ana", [], unread=False) == 0
    await house.mails.gone("ana", mail.id, NOON)
    assert await house.mails.latest("ana") == []
    assert await house.mails.get("ana", mail.id) is not None


async def test_what_was_seen_goes_with_its_account(house: Repositories) -> None:
    [mail] = await house.mails.seen("ana", [await _seen(house)], NOON)
    await house.accounts.delete("ana", mail.account_id)
    assert await house.mails.get("ana", mail.id) is None
