"""The mailbox of the Graph server: folders, messages made of MIME, search and filter, delta, drafts that are sent."""

import base64
import email
from collections.abc import Callable
from datetime import date, datetime
from email import policy
from email.message import EmailMessage

from tests.fakes.vendors.graph.answers import Answer, Asked, World, held
from tests.fakes.vendors.graph.odata import Item, Refused, page, parsed, searched, select

PLACES = {
    "inbox": "Inbox",
    "sentitems": "Sent Items",
    "drafts": "Drafts",
    "archive": "Archive",
    "deleteditems": "Deleted Items",
    "junkemail": "Junk Email",
}
_PAGE = 10


def mailbox(world: World) -> None:
    """The folders that every mailbox has."""
    for known, name in PLACES.items():
        folder(world, name, known=known)


def folder(world: World, name: str, *, known: str = "", parent: str = "") -> str:
    """A folder; its id."""
    id_ = world.id("folder")
    world.folders[id_] = {
        "id": id_,
        "displayName": name,
        "parentFolderId": parent or "root",
        "childFolderCount": 0,
        "totalItemCount": 0,
        "unreadItemCount": 0,
        "isHidden": False,
        "_known": known,
    }
    if parent:
        world.folders[parent]["childFolderCount"] += 1
    return id_


def place(world: World, name: str) -> str:
    """The id of a folder by its id or well-known name."""
    found = next((id_ for id_, one in world.folders.items() if name in (id_, one["_known"])), "")
    if not found:
        raise Refused(404, "ErrorItemNotFound", "The specified folder could not be found in the store.")
    return found


def deliver(world: World, mime: bytes, *, where: str = "inbox", read: bool = False, draft: bool = False) -> Item:
    """A message that came, or was made."""
    message = email.message_from_bytes(mime, policy=policy.default)
    assert isinstance(message, EmailMessage)
    id_, at = world.id("mail"), world.tick()
    text = message.get_body(("plain", "html"))
    words = text.get_content() if text else ""
    sender = _people(message, "From")
    item: Item = {
        "@odata.etag": world.version(),
        "id": id_,
        "createdDateTime": at,
        "receivedDateTime": at,
        "sentDateTime": at,
        "hasAttachments": any(True for _ in message.iter_attachments()),
        "internetMessageId": str(message["Message-ID"] or "") or f"<{id_.strip('=')}@outlook.example>",
        "subject": str(message["Subject"] or ""),
        "bodyPreview": words[:255],
        "importance": "normal",
        "parentFolderId": place(world, where),
        "conversationId": _conversation(world, message),
        "isRead": read or draft,
        "isDraft": draft,
        "webLink": "https://outlook.example/",
        "toRecipients": _people(message, "To"),
        "ccRecipients": _people(message, "Cc"),
        "bccRecipients": _people(message, "Bcc"),
        "replyTo": [],
        "singleValueExtendedProperties": [{"id": "Integer 0xe08", "value": str(len(mime))}],
        **({"from": sender[0], "sender": sender[0]} if sender else {}),
        "_mime": mime,
        "_words": words,
    }
    world.messages[id_] = item
    world.journal.append(("created", id_))
    return item


def _people(message: EmailMessage, name: str) -> list[Item]:
    found = [one for header in message.get_all(name, ()) for one in header.addresses]
    return [{"emailAddress": {"name": one.display_name or one.addr_spec, "address": one.addr_spec}} for one in found]


def _conversation(world: World, message: EmailMessage) -> str:
    """That of the message it answers, else a new one."""
    named = f"{message['References'] or ''} {message['In-Reply-To'] or ''}".split()
    known = {one["internetMessageId"]: one["conversationId"] for one in world.messages.values()} if named else {}
    return next((known[one] for one in reversed(named) if one in known), world.id("conversation"))


def _listing(world: World, asked: Asked) -> Answer:
    inside = place(world, asked.ids[0]) if asked.ids else ""
    found = [one for one in world.messages.values() if not inside or one["parentFolderId"] == inside]
    query = dict(asked.query)
    if "$search" in query:
        clauses = searched(query.pop("$search"))
        found = [one for one in found if all(_found(one, *clause) for clause in clauses)]
    if "$orderby" not in query:
        found.reverse()
    part = page(found, query)
    return Answer(
        200, {"value": part.items, **({"@odata.nextLink": {"$skip": part.following}} if part.following else {})}
    )


