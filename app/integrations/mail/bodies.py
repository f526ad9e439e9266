"""What of a message is its text, what it carries besides, and what has to be said of it. A table says what each kind of part is.

Invariant: text that is decoded is bounded over the whole message; a part is text, attachment or a sentence, and none is forgotten
unless there are too many. Never raises.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from app.integrations.mail import reports
from app.integrations.mail.characters import one_line, readable, text_of
from app.integrations.mail.html_text import MOST_CHARACTERS, read_html
from app.integrations.mail.letter import Attachment
from app.integrations.mail.quotes import unflowed
from app.integrations.mail.structure import Message, Part, called, read_head

MOST_ATTACHMENTS = 200
_MOST_DECODED = 4_000_000  # bytes of text, over all parts
_MOST_MARKUP = 2 * MOST_CHARACTERS  # of these, bytes of pages
_MOST_REPORT = 64_000
_STUB = 200  # characters; a plain text as short beside one much longer says that there is another
_MUCH_LONGER = 5
_WRITTEN = frozenset("text/plain text/html text/enriched text/richtext application/xhtml+xml".split())
_MARKUP = frozenset("text/html text/enriched text/richtext application/xhtml+xml".split())
_WRAPPED = frozenset("application/ms-tnef application/vnd.ms-tnef".split())
_SIGNATURES = frozenset("application/pkcs7-signature application/x-pkcs7-signature application/pgp-signature".split())
_SMIME = frozenset("application/pkcs7-mime application/x-pkcs7-mime".split())
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?([\w:-]{2,40})", re.IGNORECASE)
_PGP = re.compile(r"^-----BEGIN PGP (MESSAGE|SIGNED MESSAGE|SIGNATURE)-----[ \t]*$", re.MULTILINE)
_PGP_END = re.compile(r"^-----END PGP (?:MESSAGE|SIGNATURE)-----[ \t]*$\n?", re.MULTILINE)
_ENCRYPTED = "It is encrypted ({kind}), so I can't read it."
_SIGNED = "It is signed ({kind}); I haven't checked the signature."
_OPAQUE = "It is signed in a way that wraps its text up (S/MIME), so I can't read it."
_TNEF = "It carries a winmail.dat, in which Outlook wraps things up; I can't open that."
_PARTIAL = "It is piece {number} of {total} of a longer message that was sent in pieces."
_ELSEWHERE = "Part of it isn't in it but lies elsewhere{where}; I haven't fetched that."
_TOO_MANY = "It has so many parts, or ones nested so deeply, that I didn't look at all of them."
_TOO_MANY_FILES = "It has more than {most} attachments; I list the first {most}."
_UNREADABLE = "Part of its text is no text that I can read."


@dataclass(slots=True)
class Body:
    """What was found. `links` are those that the text numbers from 1; `cut` when not all of the text was read."""

    texts: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cut: bool = False

    def note(self, sentence: str) -> None:
        """Says a thing once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def add_text(self, text: str, links: tuple[str, ...] = ()) -> None:
        """More text, whose own numbers of links go on from the ones before."""
        if not text.strip():
            return
        if before := len(self.links):
            text = re.sub(r" \[(\d{1,2})\]", lambda one: _renumbered(one, before, len(links)), text)
        self.texts.append(text)
        self.links.extend(links)

    def take(self, other: "Body", *, text: bool) -> None:
        """What another found; its text only if wanted."""
        self.attachments.extend(other.attachments)
        for sentence in other.notes:
            self.note(sentence)
        if text:
            self.add_text("\n\n".join(other.texts), tuple(other.links))
            self.cut = self.cut or other.cut


def _renumbered(found: re.Match[str], before: int, links: int) -> str:
    number = int(found[1])
    return f" [{number + before}]" if 1 <= number <= links else found[0]


def read_body(message: Message, most: int) -> Body:
    """The body of a message; about `most` characters of its text, and more where its end is history."""
    reader = _Reader(most)
    body = Body()
    reader.read(message.root, body)
    for sentence in reports.failed_recipients(message.root.headers):
        body.note(sentence)
    if message.parts_left_out:
        body.note(_TOO_MANY)
    if len(body.attachments) > MOST_ATTACHMENTS:
        body.note(_TOO_MANY_FILES.format(most=MOST_ATTACHMENTS))
        del body.attachments[MOST_ATTACHMENTS:]
    return body


