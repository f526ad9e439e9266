"""An account's contacts at Google (People).

Google's search finds beginnings of words only, thirty at most, and answers from a store that it fills once it is asked; where it may have kept
something back, the contacts themselves are looked through, as far as a house has them.
"""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from pydantic import BaseModel, Field

from app.integrations.calls import Calls
from app.integrations.google.paging import Page, Params, pages
from app.integrations.ports import Contact
from app.memory.words import fold

_FIELDS = "names,emailAddresses,phoneNumbers,organizations,birthdays,nicknames"
_SEARCHED = 30  # the most that a search gives
_PAGE, _MOST_PAGES = 1000, 20
_LONGEST, _MOST = 320, 20


class _Of(BaseModel):
    primary: bool = False


class _Entry(BaseModel):
    of: _Of = Field(_Of(), alias="metadata")


class _Value(_Entry):
    value: str = ""


class _Name(_Entry):
    shown: str = Field("", alias="displayName")
    free: str = Field("", alias="unstructuredName")


class _Organisation(_Entry):
    name: str = ""
    title: str = ""


class _Day(BaseModel):
    year: int = 0
    month: int = 0
    day: int = 0


class _Birthday(_Entry):
    date: _Day = _Day()


class _Person(BaseModel):
    id: str = Field("", alias="resourceName")
    names: list[_Name] = Field(default_factory=list[_Name])
    addresses: list[_Value] = Field([], alias="emailAddresses")
    phones: list[_Value] = Field([], alias="phoneNumbers")
    organisations: list[_Organisation] = Field([], alias="organizations")
    birthdays: list[_Birthday] = Field(default_factory=list[_Birthday])
    nicknames: list[_Value] = Field(default_factory=list[_Value])


class _Result(BaseModel):
    person: _Person = _Person.model_validate({})


class _Results(BaseModel):
    results: list[_Result] = Field(default_factory=list[_Result])


class _ConnectionsPage(Page):
    connections: list[_Person] = Field(default_factory=list[_Person])


E = TypeVar("E", bound=_Entry)


class GoogleContacts:
    """One account's contacts."""

    def __init__(self, calls: Calls) -> None:
        """`calls` reach the people interface."""
        self._calls = calls
        self._is_warm = False

    async def find(self, words: str, limit: int) -> Sequence[Contact]:
        """As the port says."""
        wanted = fold(words).split()
        if not wanted:
            return ()
        told = await self._searched(max(words.split(), key=len))
        found = [one for one in told if _holds(one, wanted)]
        if not found or len(told) >= _SEARCHED:
            found = [one async for one in self._every() if _holds(one, wanted)]
        return found[:limit]

    async def all(self, limit: int) -> Sequence[Contact]:
        """As the port says."""
        found: list[Contact] = []
        async for one in self._every(min(limit, _PAGE)):
            found.append(one)
            if len(found) >= limit:
                break
        return sorted(found, key=lambda one: fold(one.name))

    async def _searched(self, word: str) -> list[Contact]:
        if not self._is_warm:
            await self._calls.call("GET", "people:searchContacts", params={"query": "", "readMask": _FIELDS})
            self._is_warm = True
        params: Params = {"query": word, "readMask": _FIELDS, "pageSize": _SEARCHED}
        reply = await self._calls.call("GET", "people:searchContacts", params=params)
        return [_contact(one.person) for one in reply.read(_Results).results]

    async def _every(self, page: int = _PAGE) -> AsyncIterator[Contact]:
        params: Params = {"personFields": _FIELDS, "pageSize": page, "sortOrder": "FIRST_NAME_ASCENDING"}
        async for found in pages(self._calls, "people/me/connections", params, _ConnectionsPage, _MOST_PAGES):
            for one in found.connections:
                yield _contact(one)


def _contact(one: _Person) -> Contact:
    addresses = _values(one.addresses)
    names = [_line(name.shown or name.free) for name in _ordered(one.names)]
    organisations = [_line(org.name) for org in _ordered(one.organisations)]
    return Contact(
        id=one.id[:_LONGEST],
        name=next((name for name in names if name), next(iter(addresses), "")),
        addresses=addresses,
        phones=_values(one.phones),
        organisation=next((name for name in organisations if name), ""),
        birthday=next((day for day in map(_birthday, _ordered(one.birthdays)) if day), ""),
        nicknames=_values(one.nicknames),
    )


def _ordered(entries: Sequence[E]) -> list[E]:
    """The preferred first."""
    return sorted(entries, key=lambda entry: not entry.of.primary)[:_MOST]


def _values(entries: Sequence[_Value]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for one in _ordered(entries) if (line := _line(one.value))))


def _line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text[:_LONGEST]).split())


def _birthday(one: _Birthday) -> str:
    """1990-05-04; --05-04 where the year isn't told."""
    if not (0 < one.date.month <= 12 and 0 < one.date.day <= 31):
        return ""
    day = f"{one.date.month:02}-{one.date.day:02}"
    return f"{one.date.year:04}-{day}" if one.date.year > 0 else f"--{day}"


def _holds(contact: Contact, words: Sequence[str]) -> bool:
    """Each word somewhere in a name, a nickname, the organisation or an address."""
    said = fold(" ".join((contact.name, *contact.nicknames, contact.organisation, *contact.addresses)))
    return all(word in said for word in words)
