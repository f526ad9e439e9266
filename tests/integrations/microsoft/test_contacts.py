"""Contacts at Microsoft, against our Graph server."""

import pytest

from app.integrations.access import Access
from app.integrations.microsoft import opening
from app.integrations.ports import Contact
from tests.fakes.vendors.graph import GraphServer
from tests.fakes.vendors.graph.people import person


async def names(access: Access, words: str, limit: int = 10) -> list[str]:
    async with opening.contacts(access) as book:
        return [one.name for one in await book.find(words, limit)]


async def test_a_contact_is_read_with_all_that_is_known_of_them(server: GraphServer, access: Access) -> None:
    id_ = person(
        server.world,
        "Ama Ofori",
        nickName="Ami",
        emailAddresses=[{"name": "Ama", "address": "ama@example.com"}, {"name": "", "address": "ama@work.example"}],
        mobilePhone="+233 1",
        businessPhones=["+233 2"],
        homePhones=["+233 1"],
        companyName="Acme",
        birthday="1604-03-14T11:59:00Z",
    )
    async with opening.contacts(access) as book:
        [read] = await book.all(10)
    assert read == Contact(
        id_, "Ama Ofori", ("ama@example.com", "ama@work.example"), ("+233 1", "+233 2"), "Acme", "--03-14", ("Ami",)
    )


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("renee", ["Renée Müller"]),
        ("MULLER ren", ["Renée Müller"]),
        ("acme", ["Kofi Mensah", "Renée Müller"]),
        ("acme kofi@", ["Kofi Mensah"]),
        ("bo", ["Bo"]),
        ("robert", ["Bo"]),
        ("nobody", []),
    ],
)
async def test_each_word_is_looked_for_everywhere_whatever_its_accents(
    server: GraphServer, access: Access, words: str, found: list[str]
) -> None:
    person(server.world, "Renée Müller", companyName="ACME")
    person(server.world, "Kofi Mensah", emailAddresses=[{"address": "kofi@acme.example"}])
    person(server.world, "Bo", nickName="Robert")
    assert await names(access, words) == found


async def test_all_books_are_read_and_all_pages_of_them(server: GraphServer, access: Access) -> None:
    for number in range(510):
        person(server.world, f"Person {number:03d}")
    person(server.world, "Zoe", book="Club")
    assert await names(access, "zoe") == ["Zoe"]
    async with opening.contacts(access) as book:
        found = await book.all(600)
        assert len(found) == 511
        assert [one.name for one in await book.all(2)] == ["Person 000", "Person 001"]
        assert await book.all(0) == []


async def test_who_has_no_name_goes_by_their_address(server: GraphServer, access: Access) -> None:
    person(server.world, "", emailAddresses=[{"address": "x@example.com"}])
    person(server.world, "", companyName="Acme")
    person(server.world, "")
    async with opening.contacts(access) as book:
        assert [one.name for one in await book.all(10)] == ["Acme", "x@example.com"]
