"""A mailbox at Microsoft, by Graph. Invariant: a mail's id stays when it is moved (immutable ids), so that a key goes on naming it.

A mail goes out in two steps: it is put among the drafts as it was written, then that draft is sent. The draft's id tells afterwards whether
it went, also where the answer to the second step was lost; where it was never sent, the same mail is not put there a second time.
"""

import base64
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app.errors import (
    AccountAway,
    AccountError,
    ChangedElsewhere,
    NotFound,
    OutcomeUnknown,
    SendRefused,
    SendUnknown,
    ToolProblem,
)
from app.integrations.calls import Calls
from app.integrations.mail.characters import one_line
from app.integrations.mail.headers import addresses, read_headers
from app.integrations.mail.mime import heading
from app.integrations.microsoft.graph import IMMUTABLE, Item, at, listed, moment, number, text, thing, things
from app.integrations.microsoft.mail_query import FIELDS, Params, asked, conversation_filter, fits, ids_filter
from app.integrations.ports import ListedMail, MailKey, MailQuery

log = logging.getLogger(__name__)

WELL_KNOWN = {
    "inbox": "inbox",
    "sent": "sentitems",
    "drafts": "drafts",
    "archive": "archive",
    "trash": "deleteditems",
    "junk": "junkemail",
}
_LEFT_OUT = ("deleteditems", "junkemail")
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
_PAGE = 100
_MOST_LOOKED_AT = 1_000
_MOST_FETCHED = 60_000_000
_MOST_FOLDERS = 200
_MOST_CONVERSATIONS = 5
_MOST_BYTES = 2_900_000  # Graph takes 4 MB, of which base64 leaves three quarters
_SIZE = "Integer 0x0E08"  # PidTagMessageSize: a message's listing says its size nowhere else
_SIZES = f"singleValueExtendedProperties($filter=id eq '{_SIZE}')"
_NO_FOLDER = "There is no folder called “{name}” in that mailbox. There are: {shown}."
_TOO_LARGE = "That mail is larger than Microsoft takes from me (about 2.9 MB with its attachments)."
_OTHERS = "That mail names people in its To or Cc who are not to get it, so I left it."
_ODD_ADDRESS = "One of those addresses isn't one a mail can go to."
_NOT_HANDED_OVER = "Microsoft didn't answer before that mail was handed over. I'll try again."
_UNKNOWN = "The connection to Microsoft ended just as the mail was handed over, so I can't tell whether it went out."


