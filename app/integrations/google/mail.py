"""A mailbox at Gmail. A place is a label there: a mail keeps its name wherever it is moved, and is gone only once it is deleted for good.

Gmail keeps what it sends among the sent mails by itself, but may give it another Message-ID than ours. Invariant: every mail handed over
bears its own Message-ID in a second header too (`OWN_ID`), so that it is found among those sent by either; without it there, it isn't said
to be sent. Who a mail goes to is who was named, or it isn't sent.
"""

import base64
import binascii
import re
from collections.abc import Sequence

from pydantic import BaseModel, Field

from app.errors import AccountAway, NotFound, OutcomeUnknown, SendRefused, SendUnknown, ToolProblem
from app.integrations.calls import Calls, Reply
from app.integrations.google.mail_listing import OWN_ID, Found, MessageShape, as_found, key, listed, newest_first
from app.integrations.google.mail_query import LABELS, bare_id, fits, search_words
from app.integrations.google.paging import Page, Params, pages, segment, side_by_side
from app.integrations.mail.letter import Heading
from app.integrations.mail.mime import heading
from app.integrations.ports import ListedMail, MailKey, MailQuery

_GONE = (404,)
_MOST_BYTES = 80_000_000  # a mail of 50 MB, in the letters that carry it
_PAGE = 50
_MOST_LOOKED_AT = 6  # pages, where what Gmail finds doesn't fit
_MOST_THREAD_IDS = 10
_SENT_LOOKED_AT = 60  # the newest sent mails, for one that Gmail renamed
_MOST_LABELS_TOLD = 20
_NO_LABEL = "There is no label called “{name}” in that mailbox. There are: {names}."
_BY_ITSELF = "Gmail puts mails there by itself; none can be moved to {place}."
_OTHERS = "That mail names people in its head who it is not to go to, so I didn't send it: {names}."
_BROKEN = "Gmail gave that mail in a form I can't read. Try again in a moment."
_MOVES: dict[str, tuple[list[str], list[str]]] = {  # labels that are put on, and taken off
    "inbox": (["INBOX"], ["SPAM", "TRASH"]),
    "archive": ([], ["INBOX", "SPAM", "TRASH"]),
    "junk": (["SPAM"], ["INBOX", "TRASH"]),
}


class _Reference(BaseModel):
    id: str
    thread: str = Field("", alias="threadId")


class _References(Page):
    messages: list[_Reference] = Field(default_factory=list[_Reference])


class _Label(BaseModel):
    id: str
    name: str = ""


class _Labels(BaseModel):
    labels: list[_Label] = Field(default_factory=list[_Label])


class _Thread(BaseModel):
    messages: list[MessageShape] = Field(default_factory=list[MessageShape])


class _Draft(BaseModel):
    message: _Reference


