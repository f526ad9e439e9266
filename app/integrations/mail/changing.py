"""What is changed in a mailbox by IMAP, each so that a lost answer can be looked into.

A change is made once. Where the connection ends after it was asked for, `settle` looks on a new connection what became of it: done, brought
to its end where it was half done, or not done. Invariant: no other mail is touched; in particular none that its owner only marked as deleted
is removed.
"""

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from imap_tools import AND, BaseMailBox, Header
from imap_tools.errors import ImapToolsError

from app.errors import OutcomeUnknown, ToolProblem
from app.integrations.mail.folders import folder_of, generation, heads, number_of, selected
from app.integrations.mail.mime import heading
from app.integrations.ports import MailKey

R_co = TypeVar("R_co", covariant=True)

_MOST_NEW = 200  # mails of a folder that are looked through for one that was moved there
_COPIED = "It lies in “{target}” now, but the mailbox keeps the old one too."


class Change(Protocol[R_co]):
    """One change. Both raise the library's errors where nothing was changed, and OutcomeUnknown where the connection ended after it was asked."""

    def make(self, box: BaseMailBox) -> R_co:
        """Ask for it."""
        ...

    def settle(self, box: BaseMailBox) -> R_co | None:
        """After an OutcomeUnknown, on a new connection: what `make` would have given, or None where nothing was done."""
        ...


@dataclass(frozen=True, slots=True)
class Marking:
    """A mail as read, or as unread; False where it no longer lies there."""

    key: MailKey
    unread: bool

    def make(self, box: BaseMailBox) -> bool:
        """As Change says."""
        uid = _there(box, self.key)
        if uid is None:
            return False
        with _asked():
            _store(box, uid, "-FLAGS" if self.unread else "+FLAGS", "\\Seen")
        return True

    def settle(self, box: BaseMailBox) -> bool:
        """Once more: marked twice is marked once."""
        return self.make(box)


@dataclass(slots=True)
class Moving:
    """A mail into a folder; where it lies then. None where it no longer lay there."""

    key: MailKey
    place: str
    _target: str = field(default="", init=False)
    _before: tuple[str, int] = field(
        default=("", 0), init=False
    )  # the target's generation, and the number its next mail gets
    _head: bytes = field(default=b"", init=False)

    def make(self, box: BaseMailBox) -> MailKey | None:
        """As Change says."""
        self._target = folder_of(box, self.place, make=True)
        status = box.folder.status(self._target, ["UIDVALIDITY", "UIDNEXT"])
        self._before = (str(status["UIDVALIDITY"]), status["UIDNEXT"])
        uid = _there(box, self.key)
        if uid is None:
            return None
        if self._target == self.key.folder:
            return self.key
        [head] = heads(box, [uid])
        self._head = head.raw
        box.client.response("COPYUID")  # takes away what was said earlier
        with _asked():
            self._carry(box, uid)
            return _told(box, self._target) or self._arrived(box) or MailKey(self._target, "")

    def settle(self, box: BaseMailBox) -> MailKey | None:
        """As Change says. A copy whose original still lies there is half of it."""
        arrived, uid = self._arrived(box), _there(box, self.key)
        if arrived is None and uid is None:
            raise OutcomeUnknown
        if arrived is not None and uid is not None:
            with _asked():
                self._remove(box, uid)
        return arrived

    def _carry(self, box: BaseMailBox, uid: str) -> None:
        if can(box, "MOVE"):
            box.move(uid, self._target)
        else:
            box.copy(uid, self._target)
            self._remove(box, uid)

    def _remove(self, box: BaseMailBox, uid: str) -> None:
        """Raises ToolProblem where the server refuses: the copy stands then. A server that can't remove one mail alone keeps it marked."""
        try:
            _store(box, uid, "+FLAGS", "\\Deleted")
            if can(box, "UIDPLUS"):
                _uid(box, "EXPUNGE", uid)
        except (ImapToolsError, imaplib.IMAP4.error) as problem:
            if isinstance(problem, imaplib.IMAP4.abort):
                raise
            raise ToolProblem(_COPIED.format(target=self._target)) from problem

    def _arrived(self, box: BaseMailBox) -> MailKey | None:
        """Where it lies in the target, among what came there since it was asked for."""
        numbers, first = self._before
        if not selected(box, self._target) or generation(box) != numbers:
            return None
        new = [uid for uid in box.uids(AND(uid=f"{first}:*")) if int(uid) >= first]
        known = heading(self._head).message_id
        for one in reversed(heads(box, new[-_MOST_NEW:])):
            if (heading(one.raw).message_id == known) if known else (one.raw == self._head):
                return MailKey(self._target, f"{numbers}:{one.uid}")
        return None


@dataclass(frozen=True, slots=True)
class Appending:
    """A message of our own into one of PLACES; where it lies then. One with its Message-ID that lies there already is that message."""

    message: bytes
    place: str
    flags: tuple[str, ...]

    def make(self, box: BaseMailBox) -> MailKey:
        """As Change says."""
        folder = folder_of(box, self.place, make=True)
        known = self._lies(box, folder)
        if known is not None:
            return known
        with _asked():
            box.append(self.message, folder, dt=None, flag_set=list(self.flags))
            return self._lies(box, folder) or MailKey(folder, "")

    def settle(self, box: BaseMailBox) -> MailKey | None:
        """As Change says. One without a Message-ID can't be looked for."""
        if not heading(self.message).message_id:
            raise OutcomeUnknown
        return self._lies(box, folder_of(box, self.place))

    def _lies(self, box: BaseMailBox, folder: str) -> MailKey | None:
        message_id = heading(self.message).message_id
        if not message_id or not selected(box, folder):
            return None
        uids = box.uids(AND(header=[Header("Message-ID", message_id)]))
        return MailKey(folder, f"{generation(box)}:{uids[-1]}") if uids else None


def can(box: BaseMailBox, what: str) -> bool:
    """Whether the server can do that (a name of its CAPABILITY); what it can is often told only to who has signed in."""
    if what not in box.client.capabilities:
        _, said = box.client.capability()
        box.client.capabilities = tuple(said[-1].decode("ascii", "replace").upper().split())
    return what in box.client.capabilities


@contextmanager
def _asked() -> Iterator[None]:
    """A connection that ends in here leaves unknown what became of what was asked."""
    try:
        yield
    except (imaplib.IMAP4.abort, OSError) as problem:
        raise OutcomeUnknown from problem


def _there(box: BaseMailBox, key: MailKey) -> str | None:
    """The number of a mail that lies in its folder, which is then selected for changes."""
    uid = number_of(box, key, readonly=False)
    return uid if uid is not None and box.uids(AND(uid=uid, deleted=False)) else None


def _store(box: BaseMailBox, uid: str, how: str, flag: str) -> None:
    """Change one flag of one mail. (The library's own ways remove for good what else is marked as deleted in the folder.)"""
    _uid(box, "STORE", uid, how, f"({flag})")


def _uid(box: BaseMailBox, command: str, *arguments: str) -> None:
    status, _ = box.client.uid(command, *arguments)
    if status != "OK":
        raise imaplib.IMAP4.error(f"{command} was refused")


def _told(box: BaseMailBox, folder: str) -> MailKey | None:
    """Where a mail lies now as the server told it when it was moved (UIDPLUS: generation, old number, new number)."""
    _, values = box.client.response("COPYUID")
    said = values[-1].decode("ascii", "replace").split() if values and isinstance(values[-1], bytes) else []
    return MailKey(folder, f"{said[0]}:{said[2]}") if len(said) == 3 and said[2].isdecimal() else None