class _Reader:
    """Goes through the parts; holds what is left to be decoded."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = {True: _MOST_MARKUP, False: _MOST_DECODED}  # by whether it is markup

    def read(self, part: Part, into: Body) -> None:
        """One part, with what is inside of it."""
        kind = part.media_type
        if part.children:
            _GROUPS.get(kind, _Reader.mixed)(self, part, into)
        elif kind in _LEAVES:
            _LEAVES[kind](self, part, into)
        elif kind in _SMIME:
            self.smime(part, into)
        elif kind in _WRAPPED or called(part).lower() == "winmail.dat":
            into.note(_TNEF)
            self.attached(part, into)
        elif kind.startswith("multipart/") or self._is_text(part, into):
            self.text(part, into)
        else:
            self.attached(part, into)

    def _is_text(self, part: Part, into: Body) -> bool:
        """Words to be read at once; with a name it is a file, unless there is nothing else to read."""
        return part.media_type in _WRITTEN and not part.is_attachment and not (part.name and into.texts)

    def mixed(self, part: Part, into: Body) -> None:
        """One after the other."""
        for child in part.children:
            self.read(child, into)

    def alternative(self, part: Part, into: Body) -> None:
        """The same several times: the plain one, or one with more to it where that is a stub."""
        found: list[tuple[bool, Body]] = []
        for child in part.children:
            body = Body()
            self.read(child, body)
            found.append((_is_markup(child), body))
        worded = [(markup, body) for markup, body in found if body.texts]
        plain = next((body for markup, body in worded if not markup), None)
        best = plain or (worded[-1][1] if worded else None)
        for markup, body in worded:
            if markup and plain and _is_stub(plain, body):
                best = body
        for _, body in found:
            into.take(body, text=body is best)

    def related(self, part: Part, into: Body) -> None:
        """A page and what it shows: the page is the one that is named as the start, else the first."""
        start = part.parameters.get("start", "")
        ids = [child.headers.first("content-id").strip() for child in part.children]
        first = ids.index(start) if start and start in ids else 0
        for child in (part.children[first], *part.children[:first], *part.children[first + 1 :]):
            (self.read if child is part.children[first] or child.children else self.attached)(child, into)

    def signed(self, part: Part, into: Body) -> None:
        """What is signed is read like anything else; the signature itself is no attachment."""
        kinds = {child.media_type for child in part.children} | {part.parameters.get("protocol", "").lower()}
        into.note(_SIGNED.format(kind="PGP" if any("pgp" in kind for kind in kinds) else "S/MIME"))
        for child in part.children:
            if child.media_type not in _SIGNATURES:
                self.read(child, into)

    def encrypted(self, part: Part, into: Body) -> None:
        """PGP/MIME: a version, and what nobody here can read."""
        into.note(_ENCRYPTED.format(kind="PGP"))
        for child in part.children:
            if child.media_type != "application/pgp-encrypted":
                self.attached(child, into)

    def smime(self, part: Part, into: Body) -> None:
        """S/MIME in one piece: encrypted, or signed with its text inside."""
        kind = part.parameters.get("smime-type", "").lower()
        head = part.content(200)
        if kind == "signed-data" or (not kind and b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02" in head):
            into.note(_OPAQUE)
        elif kind != "certs-only":
            into.note(_ENCRYPTED.format(kind="S/MIME"))
        self.attached(part, into)

    def delivery(self, part: Part, into: Body) -> None:
        """What a mail system says of a delivery."""
        for sentence in reports.delivery(part.content(_MOST_REPORT)):
            into.note(sentence)

    def receipt(self, part: Part, into: Body) -> None:
        """What a mail program says of a message."""
        for sentence in reports.receipt(part.content(_MOST_REPORT)):
            into.note(sentence)

    def partial(self, part: Part, into: Body) -> None:
        """A piece of a message: what of it can be read as it stands."""
        number, total = (one_line(part.parameters.get(name, ""), 9) for name in ("number", "total"))
        into.note(_PARTIAL.format(number=number or "?", total=total or "?"))
        self.text(part, into)

    def elsewhere(self, part: Part, into: Body) -> None:
        """What the message only points to."""
        said = part.parameters
        place = one_line(
            said.get("url") or "/".join(filter(None, (said.get("site"), said.get("directory"), said.get("name")))), 300
        )
        into.note(_ELSEWHERE.format(where=f" ({place})" if place else ""))

    def attached(self, part: Part, into: Body) -> None:
        """A file, or another message by its subject."""
        if len(into.attachments) <= MOST_ATTACHMENTS:
            into.attachments.append(attachment_of(part))

    def text(self, part: Part, into: Body) -> None:
        """Words, as far as there is room for them."""
        markup = part.media_type in _MARKUP
        if sum(map(len, into.texts)) > self._most * 2 or self._left[markup] <= 0:
            into.cut = into.cut or part.end > part.start
            return
        room = min(self._left[markup], MOST_CHARACTERS if markup else self._most * 12 + 4_000)
        data = part.content(room)
        self._left[markup] -= len(data)
        into.cut = into.cut or len(data) >= room
        words = text_of(data, _charset(part, data), cut=len(data) >= room)
        if words is None:
            into.note(_UNREADABLE)
        elif markup:
            page = read_html(words)
            into.cut = into.cut or page.cut
            into.add_text(page.text, page.links)
        else:
            into.add_text(_without_pgp(readable(_plain(part, words)), into))


_GROUPS: dict[str, Callable[[_Reader, Part, Body], None]] = {
    "multipart/alternative": _Reader.alternative,
    "multipart/related": _Reader.related,
    "multipart/signed": _Reader.signed,
    "multipart/encrypted": _Reader.encrypted,
}
_LEAVES: dict[str, Callable[[_Reader, Part, Body], None]] = {
    "message/delivery-status": _Reader.delivery,
    "message/global-delivery-status": _Reader.delivery,
    "message/disposition-notification": _Reader.receipt,
    "message/partial": _Reader.partial,
    "message/external-body": _Reader.elsewhere,
}


def attachment_of(part: Part) -> Attachment:
    """What is said of a part that is a file; a message in the message goes by its subject."""
    name = called(part)
    if part.media_type in ("message/rfc822", "message/global") and not part.name:
        name = read_head(part.content(64_000)).line("subject", 120) or "unnamed message"
    return Attachment(name, part.media_type, part.size(), part.path)


def _is_markup(part: Part) -> bool:
    """Whether an alternative is the one with markup: by itself, or with what belongs to it."""
    while part.children:
        part = part.children[0]
    return part.media_type in _MARKUP


def _is_stub(plain: Body, page: Body) -> bool:
    short, long = (sum(map(len, body.texts)) for body in (plain, page))
    return short < _STUB and long > max(_STUB, short * _MUCH_LONGER)


def _charset(part: Part, data: bytes) -> str:
    """What the part says it is written in, or a page of itself."""
    said = part.parameters.get("charset", "")
    if said or part.media_type not in _MARKUP:
        return said
    found = _META_CHARSET.search(data[:4_096])
    return found[1].decode("ascii", "replace") if found else ""


def _plain(part: Part, words: str) -> str:
    if part.parameters.get("format", "").strip().lower() != "flowed":
        return words
    return unflowed(words, delete_space=part.parameters.get("delsp", "").strip().lower() == "yes")


def _without_pgp(text: str, into: Body) -> str:
    """The words outside of PGP's wrapping, and inside of it where they are signed only."""
    begin = _PGP.search(text)
    if begin is None:
        return text
    before, rest = text[: begin.start()], text[begin.end() :]
    if begin[1] == "SIGNED MESSAGE":
        into.note(_SIGNED.format(kind="PGP"))
        words, _, rest = rest.partition("-----BEGIN PGP SIGNATURE-----")
        before += re.sub(r"^- ", "", words.partition("\n\n")[2], flags=re.MULTILINE)
    else:
        into.note((_ENCRYPTED if begin[1] == "MESSAGE" else _SIGNED).format(kind="PGP"))
    end = _PGP_END.search(rest)
    return readable(before + (rest[end.end() :] if end else ""))
