"""Google's contacts, at the fake."""

import pytest

from app.integrations.access import Access
from app.integrations.google import opening
from app.integrations.ports import Contact
from tests.fakes.vendors.google_api import GoogleApi


@pytest.fixture
def people(fake: GoogleApi) -> GoogleApi:
    """Three people and a thing."""
    add = fake.people.add
    add(
        "Zoë Mensah",
        "old@x.example",
        "zoe@x.example",
        nicknames=[{"value": "Zo"}],
        birthdays=[{"date": {"month": 5, "day": 4}}],
    )
    add("Ama Boateng", "ama@acme.example", organizations=[{"name": "Acme GmbH"}], phoneNumbers=[{"value": "+233 20 1"}])
    add("Ama Owusu", birthdays=[{"text": "in May"}, {"date": {"year": 1990, "month": 12, "day": 31}}])
    return fake


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("ama", ["Ama Boateng", "Ama Owusu"]),
        ("boateng AMA", ["Ama Boateng"]),
        ("zoe", ["Zoë Mensah"]),
        ("ensah", ["Zoë Mensah"]),
        ("acme", ["Ama Boateng"]),
        ("zo mensah", ["Zoë Mensah"]),
        ("x.example", ["Zoë Mensah"]),
        ("ama mensah", []),
        ("nobody", []),
        (" ", []),
    ],
)
async def test_those_are_found_who_have_each_word(
    people: GoogleApi, access: Access, words: str, names: list[str]
) -> None:
    async with opening.contacts(access) as book:
        assert sorted(one.name for one in await book.find(words, 5)) == names


async def test_googles_store_is_woken_once_before_it_is_searched(people: GoogleApi, access: Access) -> None:
    async with opening.contacts(access) as book:
        await book.find("ama", 5)
        await book.find("ama", 5)
    assert [one.one("query") for one in people.asked] == ["", "ama", "ama"]


async def test_a_contact_is_told_with_the_preferred_first(people: GoogleApi, access: Access) -> None:
    async with opening.contacts(access) as book:
        assert list(await book.all(10)) == [
            Contact("people/c2", "Ama Boateng", ("ama@acme.example",), ("+233 20 1",), "Acme GmbH"),
            Contact("people/c3", "Ama Owusu", birthday="1990-12-31"),
            Contact(
                "people/c1", "Zoë Mensah", ("zoe@x.example", "old@x.example"), birthday="--05-04", nicknames=("Zo",)
            ),
        ]
        assert len(await book.all(2)) == 2


async def test_more_than_a_search_gives_are_looked_through_page_by_page(fake: GoogleApi, access: Access) -> None:
    for number in range(70):
        fake.people.add(f"Kofi {number:02} Owusu" if number != 69 else "Kofi Zongo", f"k{number}@x.example")
    fake.people.page = 25
    async with opening.contacts(access) as book:
        assert [one.name for one in await book.find("kofi zongo", 5)] == ["Kofi Zongo"]
        assert len(await book.find("kofi", 50)) == 50
        assert len(await book.all(60)) == 60
