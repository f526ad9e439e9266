"""Messages of our own: new ones, answers, forwards, as bytes that any server takes. Pure.

Invariant: no line of a subject or a name can begin a header of its own; who is written to is exactly who was approved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.headerregistry import Address as HeaderAddress
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr

from app.errors import ToolProblem
from app.integrations.mail.letter import Letter

_MOST_REFERENCES = 20
# What may stand as it is; a mail within the mail, or what says that it is several parts, goes as plain bytes.
_ATTACHABLE = frozenset(("application", "audio", "font", "image", "model", "text", "video"))
_FORWARDED = "---------- Forwarded message ----------"
_NO_ADDRESS = "“{said}” is no mail address I can write to. One like ama@example.org works."


@dataclass(frozen=True, slots=True)
class File:
    """What goes with a mail: its name, its type ("application/pdf") and its bytes."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class CalendarPart:
    """What a mail says to calendars (iMIP, RFC 6047): the method of iTIP, and the file in UTF-8 that has it too."""

    method: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """A mail as it is to be: addresses without names, a subject, a text, the same for calendars, and the files that go with it."""

    to: tuple[str, ...]
    subject: str
    body: str
    cc: tuple[str, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    calendar: CalendarPart | None = None

    @property
    def recipients(self) -> tuple[str, ...]:
        """Everybody who gets it, each once."""
        return tuple(dict.fromkeys((*self.to, *self.cc)))


def address(said: str) -> str:
    """The bare address of "Ama <ama@example.org>". Raises ToolProblem for what is none."""
    text = said.strip()
    bare = parseaddr(text)[1] if "<" in text else text
    local, at, domain = bare.rpartition("@")
    is_plain = text.isprintable() and not any(sign.isspace() or sign in '<>,;:"()' for sign in bare)
    if not (local and at and domain and is_plain) or "@" in local:  # servers take the last, eyes the first
        raise ToolProblem(_NO_ADDRESS.format(said=" ".join(text.split())[:80]))
    return bare


def answer(letter: Letter, body: str, own: Sequence[str], *, everyone: bool) -> Draft:
    """The answer to a mail: to whom its sender wants answers, and all others it went to where `everyone`; never to ourselves."""
    mine = {one.casefold() for one in own}
    first = [one.address for one in (letter.reply_to or (letter.sender,)) if one.address]
    others = [one.address for one in (*letter.to, *letter.cc)] if everyone else []
    to = tuple(dict.fromkeys(one for one in first if one.casefold() not in mine)) or tuple(first)
    cc = tuple(dict.fromkeys(one for one in others if one and one.casefold() not in mine and one not in to))
    return Draft(
        to=to,
        cc=cc,
        subject=_prefixed("Re:", letter.subject),
        body=f"{body.rstrip()}\n\n{_quoted(letter)}",
        in_reply_to=letter.message_id,
        references=(*letter.references, letter.message_id)[-_MOST_REFERENCES:]
        if letter.message_id
        else letter.references,
    )


def forward(letter: Letter, to: Sequence[str], body: str, files: Sequence[File] = ()) -> Draft:
    """A mail passed on, its text below ours, with those of its files that are given; what else was attached is named as left out."""
    lines = [_FORWARDED, f"From: {_named(letter)}", f"Subject: {letter.subject}"]
    lines += [f"Date: {format_datetime(letter.date)}"] if letter.date else []
    passed_on = {one.name for one in files}
    left_out = [one.name for one in letter.attachments if one.name not in passed_on]
    lines += [f"(Not forwarded: {', '.join(left_out)})"] if left_out else []
    text = "\n".join((*lines, "", letter.text))
    subject = _prefixed("Fwd:", letter.subject)
    return Draft(tuple(to), subject, f"{body.rstrip()}\n\n{text}".lstrip(), files=tuple(files))


def as_message(draft: Draft, sender: str, *, message_id: str, at: datetime, name: str = "") -> bytes:
    """The draft as bytes, from `sender`, under that Message-ID."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = HeaderAddress(_one_line(name), addr_spec=sender) if name else sender
    message["To"] = ", ".join(draft.to)
    if draft.cc:
        message["Cc"] = ", ".join(draft.cc)
    message["Subject"] = _one_line(draft.subject)
    message["Date"] = format_datetime(at)
    message["Message-ID"] = f"<{message_id.strip('<>')}>"
    if draft.in_reply_to:
        message["In-Reply-To"] = f"<{_one_line(draft.in_reply_to).strip('<>')}>"
    if draft.references:
        message["References"] = " ".join(f"<{_one_line(one).strip('<>')}>" for one in draft.references)
    message.set_content(draft.body if draft.body.endswith("\n") else f"{draft.body}\n", cte="quoted-printable")
    if draft.calendar:
        message.add_alternative(
            draft.calendar.data.decode(),
            subtype="calendar",
            charset="utf-8",
            cte="base64",
            params={"method": draft.calendar.method},
        )
    for file in draft.files:
        kind, _, detail = file.media_type.partition("/")
        is_plain = (
            detail
            and kind in _ATTACHABLE
            and file.media_type.isascii()
            and file.media_type.replace("/", "").isprintable()
        )
        kind, detail = (kind, detail) if is_plain else ("application", "octet-stream")
        message.add_attachment(file.data, maintype=kind, subtype=detail, filename=_one_line(file.name) or "file")
    return message.as_bytes()


def _prefixed(prefix: str, subject: str) -> str:
    bare = _one_line(subject)
    return bare if bare.casefold().startswith(prefix.casefold()) else f"{prefix} {bare}".strip()


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _named(letter: Letter) -> str:
    return f"{letter.sender.name} <{letter.sender.address}>" if letter.sender.name else letter.sender.address


def _quoted(letter: Letter) -> str:
    day = f"On {letter.date:%d %B %Y at %H:%M}, " if letter.date else ""
    lines = [f"> {line}".rstrip() for line in letter.text.splitlines()[:200]]
    return "\n".join((f"{day}{_named(letter)} wrote:", *lines))
