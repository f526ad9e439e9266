"""The port of contacts over real servers."""

import re
from collections.abc import AsyncIterator

import pytest

from app.integrations.dav.contacts import DavContacts, opened_contacts
from app.integrations.dav.site import Site
from tests.servers.dav import ANA, DavServer, access
from tests.servers.scripted import Answer, Asked, multistatus, reply, response, scripted

AMA = """BEGIN:VCARD
VERSION:3.0
UID:ama
FN:Ama Mensah
N:Mensah;Ama;;;
NICKNAME:Mimi
ORG:Acme;Sales
EMAIL;TYPE=HOME:ama@home.example
item1.EMAIL;TYPE=WORK,pref:ama@acme.example
TEL;TYPE=CELL:+233 20 123 4567
PHOTO;ENCODING=b;TYPE=JPEG:{photo}
END:VCARD
"""
JOSE = """BEGIN:VCARD
VERSION:4.0
UID:jose
FN:José Álvarez
EMAIL;PREF=1:jose@example.net
BDAY:--0420
END:VCARD
"""


@pytest.fixture
async def book(server: DavServer) -> AsyncIterator[DavContacts]:
    friends, work = server.add_book("friends", "Friends"), server.add_book("work", "Work")
    server.put(f"{friends}jose.vcf", JOSE)
    server.put(f"{work}ama.vcf", AMA.format(photo="QUJD" * 2_000))
    async with opened_contacts(access({"site": server.site.as_json(), "user": ANA})) as opened:
        yield opened


FOUND = {
    "jose": ["José Álvarez"],
    "ALVAREZ josé": ["José Álvarez"],
    "mimi": ["Ama Mensah"],
    "acme ama": ["Ama Mensah"],
    "home.example": ["Ama Mensah"],
    "a": ["Ama Mensah", "José Álvarez"],
    "jose mensah": [],
    "<&>\"'": [],
}


async def test_people_are_found_by_their_words_whatever_their_case_or_accents(book: DavContacts) -> None:
    assert {words: [one.name for one in await book.find(words, 10)] for words in FOUND} == FOUND
    assert len(await book.find("a", 1)) == 1


async def test_all_are_given_by_name_with_what_is_preferred_first(book: DavContacts) -> None:
    ama, jose = await book.all(10)
    assert (ama.addresses, ama.phones) == (("ama@acme.example", "ama@home.example"), ("+233 20 123 4567",))
    assert (ama.organisation, ama.nicknames, jose.birthday) == ("Acme, Sales", ("Mimi",), "--0420")
    assert [one.name for one in await book.all(1)] == ["Ama Mensah"]


async def test_an_empty_book_has_nobody(server: DavServer) -> None:
    server.add_book("empty", "Empty")
    async with opened_contacts(access({"site": server.site.as_json(), "user": ANA})) as book:
        assert (await book.all(5), await book.find("ama", 5)) == ([], [])


BOOK = response("/book/", "<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>").replace(
    "<c:addressbook/>", '<b:addressbook xmlns:b="urn:ietf:params:xml:ns:carddav"/>'
)
LISTED = multistatus(BOOK, *(response(f"/book/{number}.vcf", "<d:resourcetype/>") for number in range(150)))


def _cards(asked: Asked) -> str:
    """What a report with these places is answered."""
    places = re.findall(r"<d:href>([^<]+)</d:href>", asked.body)
    card = (
        '<a:address-data xmlns:a="urn:ietf:params:xml:ns:carddav">BEGIN:VCARD\nFN:{place}\nEND:VCARD</a:address-data>'
    )
    return multistatus(*(response(place, card.format(place=place)) for place in places))


async def _found(answer: Answer, words: str) -> tuple[list[str], list[str]]:
    async with scripted(answer) as server:
        site = Site("", f"{server.url}/", "", ())
        async with opened_contacts(access({"site": site.as_json(), "user": ANA})) as book:
            found = [one.name for one in await book.find(words, 500)]
        return found, [re.findall(r"addressbook-\w+", one.body)[0] for one in server.asked if one.method == "REPORT"]


@pytest.mark.parametrize("says", [reply(403, "no such report"), reply(207, multistatus())])
async def test_a_server_that_only_claims_to_know_the_question_is_asked_for_each_card(says: bytes) -> None:
    def answer(asked: Asked) -> bytes:
        if asked.method == "PROPFIND":
            return reply(207, LISTED)
        return says if "addressbook-query" in asked.body else reply(207, _cards(asked))

    found, reports = await _found(answer, "")
    assert (len(found), reports) == (150, ["addressbook-query", "addressbook-multiget", "addressbook-multiget"])


async def test_of_a_book_that_is_too_large_only_the_words_are_asked_for() -> None:
    def answer(asked: Asked) -> bytes:
        if asked.method == "PROPFIND":
            return reply(207, multistatus(BOOK))
        if "text-match" not in asked.body:
            return reply(207, " " * 21_000_000)
        assert ">Boateng</c:text-match>" in asked.body
        card = '<a:address-data xmlns:a="urn:ietf:params:xml:ns:carddav">BEGIN:VCARD\nFN:Kofi Boateng\nEND:VCARD</a:address-data>'
        return reply(207, multistatus(response("/book/1.vcf", card)))

    assert await _found(answer, "Kofi Boateng") == (["Kofi Boateng"], ["addressbook-query", "addressbook-query"])