class Gmail:
    """One account's mail."""

    def __init__(self, calls: Calls) -> None:
        """`calls` reach the user's mailbox."""
        self._calls = calls

    async def search(self, query: MailQuery, limit: int) -> Sequence[ListedMail]:
        """As the port says. Words are found as Gmail finds them: whole ones."""
        label = await self._label_of(query.folder)
        if query.thread:
            found = [one for one in await self._conversation(query.thread) if _lies(one, label, query.folder)]
            fitting = [one for one in found if fits(query, one)]
        else:
            fitting = await self._fitting(query, label, limit)
            if not fitting and query.message_id and label == LABELS["sent"]:
                fitting = await self._renamed(query)
        return [one.mail for one in newest_first(fitting)[:limit]]

    async def fetch(self, key: MailKey) -> bytes | None:
        """As the port says; one in the trash is there still."""
        path = f"messages/{segment(key.uid)}"
        reply = await self._calls.call("GET", path, params={"format": "raw"}, may=_GONE, most_bytes=_MOST_BYTES)
        return None if reply.status in _GONE else _bytes(reply.read(MessageShape).raw)

    async def mark(self, key: MailKey, *, unread: bool) -> bool:
        """As the port says."""
        return await self._relabelled(key, *((["UNREAD"], []) if unread else ([], ["UNREAD"])))

    async def move(self, key: MailKey, place: str) -> MailKey | None:
        """As the port says: to a label by its name, out of the inbox. Raises ToolProblem for where Gmail alone puts mails."""
        wanted = place.strip().casefold()
        if wanted in ("sent", "drafts", "*"):
            raise ToolProblem(_BY_ITSELF.format(place=wanted))
        if wanted == "trash":
            path = f"messages/{segment(key.uid)}/trash"
            reply = await self._calls.call("POST", path, may=_GONE, repeatable=True)
            return None if reply.status in _GONE else key
        on, off = _MOVES.get(wanted) or ([await self._label_of(place)], ["INBOX", "SPAM", "TRASH"])
        return key if await self._relabelled(key, on, [one for one in off if one not in on]) else None

    async def send(self, message: bytes, sender: str, recipients: Sequence[str]) -> None:
        """As the port says."""
        head = heading(message)
        body = await self._body(_addressed(message, head, recipients), head)
        try:
            await self._calls.call("POST", "messages/send", body=body)
        except OutcomeUnknown as problem:
            raise SendUnknown from problem
        except ToolProblem as problem:
            raise SendRefused(problem.sentence) from problem

    async def draft(self, message: bytes) -> MailKey | None:
        """As the port says. One that is there under its Message-ID is not put there again."""
        head = heading(message)
        known = await self._references(f"in:drafts rfc822msgid:{bare_id(head.message_id)}") if head.message_id else ()
        if known:
            return key(known[0].id)
        body = {"message": await self._body(message, head)}
        return key((await self._calls.call("POST", "drafts", body=body)).read(_Draft).message.id)

    async def _body(self, message: bytes, head: Heading) -> dict[str, str]:
        """A message as it is handed over, in the conversation of what it answers: Gmail joins it to that only where it is named."""
        body = {"raw": base64.urlsafe_b64encode(message).decode()}
        answered = await self._references(f"rfc822msgid:{bare_id(head.in_reply_to)}") if head.in_reply_to else ()
        return {**body, "threadId": answered[0].thread} if answered and answered[0].thread else body

    async def _relabelled(self, key: MailKey, on: list[str], off: list[str]) -> bool:
        body = {"addLabelIds": on, "removeLabelIds": off}
        path = f"messages/{segment(key.uid)}/modify"
        return (await self._calls.call("POST", path, body=body, may=_GONE, repeatable=True)).status not in _GONE

    async def _fitting(self, query: MailQuery, label: str, limit: int) -> list[Found]:
        """The newest that fit, asked for by pages: Gmail finds more than was meant."""
        params = _asked(search_words(query), label, page=_PAGE if limit < _PAGE else 2 * _PAGE)
        found: list[Found] = []
        async for page in pages(self._calls, "messages", params, _References, _MOST_LOOKED_AT):
            wanted = [one.id for one in page.messages]
            while wanted and len(found) < limit:  # no more are looked at than are needed
                part, wanted = wanted[: limit - len(found)], wanted[limit - len(found) :]
                asked = await listed(self._calls, part)
                found += [one for one in asked if _lies(one, label, query.folder) and fits(query, one)]
            if len(found) >= limit:
                break
        return found

    async def _renamed(self, query: MailQuery) -> list[Found]:
        """A sent mail that Gmail gave another Message-ID, by the header that keeps ours."""
        params = _asked("", LABELS["sent"], page=_SENT_LOOKED_AT)
        reply = await self._calls.call("GET", "messages", params=params)
        found = await listed(self._calls, (one.id for one in reply.read(_References).messages))
        return [one for one in found if fits(query, one)]

    async def _conversation(self, message_ids: Sequence[str]) -> list[Found]:
        """All mails of the conversations that these are of."""
        wanted = [one for one in map(bare_id, message_ids) if one][-_MOST_THREAD_IDS:]
        references = await side_by_side(wanted, lambda one: self._references(f"rfc822msgid:{one}"))
        threads = dict.fromkeys(one.thread for found in references for one in found if one.thread)
        found = await side_by_side(threads, self._thread)
        return [one for mails in found for one in mails]

    async def _thread(self, id_: str) -> list[Found]:
        reply = await self._calls.call("GET", f"threads/{segment(id_)}", params={"format": "metadata"}, may=_GONE)
        return [as_found(one) for one in _messages(reply)]

    async def _references(self, words: str) -> list[_Reference]:
        reply = await self._calls.call("GET", "messages", params={"q": words, "maxResults": 5})
        return reply.read(_References).messages

    async def _label_of(self, folder: str) -> str:
        """The label of a place or a name; "" for all mail, and for what is archived. Raises NotFound with those there are."""
        wanted = folder.strip().casefold() or "inbox"
        if wanted in ("*", "archive") or wanted in LABELS:
            return LABELS.get(wanted, "")
        labels = (await self._calls.call("GET", "labels")).read(_Labels).labels
        found = next((one.id for one in labels if wanted in (one.name.casefold(), _last(one.name))), "")
        if found:
            return found
        names = ", ".join(one.name for one in labels[:_MOST_LABELS_TOLD])
        raise NotFound(_NO_LABEL.format(name=folder.strip()[:60], names=names))


def _messages(reply: Reply) -> list[MessageShape]:
    return [] if reply.status in _GONE else reply.read(_Thread).messages


def _asked(words: str, label: str, *, page: int) -> Params:
    params: Params = {"maxResults": page, "includeSpamTrash": label in ("TRASH", "SPAM")}
    return {**params, **({"q": words} if words else {}), **({"labelIds": [label]} if label else {})}


def _lies(found: Found, label: str, folder: str) -> bool:
    if label:
        return label in found.labels
    left_out = {"TRASH", "SPAM"} if folder == "*" else set(LABELS.values())
    return not found.labels & left_out


def _last(name: str) -> str:
    """The last part of a label's name: they are nested by strokes."""
    return name.casefold().rsplit("/", 1)[-1]


def _addressed(message: bytes, head: Heading, recipients: Sequence[str]) -> bytes:
    """The message with its own id in a second header, and with those in a Bcc who are named nowhere in its head: Gmail reads there whom it
    goes to. Raises SendRefused where the head names others."""
    named = {one.address.casefold() for one in (*head.to, *head.cc)}
    meant = {one.casefold(): one for one in recipients}
    if others := named - meant.keys():
        raise SendRefused(_OTHERS.format(names=", ".join(sorted(others)[:5])))
    hidden = [address for name, address in meant.items() if name not in named]
    lines = [f"{OWN_ID}: {head.message_id}"] if head.message_id else []
    lines += ["Bcc: " + ",\r\n ".join(re.sub(r"[\r\n]", "", one) for one in hidden)] if hidden else []
    return "".join(f"{line}\r\n" for line in lines).encode() + message


def _bytes(raw: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
    except (binascii.Error, ValueError) as problem:
        raise AccountAway(_BROKEN) from problem
