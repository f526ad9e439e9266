"""Contacts by CardDAV.

Servers compare words each in their own way, most of them not beyond accents, so that a question for “Jose” wouldn't find José: all cards are
asked for (with nothing but what is shown, where a server leaves the rest out) and compared here. Only of a book that is too large for that
are the words asked. What it asks: one question for the list of books, one for each book.
"""

import logging
import unicodedata
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from html import escape

from app.errors import NotFound, ToolProblem
from app.integrations.access import Access
from app.integrations.dav.client import Dav, at_once, prop, reached, worked_out
from app.integrations.dav.multistatus import CARDDAV, DAV, Member
from app.integrations.dav.site import Site, collections
from app.integrations.dav.vcard import contacts
from app.integrations.ports import Contact

log = logging.getLogger(__name__)

_DATA = f"{CARDDAV}address-data"
_NAMESPACES = 'xmlns:c="urn:ietf:params:xml:ns:carddav" xmlns:d="DAV:"'
_SHOWN = ("VERSION", "UID", "FN", "N", "NICKNAME", "EMAIL", "TEL", "ORG", "BDAY")
_ASKED = (
    "<d:prop><c:address-data>" + "".join(f'<c:prop name="{name}"/>' for name in _SHOWN) + "</c:address-data></d:prop>"
)
_SEARCHED = ("FN", "NICKNAME", "EMAIL", "ORG")
_MOST_WORDS = 8
_AT_ONCE = 100
_MOST_CARDS = 20_000


class DavContacts:
    """One account's contacts."""

    def __init__(self, dav: Dav, site: Site) -> None:
        self._dav = dav
        self._site = site

    async def find(self, words: str, limit: int) -> Sequence[Contact]:
        """As the port says, by name."""
        wanted = _plain(words).split()[:_MOST_WORDS]
        found = await self._every(words.split()[:_MOST_WORDS])
        return [one for one in found if _holds(one, wanted)][: max(0, limit)]

    async def all(self, limit: int) -> Sequence[Contact]:
        """As the port says."""
        return (await self._every(()))[: max(0, limit)]

    async def _every(self, words: Sequence[str]) -> list[Contact]:
        """Those in all books, by name; `words` are asked for where a book is too large."""
        books = await collections(self._dav, self._site.contacts, "VCARD")
        members = await at_once([self._in_book(book.url, words) for book in books])
        return await worked_out(partial(_people, [one for part in members for one in part]))

    async def _in_book(self, url: str, words: Sequence[str]) -> Sequence[Member]:
        """The cards of a book: by one question, by listing it where that is refused or finds nothing (some only claim to know it), and by the
        words where it is too much."""
        try:
            found = await self._dav.report(url, _query("", "anyof"))
        except NotFound:
            raise
        except ToolProblem as problem:
            log.info("an address book isn't given whole", extra={"event": "dav.book_not_whole"})
            if words:
                return await self._by_words(url, words, problem)
            found = ()
        return found or await self._listed(url)

    async def _by_words(self, url: str, words: Sequence[str], problem: ToolProblem) -> Sequence[Member]:
        tests = "".join(
            f'<c:prop-filter name="{name}"><c:text-match collation="i;unicode-casemap" match-type="contains">'
            f"{escape(max(words, key=len))}</c:text-match></c:prop-filter>"
            for name in _SEARCHED
        )
        try:
            return await self._dav.report(url, _query(tests, "anyof"))
        except ToolProblem:
            raise problem from None

    async def _listed(self, url: str) -> Sequence[Member]:
        """Each card of a book by its place, a hundred at a time."""
        listed = await self._dav.properties(url, (f"{DAV}getcontenttype", f"{DAV}resourcetype"), depth=1)
        places = [one.href for one in listed if one.href.rstrip("/") != url.rstrip("/")][:_MOST_CARDS]
        found: list[Member] = []
        for at in range(0, len(places), _AT_ONCE):
            hrefs = "".join(f"<d:href>{escape(place)}</d:href>" for place in places[at : at + _AT_ONCE])
            body = f"<c:addressbook-multiget {_NAMESPACES}>{prop((_DATA,))}{hrefs}</c:addressbook-multiget>"
            found += await self._dav.report(url, body)
        return found


@asynccontextmanager
async def opened_contacts(access: Access) -> AsyncIterator[DavContacts]:
    """An account's contacts, where they were found when it was connected."""
    settings = access.account.settings
    site = Site.from_json(settings["site"])
    async with reached(access, site.contacts, settings["user"]) as dav:
        yield DavContacts(dav, site)


def _query(tests: str, test: str) -> str:
    return (
        f'<c:addressbook-query {_NAMESPACES}>{_ASKED}<c:filter test="{test}">{tests}</c:filter></c:addressbook-query>'
    )


def _people(members: Sequence[Member]) -> list[Contact]:
    """By name, each card once."""
    found = {
        (one.id, one.name, one.addresses): one
        for member in members
        for one in contacts(member.text(_DATA).encode("utf-8", "replace"), member.href)
    }
    return sorted(found.values(), key=lambda one: (_plain(one.name), one.id))


def _holds(contact: Contact, wanted: Sequence[str]) -> bool:
    said = _plain(" ".join((contact.name, *contact.nicknames, contact.organisation, *contact.addresses)))
    return all(word in said for word in wanted)


def _plain(text: str) -> str:
    """Without case and accents."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parted if not unicodedata.combining(sign))