@dataclass(frozen=True, slots=True)
class GraphMailbox:
    """One account's mail."""

    calls: Calls

    async def search(self, query: MailQuery, limit: int) -> Sequence[ListedMail]:
        """As the port says. A size is what Outlook keeps, 0 where it doesn't say; at most 1,000 mails are looked at."""
        if limit < 1:
            return []
        path, left_out = await self._searched(query.folder)
        found: list[Item] = []
        for params in await self._requests(query):
            found += await self._found(path, params, query, left_out=left_out, limit=limit)
        unique = {text(one, "id"): as_listed(one) for one in found}
        return sorted(unique.values(), key=lambda one: one.received_at, reverse=True)[:limit]

    async def fetch(self, key: MailKey) -> bytes | None:
        """As the port says."""
        try:
            path = at("me", "messages", key.uid, "$value")
            return (await self.calls.call("GET", path, headers=IMMUTABLE, most_bytes=_MOST_FETCHED)).body
        except NotFound:
            return None

    async def mark(self, key: MailKey, *, unread: bool) -> bool:
        """As the port says."""
        path, body = at("me", "messages", key.uid), {"isRead": not unread}
        try:
            await self.calls.call("PATCH", path, body=body, headers=IMMUTABLE, repeatable=True)
        except NotFound:
            return False
        return True

    async def move(self, key: MailKey, place: str) -> MailKey | None:
        """As the port says."""
        target = await self._folder(place)
        path, body = at("me", "messages", key.uid, "move"), {"DestinationId": target}
        try:
            moved = thing(await self.calls.call("POST", path, body=body, headers=IMMUTABLE, repeatable=True))
        except NotFound:
            if await self._is_draft(key.uid) is None:
                return None
            raise NotFound(_NO_FOLDER.format(name=one_line(place, 60), shown=await self._names())) from None
        return MailKey(text(moved, "parentFolderId") or target, text(moved, "id") or key.uid)

    async def send(self, message: bytes, sender: str, recipients: Sequence[str]) -> None:
        """As the port says; Outlook keeps it among those sent by itself. The sender is the one the message names."""
        addressed = _addressed(message, recipients)
        try:
            draft = await self._draft(addressed)
        except OutcomeUnknown as problem:  # at most a draft was made: it is found and used when this is tried again
            raise AccountAway(_NOT_HANDED_OVER) from problem
        except ToolProblem as problem:
            raise SendRefused(problem.sentence) from problem
        id_ = text(draft, "id")
        try:
            await self.calls.call("POST", at("me", "messages", id_, "send"), headers=IMMUTABLE)
        except (OutcomeUnknown, NotFound, ChangedElsewhere) as problem:
            await self._went(id_, problem)
        except ToolProblem as problem:
            raise SendRefused(problem.sentence) from problem

    async def draft(self, message: bytes) -> MailKey | None:
        """As the port says. A draft with this Message-ID that is there already is that draft."""
        made = await self._draft(message)
        return MailKey(text(made, "parentFolderId"), text(made, "id"))

    async def _draft(self, message: bytes) -> Item:
        if len(message) > _MOST_BYTES:
            raise SendRefused(_TOO_LARGE)
        known = await self._kept_draft(message)
        if known is not None:
            return known
        content, kind = base64.b64encode(message), {"content-type": "text/plain", **IMMUTABLE}
        try:
            return thing(await self.calls.call("POST", "me/messages", content=content, headers=kind))
        except OutcomeUnknown:
            known = await self._kept_draft(message)
            if known is None:
                raise
            return known

    async def _kept_draft(self, message: bytes) -> Item | None:
        """The draft with this one's Message-ID, if there is one."""
        message_id = heading(message).message_id
        if not message_id:
            return None
        params: Params = {"$select": FIELDS, "$filter": ids_filter((message_id,))}
        query = MailQuery(message_id=message_id)
        async for one in listed(self.calls, at("me", "mailFolders", "drafts", "messages"), params, IMMUTABLE):
            if fits(one, query) and one.get("isDraft") is True:
                return one
        return None

    async def _went(self, id_: str, problem: Exception) -> None:
        """Nothing where that draft was sent. Raises SendUnknown where that can't be told."""
        try:
            is_draft = await self._is_draft(id_)
        except (AccountError, ToolProblem) as silent:
            log.info("a sent mail can't be looked at", extra={"event": "mail.unseen", "problem": type(silent).__name__})
            is_draft = None
        if is_draft is not False:
            raise SendUnknown(_UNKNOWN) from problem

    async def _is_draft(self, id_: str) -> bool | None:
        """Whether a mail waits to be sent; None where there is none of that id."""
        try:
            reply = await self.calls.call(
                "GET", at("me", "messages", id_), params={"$select": "isDraft"}, headers=IMMUTABLE
            )
        except NotFound:
            return None
        return thing(reply).get("isDraft") is not False

    async def _searched(self, name: str) -> tuple[str, frozenset[str]]:
        """The path of the messages of a folder, and the ids of the folders that are left out."""
        if name != "*":
            return at("me", "mailFolders", await self._folder(name or "inbox"), "messages"), frozenset()
        ids = [await self._id(one) for one in _LEFT_OUT]
        return "me/messages", frozenset(ids) - {""}

    async def _requests(self, query: MailQuery) -> list[Params]:
        """What is asked: one thing, or for a thread each of the conversations that its mails are of."""
        if not query.thread:
            return [asked(query)]
        params: Params = {"$select": "id,conversationId", "$filter": ids_filter(query.thread)}
        found = [text(one, "conversationId") async for one in listed(self.calls, "me/messages", params, IMMUTABLE)]
        conversations = [one for one in dict.fromkeys(found) if one][:_MOST_CONVERSATIONS]
        order: Params = {"$select": FIELDS, "$orderby": "receivedDateTime desc"}
        return [order | {"$filter": conversation_filter(one)} for one in conversations]

    async def _found(
        self, path: str, params: Params, query: MailQuery, *, left_out: frozenset[str], limit: int
    ) -> list[Item]:
        """The first that fit; a search comes in the order that Outlook likes, so that all of it is read."""
        found: list[Item] = []
        looked, is_search = 0, "$search" in params
        whole: Params = params | {"$top": _PAGE if is_search else min(limit, _PAGE), "$expand": _SIZES}
        if path == "me/messages" or is_search:
            del whole["$expand"]
        async for one in listed(self.calls, path, whole, IMMUTABLE):
            looked += 1
            if fits(one, query) and text(one, "parentFolderId") not in left_out:
                found.append(one)
            if looked >= _MOST_LOOKED_AT or (len(found) >= limit and not is_search):
                break
        return found

    async def _id(self, well_known: str) -> str:
        try:
            path = at("me", "mailFolders", well_known)
            return text(thing(await self.calls.call("GET", path, params={"$select": "id"}, headers=IMMUTABLE)), "id")
        except NotFound:
            return ""

    async def _folder(self, name: str) -> str:
        """The well-known name of one of PLACES, or the id of the folder of that name or id. Raises NotFound with those there are."""
        wanted = name.strip().casefold()
        if wanted in WELL_KNOWN:
            return WELL_KNOWN[wanted]
        async for one in self._folders():
            if text(one, "displayName").casefold() == wanted or text(one, "id") == name:
                return text(one, "id")
        raise NotFound(_NO_FOLDER.format(name=one_line(name, 60), shown=await self._names()))

    async def _names(self) -> str:
        return ", ".join([one_line(text(one, "displayName"), 100) async for one in self._folders()][:20])

    async def _folders(self) -> AsyncIterator[Item]:
        """All folders, those inside others after them."""
        params: Params = {"$select": "id,displayName,childFolderCount", "$top": _PAGE}
        paths, seen = ["me/mailFolders"], 0
        while paths:
            async for one in listed(self.calls, paths.pop(0), params, IMMUTABLE):
                seen += 1
                if number(one, "childFolderCount"):
                    paths.append(at("me", "mailFolders", text(one, "id"), "childFolders"))
                yield one
                if seen >= _MOST_FOLDERS:
                    return


