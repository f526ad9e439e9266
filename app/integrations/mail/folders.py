"""The folders of a mailbox by IMAP: which one is meant, and where a mail lies in one.

Invariant: a folder whose numbers were given anew (UIDVALIDITY) has none of the mails that were known there.
"""

import re
from collections.abc import Sequence
from typing import Any

from imap_tools import BaseMailBox, MailMessage
from imap_tools.errors import MailboxFolderSelectError

from app.errors import NotFound
from app.integrations.ports import PLACES, MailKey

# The names that folders have where the server doesn't say what they are for (RFC 6154), in some languages.
_NAMES: dict[str, tuple[str, ...]] = {
    "inbox": ("inbox",),
    "sent": ("sent", "sent items", "sent mail", "sent messages", "envoyés", "éléments envoyés", "gesendet", "enviados"),
    "drafts": ("drafts", "draft", "brouillons", "entwürfe", "borradores"),
    "archive": ("archive", "archives", "all mail", "archiv", "archivo"),
    "trash": ("trash", "deleted items", "deleted messages", "bin", "corbeille", "papierkorb", "papelera"),
    "junk": ("junk", "spam", "junk e-mail", "bulk mail", "courrier indésirable"),
}
_FLAGS = {
    "\\sent": "sent",
    "\\drafts": "drafts",
    "\\archive": "archive",
    "\\all": "archive",
    "\\trash": "trash",
    "\\junk": "junk",
}
_MADE = {"sent": "Sent", "drafts": "Drafts", "archive": "Archive", "trash": "Trash"}


class RawMessage(MailMessage):
    """A message that keeps its bytes: they are read by our own reader."""

    def __init__(self, fetch_data: list[Any]) -> None:
        super().__init__(fetch_data)
        self.raw: bytes = self._get_message_data_parts(fetch_data)[0]


def heads(box: BaseMailBox, uids: Sequence[str]) -> list[RawMessage]:
    """The headers of these mails of the folder that is selected; none is marked as read by it."""
    if not uids:
        return []
    found = box.fetch(uid_list=list(uids), mark_seen=False, headers_only=True, bulk=True)
    return [one for one in found if isinstance(one, RawMessage) and one.uid]


def folder_of(box: BaseMailBox, name: str, *, make: bool = False) -> str:
    """The folder of one of PLACES, or of that very name. Raises NotFound with those there are."""
    places, wanted = places_of(box), name.strip().casefold()
    if wanted in places:
        return places[wanted]
    names = [one.name for one in box.folder.list()]
    found = next((one for one in names if wanted in (one.casefold(), re.split(r"[/.]", one.casefold())[-1])), None)
    if found is not None:
        return found
    if wanted in PLACES and make and wanted in _MADE:
        box.folder.create(_MADE[wanted])
        return _MADE[wanted]
    shown = ", ".join(names[:20])
    raise NotFound(f"There is no folder called “{name}” in that mailbox. There are: {shown}.")


def places_of(box: BaseMailBox) -> dict[str, str]:
    """The folder of each place, by what the server says it is for, else by its name."""
    found: dict[str, str] = {"inbox": "INBOX"}
    folders = [one for one in box.folder.list() if "\\noselect" not in map(str.casefold, one.flags)]
    for one in folders:
        for flag in one.flags:
            place = _FLAGS.get(flag.casefold())
            if place:
                found.setdefault(place, one.name)
    for one in folders:
        last = re.split(r"[/.]", one.name.casefold())[-1]
        for place, names in _NAMES.items():
            if last in names:
                found.setdefault(place, one.name)
    return found


def generation(box: BaseMailBox) -> str:
    """Which numbers the folder that was selected last has."""
    values = box.client.untagged_responses.get("UIDVALIDITY")
    return values[-1].decode() if values and isinstance(values[-1], bytes) else "0"


def number_of(box: BaseMailBox, key: MailKey, *, readonly: bool) -> str | None:
    """The number of a mail in its folder, which is then selected; None where the folder is gone or has other numbers now."""
    numbers, _, uid = key.uid.partition(":")
    if not selected(box, key.folder, readonly=readonly) or not uid.isdecimal():
        return None
    return uid if numbers == generation(box) else None


def selected(box: BaseMailBox, folder: str, *, readonly: bool = True) -> bool:
    """Whether there is that folder, which is then selected."""
    try:
        box.folder.set(folder, readonly=readonly)
    except MailboxFolderSelectError:
        return False
    return True
