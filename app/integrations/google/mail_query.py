"""A MailQuery in Gmail's own search words, and whether a listed mail fits what those words ask too loosely. Pure.

Invariant: nothing a person says becomes an operator: a word stands in quotes, or behind our own operator, and holds no sign that parts it. Gmail
finds whole words, not pieces of them ("&" and "_" are letters to it), and what is shaped like an address only where it is a whole one, so that
both sides of an "@" are asked for by themselves.
"""

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from app.integrations.google.mail_listing import Found
from app.integrations.ports import MailQuery
from app.memory.words import fold
from app.schedule.zones import to_utc

# What Gmail calls our places. Archived is what lies in none of the others.
LABELS = {"inbox": "INBOX", "sent": "SENT", "drafts": "DRAFT", "trash": "TRASH", "junk": "SPAM"}
_NOT_ARCHIVED = "-in:inbox -in:sent -in:drafts -in:trash -in:spam -in:chats"
_WORD = re.compile(r"[\w.@'+&-]+")
_LETTER = re.compile(r"\w")
_OWN = "me"  # to Gmail the account's own address, in quotes too
_FIRST = datetime(1970, 1, 2, tzinfo=UTC)  # after a moment before its seconds begin, Gmail finds nothing
_MOST_WORDS = 8
_LONGEST_ID = 500


def search_words(query: MailQuery) -> str:
    """What is asked of Gmail besides a label; days are given in seconds as Gmail's own days are California's."""
    since, until = bounds(query)
    message_id = bare_id(query.message_id)
    parts = [
        *(f'"{word}"' for word in _words(query.words)),
        *(f"from:{word}" for word in _sides(query.sender)),
        *(f"to:{word}" for word in _sides(query.recipient)),
        *(f"subject:{_quoted(word)}" for word in _words(query.subject)),
        *([f"after:{int(since.timestamp()) - 1}"] if since and since > _FIRST else []),
        *([f"before:{int(until.timestamp())}"] if until else []),
        *([f"is:{'unread' if query.unread else 'read'}"] if query.unread is not None else []),
        *(["has:attachment"] if query.has_files else []),
        *([f"rfc822msgid:{message_id}"] if message_id else []),
        *([_NOT_ARCHIVED] if query.folder.strip().casefold() == "archive" else []),
    ]
    return " ".join(parts)


def fits(query: MailQuery, found: Found) -> bool:
    """Whether a mail is one that was asked for, as far as its headers and labels say; the words of its text are Gmail's to know."""
    mail = found.mail
    since, until = bounds(query)
    return (
        _has_all(query.sender, f"{mail.sender_name} {mail.sender}")
        and _has_all(query.recipient, found.recipients)
        and _has_all(query.subject, mail.subject)
        and (since is None or mail.received_at >= since)
        and (until is None or mail.received_at < until)
        and (query.unread is None or mail.is_unread == query.unread)
        and (not query.message_id or bare_id(query.message_id) in found.ids)
    )


def bounds(query: MailQuery) -> tuple[datetime | None, datetime | None]:
    """From when, and before when."""
    zone = ZoneInfo(query.zone)
    since = to_utc(datetime.combine(query.since, datetime.min.time()), zone) if query.since else None
    after = query.until + timedelta(days=1) if query.until else None
    return since, to_utc(datetime.combine(after, datetime.min.time()), zone) if after else None


def bare_id(message_id: str) -> str:
    """A Message-ID without brackets, quotes or blanks."""
    return re.sub(r"[\s<>\"{}()]", "", message_id)[:_LONGEST_ID]


def _words(text: str) -> list[str]:
    words = (word.strip("-+'.") for word in _WORD.findall(unicodedata.normalize("NFC", text)))
    return [word for word in words if _LETTER.search(word)][:_MOST_WORDS]


def _sides(text: str) -> list[str]:
    """The words that are asked of a head with addresses."""
    sides = (side.strip("-+'.") for word in _words(text) for side in word.split("@"))
    return [_quoted(side) for side in sides if _LETTER.search(side) and side.casefold() != _OWN]


def _quoted(word: str) -> str:
    """In quotes where a "+" would end it."""
    return f'"{word}"' if "+" in word else word


def _has_all(words: str, text: str) -> bool:
    """Each word somewhere in it, whatever case or accents."""
    there = fold(text)
    return all(fold(word) in there for word in _words(words))