def _found(item: Item, name: str, operator: str, value: str) -> bool:
    """Whether a clause of a search holds."""
    texts: dict[str, str] = {
        "from": str(item.get("from")),
        "to": str(item["toRecipients"]),
        "recipients": str([item["toRecipients"], item["ccRecipients"], item["bccRecipients"]]),
        "subject": item["subject"],
        "": " ".join((item["subject"], item["_words"], str(item.get("from")), str(item["toRecipients"]))),
    }
    if name == "received":
        day, wanted = datetime.fromisoformat(item["receivedDateTime"]).date(), date.fromisoformat(value)
        return day >= wanted if operator == ">=" else day <= wanted
    if name == "hasattachments" or name == "hasAttachments":
        return item["hasAttachments"] == (value == "true")
    if name not in texts:
        raise Refused(400, "BadRequest", f"this server searches no {name}")
    return value in texts[name].casefold()


def _delta(world: World, asked: Asked) -> Answer:
    """What changed since a token, a page at a time."""
    query, inside = asked.query, place(world, asked.ids[0])
    token = query.get("$deltatoken") or query.get("$skiptoken")
    since = int(token) if token else 0
    if since < world.oldest_token:
        raise Refused(410, "SyncStateNotFound", "The sync state generation is not found.")
    test = parsed(query["$filter"])[0] if "$filter" in query else (lambda _: True)
    size = next(
        (int(one.partition("=")[2]) for one in asked.headers["prefer"].split(", ") if "maxpagesize" in one), _PAGE
    )
    found: list[Item] = []
    at = since
    while at < len(world.journal) and len(found) < size:
        kind, id_ = world.journal[at]
        at += 1
        item = world.messages.get(id_)
        if item and item["parentFolderId"] == inside and test(item) and kind == query.get("changeType", kind):
            found.append(select(item, {"$select": query.get("$select", "")}))
        elif kind == "removed":
            found.append({"id": id_, "@removed": {"reason": "deleted"}})
    is_last = at >= len(world.journal)
    link = {"@odata.deltaLink": {"$deltatoken": at}} if is_last else {"@odata.nextLink": {"$skiptoken": at}}
    return Answer(200, {"value": found, **link})


def _create(world: World, asked: Asked) -> Answer:
    if asked.headers.get("content-type") != "text/plain":
        raise Refused(400, "UnableToDeserializePostBody", "this server takes MIME only")
    item = deliver(world, base64.b64decode(asked.content, validate=True), where="drafts", draft=True)
    return Answer(201, select(item, {}))


def _get(world: World, asked: Asked) -> Answer:
    return Answer(200, select(held(world.messages, asked.ids[0]), asked.query))


def _value(world: World, asked: Asked) -> Answer:
    return Answer(200, held(world.messages, asked.ids[0])["_mime"])


def _patch(world: World, asked: Asked) -> Answer:
    item = held(world.messages, asked.ids[0])
    item.update(asked.body)
    world.journal.append(("updated", item["id"]))
    return Answer(200, select(item, {}))


def _move(world: World, asked: Asked) -> Answer:
    item = held(world.messages, asked.ids[0])
    item["parentFolderId"] = place(world, asked.body["DestinationId"])
    world.journal.append(("created", item["id"]))
    return Answer(201, select(item, {}))


def _send(world: World, asked: Asked) -> Answer:
    item = held(world.messages, asked.ids[0])
    if not item["isDraft"]:
        raise Refused(400, "ErrorInvalidOperation", "The message was sent already.")
    if not (item["toRecipients"] or item["ccRecipients"] or item["bccRecipients"]):
        raise Refused(400, "ErrorInvalidRecipients", "At least one recipient is not valid.")
    item |= {"isDraft": False, "parentFolderId": place(world, "sentitems"), "sentDateTime": world.tick()}
    world.went_out.append(item["_mime"])
    return Answer(202)


def _folders(world: World, asked: Asked) -> Answer:
    parent = place(world, asked.ids[0]) if asked.ids else "root"
    part = page([one for one in world.folders.values() if one["parentFolderId"] == parent], asked.query)
    return Answer(
        200, {"value": part.items, **({"@odata.nextLink": {"$skip": part.following}} if part.following else {})}
    )


def _folder(world: World, asked: Asked) -> Answer:
    return Answer(200, select(world.folders[place(world, asked.ids[0])], asked.query))


HANDLERS: dict[tuple[str, str], Callable[[World, Asked], Answer]] = {
    ("get", "/me/messages"): _listing,
    ("post", "/me/messages"): _create,
    ("get", "/me/messages/{message-id}"): _get,
    ("patch", "/me/messages/{message-id}"): _patch,
    ("get", "/me/messages/{message-id}/$value"): _value,
    ("post", "/me/messages/{message-id}/move"): _move,
    ("post", "/me/messages/{message-id}/send"): _send,
    ("get", "/me/mailFolders"): _folders,
    ("get", "/me/mailFolders/{mailFolder-id}"): _folder,
    ("get", "/me/mailFolders/{mailFolder-id}/childFolders"): _folders,
    ("get", "/me/mailFolders/{mailFolder-id}/messages"): _listing,
    ("get", "/me/mailFolders/{mailFolder-id}/messages/delta()"): _delta,
}
