"""Gmail's half of the fake: messages under labels, found by its search words, in conversations, with a history."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any

from tests.fakes.vendors.google_api.refusal import Refused

if TYPE_CHECKING:
    from tests.fakes.vendors.google_api.server import Asked

Json = dict[str, Any]
_TERM = re.compile(r'(-?)(?:(\w+):)?(?:"([^"]*)"|(\S+))')
_PLACES = {"inbox": "INBOX", "sent": "SENT", "drafts": "DRAFT", "trash": "TRASH", "spam": "SPAM", "chats": "CHAT"}
_PAGE = 100


@dataclass
class Kept:
    """One message."""

    id: str
    thread: str
    raw: bytes
    labels: set[str]
    received: int
    history: int

    @property
    def mime(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=policy.default)

    def head(self, *names: str) -> str:
        return " ".join(str(self.mime[name] or "") for name in names)


class Mails:
    """One mailbox. `page` is the most of a page, `renames`: what is sent gets another Message-ID, `forgotten`: history up to there is gone."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.kept: dict[str, Kept] = {}
        self.own_labels: dict[str, str] = {}
        self.events: list[tuple[int, str]] = []
        self.page = _PAGE
        self.renames = False
        self.forgotten = 0
        self._number = 1000
        self._now = 1_767_225_600_000  # the first minute of 2026, in milliseconds

    def comes(self, raw: bytes, *labels: str, at: datetime | None = None, thread: str = "") -> str:
        """A message as it comes in, a minute after the last; its id."""
        self._number += 3
        self._now += 60_000
        id_ = f"{self._number:x}"
        received = int(at.timestamp() * 1000) if at else self._now
        kept = Kept(id_, thread or self._conversation(raw) or id_, raw, set(labels), received, self._number)
        self.kept[id_] = kept
        self.events.append((self._number, id_))
        return id_

    def gmail_users_get_profile(self, _: "Asked") -> Json:
        return {"emailAddress": self.address, "historyId": str(self._number), "messagesTotal": len(self.kept)}

    def gmail_users_labels_list(self, _: "Asked") -> Json:
        system = [
            {"id": one, "name": one, "type": "system"} for one in ("INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "UNREAD")
        ]
        return {
            "labels": [*system, *({"id": id_, "name": name, "type": "user"} for id_, name in self.own_labels.items())]
        }

    def gmail_users_messages_list(self, asked: "Asked") -> Json:
        fits, labels = self._test(asked.one("q")), set(asked.query.get("labelIds", []))
        self._check_labels(labels)
        hidden = set() if asked.one("includeSpamTrash") == "true" else {"TRASH", "SPAM"}
        found = [one for one in self.kept.values() if labels <= one.labels and fits(one) and not one.labels & hidden]
        found.sort(key=lambda one: -one.received)
        size, first = min(int(asked.one("maxResults", "100")), self.page), int(asked.one("pageToken", "0"))
        more = {"nextPageToken": str(first + size)} if len(found) > first + size else {}
        listed = [{"id": one.id, "threadId": one.thread} for one in found[first : first + size]]
        return {**({"messages": listed} if listed else {}), "resultSizeEstimate": len(found), **more}

    def gmail_users_messages_get(self, asked: "Asked") -> Json:
        return self._shown(self._of(asked), asked)

    def gmail_users_messages_modify(self, asked: "Asked") -> Json:
        kept, on, off = (
            self._of(asked),
            set(asked.body.get("addLabelIds", [])),
            set(asked.body.get("removeLabelIds", [])),
        )
        self._check_labels(on | off)
        if (on | off) & {"SENT", "DRAFT"} or on & off:
            raise Refused(400, "invalidArgument")
        kept.labels = (kept.labels - off) | on
        return self._reference(kept)

    def gmail_users_messages_trash(self, asked: "Asked") -> Json:
        kept = self._of(asked)
        kept.labels = (kept.labels - {"INBOX"}) | {"TRASH"}
        return self._reference(kept)

    def gmail_users_messages_send(self, asked: "Asked") -> Json:
        raw = self._raw(asked.body)
        mime: EmailMessage = message_from_bytes(raw, policy=policy.default)
        if not (mime["to"] or mime["cc"] or mime["bcc"]):
            raise Refused(400, "invalidArgument")
        if self.renames:
            raw = re.sub(
                rb"(?im)^message-id:[^\r\n]*", b"Message-ID: <CA%d@mail.gmail.com>" % self._number, raw, count=1
            )
        thread = self._thread_of(asked.body)
        return self._reference(self.kept[self.comes(raw, "SENT", thread=thread)])

    def gmail_users_drafts_create(self, asked: "Asked") -> Json:
        message = asked.body["message"]
        kept = self.kept[self.comes(self._raw(message), "DRAFT", thread=self._thread_of(message))]
        return {"id": f"r{kept.id}", "message": self._reference(kept)}

    def gmail_users_threads_get(self, asked: "Asked") -> Json:
        found = [one for one in self.kept.values() if one.thread == asked.path["id"]]
        if not found:
            raise Refused(404, "notFound")
        return {"id": asked.path["id"], "messages": [self._shown(one, asked) for one in found]}

    def gmail_users_history_list(self, asked: "Asked") -> Json:
        since, label = int(asked.one("startHistoryId")), asked.one("labelId")
        if since < self.forgotten:
            raise Refused(404, "notFound")
        found = [
            (number, self.kept[id_])
            for number, id_ in self.events
            if number > since and id_ in self.kept and (not label or label in self.kept[id_].labels)
        ]
        size, first = min(int(asked.one("maxResults", "100")), self.page), int(asked.one("pageToken", "0"))
        more = {"nextPageToken": str(first + size)} if len(found) > first + size else {}
        records = [
            {"id": str(number), "messages": [self._bare(kept)], "messagesAdded": [{"message": self._reference(kept)}]}
            for number, kept in found[first : first + size]
        ]
        return {**({"history": records} if records else {}), "historyId": str(self._number), **more}

    def _of(self, asked: "Asked") -> Kept:
        if asked.path["id"] not in self.kept:
            raise Refused(404, "notFound")
        return self.kept[asked.path["id"]]

    def _shown(self, kept: Kept, asked: "Asked") -> Json:
        shown = {
            **self._reference(kept),
            "historyId": str(kept.history),
            "internalDate": str(kept.received),
            "sizeEstimate": len(kept.raw),
        }
        if asked.one("format", "full") == "raw":
            return {**shown, "raw": base64.urlsafe_b64encode(kept.raw).decode()}
        wanted = {name.lower() for name in asked.query.get("metadataHeaders", [])}
        headers = [
            {"name": name, "value": str(value)}
            for name, value in kept.mime.items()
            if not wanted or name.lower() in wanted
        ]
        return {**shown, "payload": {"mimeType": kept.mime.get_content_type(), "headers": headers}}

    def _reference(self, kept: Kept) -> Json:
        return {**self._bare(kept), "labelIds": sorted(kept.labels)}

    def _bare(self, kept: Kept) -> Json:
        return {"id": kept.id, "threadId": kept.thread}

    def _check_labels(self, labels: set[str]) -> None:
        if not labels <= {*_PLACES.values(), "UNREAD", "STARRED", *self.own_labels}:
            raise Refused(400, "invalidArgument")

    def _thread_of(self, message: Json) -> str:
        thread = message.get("threadId", "")
        if thread and thread not in {one.thread for one in self.kept.values()}:
            raise Refused(404, "notFound")
        return thread

    def _conversation(self, raw: bytes) -> str:
        """Of what comes in; what is sent names its own."""
        mime = message_from_bytes(raw, policy=policy.default)
        named = f"{mime['references'] or ''} {mime['in-reply-to'] or ''}"
        if not named.strip():
            return ""
        return next((one.thread for one in self.kept.values() if (id_ := one.head("message-id")) and id_ in named), "")

    @staticmethod
    def _raw(message: Json) -> bytes:
        return base64.urlsafe_b64decode(message["raw"])

    def _test(self, q: str) -> Callable[[Kept], bool]:
        tests = [self._term(*found.groups()) for found in _TERM.finditer(q)]
        return lambda kept: all(test(kept) for test in tests)

    def _term(self, minus: str, name: str | None, quoted: str | None, plain: str | None) -> Callable[[Kept], bool]:
        value = (quoted if quoted is not None else plain or "").lower()
        test = self._plain_term(name or "", value)
        return (lambda kept: not test(kept)) if minus else test

    def _plain_term(self, name: str, value: str) -> Callable[[Kept], bool]:
        match name, value:
            case "in", _:
                return lambda kept: _PLACES[value] in kept.labels
            case "is", "unread" | "read":
                return lambda kept: ("UNREAD" in kept.labels) == (value == "unread")
            case "has", "attachment":
                return lambda kept: any(kept.mime.iter_attachments())
            case "rfc822msgid", _:
                return lambda kept: kept.head("message-id").strip("<> ").lower() == value
            case "after" | "before", _ if value.isdecimal():
                return lambda kept: (kept.received >= int(value) * 1000) == (name == "after")
            case "from" | "subject", _:
                return lambda kept: _has(kept.head(name), value)
            case "to", _:
                return lambda kept: _has(kept.head("to", "cc", "bcc"), value)
            case "", _:
                return lambda kept: _has(kept.head("from", "to", "cc", "subject") + _text(kept.mime), value)
            case _:
                raise Refused(400, "invalidArgument")


def _text(mime: EmailMessage) -> str:
    body = mime.get_body(("plain", "html"))
    return " " + str(body.get_content()) if body else ""


def _has(text: str, words: str) -> bool:
    """Whole words, in their order."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text.lower()) is not None