def as_listed(item: Item) -> ListedMail:
    """A mail as its folder lists it."""
    return ListedMail(
        key=MailKey(text(item, "parentFolderId"), text(item, "id")),
        message_id=text(item, "internetMessageId"),
        sender_name=one_line(text(item, "from", "emailAddress", "name"), 120),
        sender=one_line(text(item, "from", "emailAddress", "address"), 320),
        subject=one_line(text(item, "subject"), 500),
        received_at=moment(text(item, "receivedDateTime")) or _NO_DATE,
        is_unread=item.get("isRead") is not True,
        size=_size(item),
    )


def _size(item: Item) -> int:
    """What the listing's extended property says; 0 where there is none."""
    values = [text(one, "value") for one in things(item.get("singleValueExtendedProperties"))]
    return next((int(one[:12]) for one in values if one.isascii() and one.isdecimal()), 0)


def _addressed(message: bytes, recipients: Sequence[str]) -> bytes:
    """The message with those of the recipients as Bcc who stand nowhere in it: Graph knows no envelope. Raises SendRefused where it names
    others."""
    headers = read_headers(message[: message.find(b"\r\n\r\n")] if b"\r\n\r\n" in message else message)
    wanted = {one.strip().casefold(): one.strip() for one in recipients}
    named = {
        one.address.casefold()
        for field in ("to", "cc", "bcc")
        for value in headers.all(field)
        for one in addresses(value)
    }
    if named - wanted.keys() - {""}:
        raise SendRefused(_OTHERS)
    missing = [address for plain, address in wanted.items() if plain not in named]
    if any(set(one) & set("\r\n,;<>") for one in missing):
        raise SendRefused(_ODD_ADDRESS)
    return b"".join(f"Bcc: {one}\r\n".encode() for one in [", ".join(missing)] if one) + message
