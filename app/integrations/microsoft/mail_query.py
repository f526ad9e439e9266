"""Which mails are asked for, in Graph's words, and whether what it gives is what was meant.

Graph searches words ($search, in KQL) or compares fields ($filter), never both in one request; so words go into a search, which finds
them anywhere, and everything else into a filter, and whatever the request couldn't say is looked at afterwards. Invariant: nothing that a
person wrote is an operator there.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.integrations.microsoft.graph import Item, literal, moment, part, stamp, text, things
from app.integrations.ports import MailQuery
from app.schedule.zones import to_utc

Params = dict[str, str | int | bool | list[str]]

FIELDS = (
    "id,internetMessageId,conversationId,subject,from,toRecipients,ccRecipients,bccRecipients,receivedDateTime,isRead,isDraft,"
    "hasAttachments,parentFolderId"
)
_MOST_WORDS = 8
_MOST_IDS = 12
_LONGEST = 300
_WORD = re.compile(r"\w[\w.@'+]*(?:-[\w.@'+]+)*")
_FOREVER = "1900-01-01T00:00:00Z"
_DAY = timedelta(days=1)


def asked(query: MailQuery) -> Params:
    """The parameters of the request, newest first where they let one say that."""
    found: Params = {"$select": FIELDS}
    if query.message_id:
        return found | {"$filter": ids_filter((query.message_id,))}
    search = _search(query)
    if search:
        return found | {"$search": search}
    return found | {"$filter": _filter(query), "$orderby": "receivedDateTime desc"}


def ids_filter(message_ids: Iterable[str]) -> str:
    """Those with one of these Message-IDs, the last of them where there are many."""
    kept = [one.strip()[:_LONGEST] for one in message_ids if one.strip()][-_MOST_IDS:]
    return " or ".join("internetMessageId eq " + literal("<" + one.strip("<>") + ">") for one in kept)


def conversation_filter(conversation: str) -> str:
    """All of one conversation; what the list is sorted by must come first in its filter."""
    return f"receivedDateTime ge {_FOREVER} and conversationId eq {literal(conversation)}"


def fits(item: Item, query: MailQuery) -> bool:
    """Whether a mail is one that was meant, as far as its listing tells. Words were looked for by Graph, which knows the whole text."""
    received = moment(text(item, "receivedDateTime"))
    others = [one for kind in ("to", "cc", "bcc") for one in people(item, f"{kind}Recipients")]
    return all(
        (
            not query.message_id or text(item, "internetMessageId").strip("<>") == query.message_id.strip("<>"),
            query.unread is None or (item.get("isRead") is not True) == query.unread,
            not query.has_files or item.get("hasAttachments") is True,
            _holds([text(item, "subject")], query.subject),
            _holds(people(item, "from"), query.sender),
            _holds(others, query.recipient),
            _is_within(received, query),
        )
    )


def _is_within(received: datetime | None, query: MailQuery) -> bool:
    """Whether a time is on the days that are wanted."""
    if received is None:
        return query.since is None and query.until is None
    is_late_enough = query.since is None or received >= _begin(query.since, query.zone)
    return is_late_enough and (query.until is None or received < _end(query.until, query.zone))


def people(item: Item, name: str) -> list[str]:
    """Names with addresses of a field, which holds one or several."""
    value = item.get(name)
    found = things(value) if isinstance(value, list) else [part(item, name)]
    return [f"{text(one, 'emailAddress', 'name')} {text(one, 'emailAddress', 'address')}" for one in found]


def _search(query: MailQuery) -> str:
    """KQL in the double quotes that Graph wants around it; "" where no words are looked for. Each word by itself, so that their order
    says nothing."""
    clauses = [*_words(query.words)]
    clauses += [f"from:{word}" for word in _words(query.sender)]
    clauses += [f"recipients:{word}" for word in _words(query.recipient)]
    clauses += [f"subject:{word}" for word in _words(query.subject)]
    if not clauses:
        return ""
    if query.since:  # whose days these are Graph decides, so a day more on either side
        clauses.append(f"received>={(_begin(query.since, query.zone) - _DAY).date().isoformat()}")
    if query.until:
        clauses.append(f"received<={(_end(query.until, query.zone) + _DAY).date().isoformat()}")
    clauses += ["hasAttachments:true"] if query.has_files else []
    return '"' + " AND ".join(clauses) + '"'


def _filter(query: MailQuery) -> str:
    clauses = [f"receivedDateTime ge {stamp(_begin(query.since, query.zone)) if query.since else _FOREVER}"]
    clauses += [f"receivedDateTime lt {stamp(_end(query.until, query.zone))}"] if query.until else []
    clauses += [f"isRead eq {'false' if query.unread else 'true'}"] if query.unread is not None else []
    clauses += ["hasAttachments eq true"] if query.has_files else []
    return " and ".join(clauses)


def _begin(day: date, zone: str) -> datetime:
    """The midnight that begins a day on the clock of a zone."""
    return to_utc(datetime.combine(max(day, date(1900, 1, 2)), time()), ZoneInfo(zone))


def _end(day: date, zone: str) -> datetime:
    """The midnight that ends it."""
    return _begin(min(day, date(9998, 12, 30)) + _DAY, zone)


def _words(said: str) -> list[str]:
    """Words that are only words: in small letters, since AND, OR and NOT in capitals are operators, and with nothing KQL reads."""
    return [word.casefold().replace("'", "") for word in _WORD.findall(said[:_LONGEST])][:_MOST_WORDS]


def _holds(fields: Iterable[str], said: str) -> bool:
    """Whether one of the fields holds each of the words, whatever their case or accents."""
    words = [plain(word) for word in _words(said)]
    return not words or any(all(word in plain(field).replace("'", "") for word in words) for field in fields)


def plain(said: str) -> str:
    """Without case and accents, to compare."""
    apart = unicodedata.normalize("NFKD", said.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
