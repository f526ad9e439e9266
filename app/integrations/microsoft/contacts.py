"""Contacts at Microsoft, by Graph: the default folder and all others.

Graph finds contacts only by the beginning of a name, so all are read and looked through here. Invariant: at most 5,000 are.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from app.integrations.calls import Calls
from app.integrations.mail.characters import one_line
from app.integrations.microsoft.graph import IMMUTABLE, Item, at, listed, text, texts, things
from app.integrations.microsoft.mail_query import Params, plain
from app.integrations.ports import Contact

_MOST = 5_000
_PAGE = 500
_LONGEST = 200
_FIELDS = "id,displayName,givenName,surname,nickName,emailAddresses,mobilePhone,businessPhones,homePhones,companyName,birthday"
_NO_YEAR = "1604-"  # what Outlook writes where only the day is known


@dataclass(frozen=True, slots=True)
class GraphAddressBook:
    """One account's contacts."""

    calls: Calls

    async def find(self, words: str, limit: int) -> Sequence[Contact]:
        """As the port says."""
        wanted = plain(words).split()
        return (await self._those(wanted))[: max(0, limit)]

    async def all(self, limit: int) -> Sequence[Contact]:
        """As the port says."""
        return (await self._those(()))[: max(0, limit)]

    async def _those(self, wanted: Sequence[str]) -> list[Contact]:
        found: dict[str, Contact] = {}
        looked = 0
        async for item in self._items():
            one, looked = as_contact(item), looked + 1
            if one.name and all(word in _searched(one) for word in wanted):
                found[one.id] = one
            if looked >= _MOST:
                break
        return sorted(found.values(), key=lambda one: (plain(one.name), one.id))

    async def _items(self) -> AsyncIterator[Item]:
        """Those of the default folder, then of each other."""
        params: Params = {"$select": _FIELDS, "$top": _PAGE}
        folders = listed(self.calls, "me/contactFolders", {"$select": "id", "$top": _PAGE}, IMMUTABLE)
        others = [at("me", "contactFolders", text(one, "id"), "contacts") async for one in folders]
        for path in ("me/contacts", *others):
            async for one in listed(self.calls, path, params, IMMUTABLE):
                yield one


def as_contact(item: Item) -> Contact:
    """Somebody as Graph lists them; who has no name goes by their address or organisation."""
    addresses = tuple(
        one_line(text(one, "address"), _LONGEST) for one in things(item.get("emailAddresses")) if text(one, "address")
    )
    numbers = [text(item, "mobilePhone"), *texts(item.get("businessPhones")), *texts(item.get("homePhones"))]
    organisation = one_line(text(item, "companyName"), _LONGEST)
    own = text(item, "displayName") or f"{text(item, 'givenName')} {text(item, 'surname')}".strip()
    return Contact(
        id=text(item, "id"),
        name=one_line(own, _LONGEST) or next(iter(addresses), "") or organisation,
        addresses=tuple(dict.fromkeys(addresses)),
        phones=tuple(dict.fromkeys(one_line(one, _LONGEST) for one in numbers if one)),
        organisation=organisation,
        birthday=_birthday(text(item, "birthday")),
        nicknames=tuple(one_line(one, _LONGEST) for one in [text(item, "nickName")] if one),
    )


def _birthday(written: str) -> str:
    """The day alone, as an address book writes it; "--03-14" without a year."""
    day = written[:10]
    return "--" + day.removeprefix(_NO_YEAR) if day.startswith(_NO_YEAR) else day


def _searched(contact: Contact) -> str:
    return plain("\n".join((contact.name, contact.organisation, *contact.nicknames, *contact.addresses)))
