"""Contacts in the chat, on the offline model, over a real CardDAV server: numbers and addresses, facts first, and mails by name."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.ports import Contact
from app.tools.contacts import _merged  # pyright: ignore[reportPrivateUsage]
from tests.house import open_house, settings_in, tell
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.radicale import radicale

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
CARD = """BEGIN:VCARD
VERSION:3.0
UID:{uid}
FN:{name}
N:{last};{first};;;
{more}
END:VCARD
"""
CARDS = (
    ("Ama", "Owusu", "TEL;TYPE=CELL:+233 20 123 4567\nEMAIL:ama@example.org\nORG:Owusu Textiles\nBDAY:1990-04-02"),
    ("Kofi", "Boateng", "EMAIL:kofi@acme.example"),
    ("Esi", "Mensah", "TEL:+233 24 555 0101"),
    ("Esi", "Addo", "TEL:+233 24 555 0202\nORG:Addo Law"),
)


@pytest.fixture(scope="module")
def dav_server() -> Iterator[DavServer]:
    """A real Radicale with Ana's address book."""
    with radicale() as server:
        server.fresh()
        server.add_calendar("home", "Home")
        book = server.add_book("people", "People")
        for first, last, more in CARDS:
            text = CARD.format(uid=f"{first}-{last}", name=f"{first} {last}", first=first, last=last, more=more)
            server.put(f"{book}{first}-{last}.vcf", text)
        yield server


@pytest.fixture
async def house(tmp_path: Path, dav_server: DavServer) -> AsyncIterator[Services]:
    """A house with that address book connected."""
    settings = settings_in(tmp_path, time_zone="UTC")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        login = DavLogin(ANA, SecretStr(PASSWORD), url=dav_server.url)
        await connect_dav(services.accounts, services.owner.id, login)
        yield services


async def _says(house: Services, text: str) -> str:
    reply = await tell(house, text)
    return as_one_text(reply.text, reply.cards)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("what's Ama's number?", "+233 20 123 4567"),
        ("what's Kofi's email address", "kofi@acme.example"),
        ("quel est le numéro d'Ama ?", "+233 20 123 4567"),
        ("look up Ama Owusu in my contacts", "Organisation: Owusu Textiles"),
        ("when is Ama's birthday?", "1990"),
        (
            "what's Esi's number?",
            "Esi Addo\n- Phone: +233 24 555 0202\n- Organisation: Addo Law\n\nEsi Mensah\n- Phone: +233 24 555 0101",
        ),
        ("find Yaw in my contacts", "nobody called “Yaw”"),
    ],
)
async def test_what_the_address_book_says_of_somebody(house: Services, said: str, told: str) -> None:
    assert told in await _says(house, said)


async def test_what_was_told_of_somebody_comes_first(house: Services) -> None:
    await _says(house, "remember that Ama's phone number is 0302 111")
    told = await _says(house, "what's Ama's phone number?")
    assert "0302 111" in told
    assert "+233 20 123 4567" not in told


async def test_without_an_address_book_the_answer_is_what_is_known(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert "contacts" not in (await _says(house, "what's Ama's number?")).casefold()


def test_one_person_in_two_books_is_one() -> None:
    one = Contact("1", "Ama Owusu", ("ama@example.org",), ("+233 20 1",))
    other = Contact("2", "ama owusu", ("AMA@example.org", "ama@work.example"), ("+233201",), birthday="1990-04-02")
    namesake = Contact("3", "Ama Owusu", ("somebody@else.example",))
    merged = _merged([one, other, namesake])
    assert [one.addresses for one in merged] == [
        ("ama@example.org", "AMA@example.org", "ama@work.example"),
        ("somebody@else.example",),
    ]
    assert (merged[0].phones, merged[0].birthday) == (("+233 20 1",), "1990-04-02")
