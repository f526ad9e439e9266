"""A message as it came, to a letter. Invariant: never raises, for any bytes; a letter has text, or a note that says why there is none.

Bytes, parts, depth and characters are bounded, and only what is shown is decoded, so that 50 MB with attachments cost little more than
finding their ends. Believes nothing: names and addresses are what the message says. Knows no mailbox and no vendor.
"""

import re

from app.excerpt import excerpt
from app.integrations.mail.bodies import Body, attachment_of, read_body
from app.integrations.mail.characters import one_line
from app.integrations.mail.dates import date_of
from app.integrations.mail.headers import Headers, addresses
from app.integrations.mail.letter import Address, Attachment, Heading, Letter
from app.integrations.mail.lookalike import warnings
from app.integrations.mail.quotes import folded
from app.integrations.mail.structure import MOST_BYTES, Message, read_head, read_message

_LONGEST_SUBJECT = 500
_LONGEST_ID = 500
_MOST_REFERENCES = 100
_MOST_CALENDAR = 256_000  # bytes
_ID = re.compile(r"<[^<>\s]{1,498}>")
_LINK = re.compile(r"<\s{0,5}((?:https?://|mailto:)[^<>\s]{1,1000})\s{0,5}>", re.IGNORECASE)
_NUMBER = re.compile(r"\[(\d{1,4})\]")
_MOST_LINKS = 100
_OUTLOOK_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OUTLOOK = "It is a file in which Outlook keeps a message (.msg), not the message itself; I can't read it."
_EMPTY = "It is empty."
_NO_WORDS = "It has no text."
_ONLY_FILES = "It has no text, only attachments."
_CUT = "It is long: I read its first {most:,} characters."
_CUT_BYTES = "It is very large: I looked at its first {most} MB."
_SENDERS = "It names several senders, so that programs show different ones."
_NO_SENDER = Address("", "")


def read_letter(data: bytes, *, most_characters: int = 20_000) -> Letter:
    """All of a message; at most `most_characters` of what was written and as many of the history below it."""
    message = read_message(data)
    body = read_body(message, most_characters)
    said, quoted = folded(excerpt("\n\n".join(body.texts), most_characters * 3))
    text, history = excerpt(said, most_characters), excerpt(quoted, most_characters)
    whole = len(said) <= most_characters and not (body.cut and not quoted)
    heading = _heading(message.root.headers)
    notes = (*_notes(message, body, most_characters if not whole else 0), *warnings(heading.sender, ()))
    if not text.strip():
        notes = (*notes, *_why_empty(data, body))
    return Letter(
        **{name: getattr(heading, name) for name in heading.__slots__},
        text=_with_links(text, body.links),
        quoted=_with_links(history, body.links),
        attachments=tuple(body.attachments),
        notes=tuple(dict.fromkeys(notes)),
    )


def attachment(data: bytes, part: str) -> tuple[Attachment, bytes] | None:
    """The part of that path, as `read_letter` gives it, and its decoded bytes; None where there is no such part."""
    found = next((one for one in read_message(data).parts() if one.path == part), None)
    return (attachment_of(found), found.content()) if found else None


def calendar_part(data: bytes) -> bytes | None:
    """What a message says to calendars (iMIP): its first part of that kind, decoded; None without one, and for one that is larger than any
    invitation."""
    found = next((one for one in read_message(data).parts() if one.media_type == "text/calendar"), None)
    content = found.content(_MOST_CALENDAR + 1) if found else b""
    return content if 0 < len(content) <= _MOST_CALENDAR else None


def heading(data: bytes) -> Heading:
    """What the headers say. `data` may be the headers alone, or be cut anywhere behind them."""
    return _heading(read_head(data))


def _heading(headers: Headers) -> Heading:
    senders = addresses(headers.first("from")) or addresses(headers.first("sender"))
    return Heading(
        message_id=next(iter(_ids(headers, "message-id")), ""),
        in_reply_to=next(iter(_ids(headers, "in-reply-to")), ""),
        references=_ids(headers, "references")[-_MOST_REFERENCES:],
        subject=headers.line("subject", _LONGEST_SUBJECT),
        sender=senders[0] if senders else _NO_SENDER,
        reply_to=_people(headers, "reply-to"),
        to=_people(headers, "to"),
        cc=_people(headers, "cc"),
        date=date_of(headers.line("date", 200)),
        list_unsubscribe=tuple(_LINK.findall(headers.first("list-unsubscribe"))[:5]),
        automatic=_is_automatic(headers),
    )


def _ids(headers: Headers, name: str) -> tuple[str, ...]:
    """The ids in a header; one that lost its brackets gets them back."""
    value = headers.first(name)
    bare = one_line(value, _LONGEST_ID).strip("<>")
    found = [one_line(one, _LONGEST_ID) for one in _ID.findall(value)]
    return tuple(found) or ((f"<{bare}>",) if bare and " " not in bare else ())


def _people(headers: Headers, name: str) -> tuple[Address, ...]:
    return addresses(", ".join(headers.all(name)))


def _is_automatic(headers: Headers) -> bool:
    """Whether a program sent it: what says so, a list, a mass mailing."""
    said = headers.line("auto-submitted", 40).lower()
    mass = headers.line("precedence", 20).lower() in ("bulk", "junk", "list", "auto_reply")
    return (bool(said) and not said.startswith("no")) or mass or bool(headers.first("list-id"))


def _notes(message: Message, body: Body, cut: int) -> tuple[str, ...]:
    """What was found in the parts, and what was left out; `cut` characters were read where not all were."""
    several = len(addresses(", ".join(message.root.headers.all("from")))) > 1
    left_out = _CUT.format(most=cut) if cut else ""
    large = _CUT_BYTES.format(most=MOST_BYTES // 1_000_000) if message.cut else ""
    return tuple(filter(None, (*body.notes, left_out, large, _SENDERS if several else "")))


def _why_empty(data: bytes, body: Body) -> tuple[str, ...]:
    if not data.strip():
        return (_EMPTY,)
    if data.startswith(_OUTLOOK_FILE):
        return (_OUTLOOK,)
    if body.notes:
        return ()
    return (_ONLY_FILES if body.attachments else _NO_WORDS,)


def _with_links(text: str, links: list[str]) -> str:
    """The text, and below it the addresses of the links that it numbers."""
    named = {int(number) for number in _NUMBER.findall(text)}
    notes = [f"[{number}] {link}" for number, link in enumerate(links[:_MOST_LINKS], 1) if number in named]
    return "\n".join((text, "", *notes)) if notes else text
