"""The parts of a message: where each begins and ends in its bytes, and what it says it is. Nothing is decoded before it is asked for.

Invariant: parts, depth and the bytes that are searched are bounded, so the cost is linear in the message; never raises. The standard
library's parser goes through every boundary above it for each line and keeps each line as an object, which 50 MB can't afford. Each part
has a path as in IMAP ("2.1"). A message inside the message is one part: it is not opened.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.integrations.mail.characters import one_line
from app.integrations.mail.headers import Headers, parameters, read_headers, words_decoded

MOST_PARTS = 1_000
DEEPEST = 120
MOST_BYTES = 80_000_000  # of a message; what lies behind is not looked at
_MOST_SEARCHED = 600_000_000  # bytes, over all levels
_MOST_HEAD = 256_000  # bytes of a message's headers
_MOST_PART_HEAD = 32_000
_MOST_MARKS = 50_000  # between parts, empty ones as well
_BLOCK = 1 << 20
_MEDIA_TYPE = re.compile(r"\s*([\w!#$&^.+-]{1,80})\s*/\s*([\w!#$&^.+-]{1,80})")
_GUESSED = re.compile(rb"\s{0,100}--([^\r\n]{1,200}?)[ \t]*\r?\n")
_NOT_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="))
_PADDING = re.compile(rb"=+")
_LINE = re.compile(rb"[^\n]*+\n?")
_FIELD = re.compile(rb"[!-9;-~]{1,100}[ \t]{0,20}:")
_UU = frozenset(("x-uuencode", "uuencode", "x-uue", "uue"))


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its headers, and its body from `start` to `end` in `data`. Has children where it is a multipart that could be divided."""

    path: str
    headers: Headers
    media_type: str
    parameters: dict[str, str]
    data: bytes = field(repr=False)
    start: int
    end: int
    children: tuple["Part", ...] = ()

    @property
    def encoding(self) -> str:
        """How the body is written: "base64", "quoted-printable", …, "" for as it is."""
        words = self.headers.first("content-transfer-encoding").lower().replace(";", " ").split()
        return words[0] if words else ""

    @property
    def is_attachment(self) -> bool:
        """Whether its sender meant it to be opened by itself."""
        return self.headers.first("content-disposition").strip().lower().startswith("attachment")

    @property
    def name(self) -> str:
        """The file name it came with, as written; "" for none."""
        said = parameters(_from_semicolon(self.headers.first("content-disposition")))
        return words_decoded(said.get("filename") or said.get("name") or self.parameters.get("name", ""))

    def content(self, most: int | None = None) -> bytes:
        """Its decoded bytes; with `most`, about so many from the beginning, and no more than that is decoded."""
        end = self.end if most is None else min(self.end, self.start + most * 3)
        return _DECODERS.get(self.encoding, _as_it_is)(self.data[self.start : end])[:most]

    def size(self) -> int:
        """How many bytes `content` has."""
        if self.encoding == "base64":
            return _base64_size(self.data, self.start, self.end)
        return self.end - self.start if self.encoding not in _DECODERS else len(self.content())


@dataclass(slots=True)
class _Search:
    """A message's bytes, and what is left to be spent on them; `short` when it was not enough."""

    data: bytes = field(repr=False)
    parts: int = MOST_PARTS
    marks: int = _MOST_MARKS
    searched: int = _MOST_SEARCHED
    short: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """The outermost part, whether parts were left out because there are too many or they lie too deep, and whether the end was."""

    root: Part
    parts_left_out: bool
    cut: bool

    def parts(self) -> Iterator[Part]:
        """Every part without children, in order."""
        waiting = [self.root]
        while waiting:
            part = waiting.pop()
            if part.children:
                waiting.extend(reversed(part.children))
            else:
                yield part


def read_message(data: bytes) -> Message:
    """The parts of a message. Works for any bytes: what has no headers is all text."""
    whole = _with_line_ends(data[:MOST_BYTES] if len(data) > MOST_BYTES else data)
    search = _Search(whole)
    root = _part(search, (_beginning(whole), len(whole)))
    return Message(root, search.short, len(data) > MOST_BYTES)


def read_head(data: bytes) -> Headers:
    """The headers of a message; its body is not looked at."""
    head = _with_line_ends(data[: _MOST_HEAD + 4])
    begin = _beginning(head)
    return read_headers(head[begin : _body(head, begin, len(head), _MOST_HEAD)])


def _with_line_ends(data: bytes) -> bytes:
    """Old Macs ended lines with a return alone."""
    sample = data[:_MOST_HEAD]
    return data.replace(b"\r", b"\n") if b"\r" in sample and b"\n" not in sample else data


def _beginning(data: bytes) -> int:
    """Where the first header stands: behind a mark of UTF-8, empty lines and the line by which mailboxes divide messages."""
    begin = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    while data[begin : begin + 1] in (b"\r", b"\n"):
        begin += 1
    while data.startswith((b"From ", b">From "), begin):
        begin = data.find(b"\n", begin) + 1 or len(data)
    return begin


def _body(data: bytes, start: int, end: int, most: int) -> int:
    """Where the body begins: behind the empty line, or where a line is no header and no header follows it."""
    at = start
    while at < end:
        found = _LINE.match(data, at, end)
        after = found.end() if found else end
        line = data[at:after]
        if not line.strip(b"\r\n"):
            return after
        is_header = _FIELD.match(line) or (at > start and line[:1] in (b" ", b"\t"))
        if not is_header and (at == start or not _FIELD.match(data, after, end)):
            return at
        if after - start > most:
            return _behind_empty_line(data, after, end)
        at = after
    return end


def _behind_empty_line(data: bytes, at: int, end: int) -> int:
    places = [found + len(mark) for mark in (b"\n\n", b"\n\r\n") if (found := data.find(mark, at - 1, end)) >= 0]
    return min(places, default=end)


def _part(search: _Search, span: tuple[int, int], path: str = "", default: str = "") -> Part:
    """The part in a span of bytes, with what is inside of it."""
    (start, end), data = span, search.data
    search.parts -= 1
    body = _body(data, start, end, _MOST_PART_HEAD if path else _MOST_HEAD)
    headers = read_headers(data[start : min(body, start + _MOST_HEAD)])
    said = headers.first("content-type")
    media_type, options = _media_type(said) or default or "text/plain", parameters(_from_semicolon(said))
    children: tuple[Part, ...] = ()
    if media_type.startswith("multipart/"):
        children = _children(search, (body, end), path, (media_type, options.get("boundary", "")))
    place = path or ("" if children else "1")
    return Part(place, headers, media_type, options, data, body, end, children)


def _children(search: _Search, span: tuple[int, int], path: str, kind: tuple[str, str]) -> tuple[Part, ...]:
    """What a multipart is made of; nothing where it is not divided, lies too deep, or too much was searched already."""
    search.searched -= span[1] - span[0]
    if path.count(".") >= DEEPEST or search.searched < 0:
        search.short = True
        return ()
    media_type, boundary = kind
    default = "message/rfc822" if media_type == "multipart/digest" else ""
    found: list[Part] = []
    for inner in _divided(search, span, boundary):
        if search.parts <= 0:
            search.short = True
            break
        number = str(len(found) + 1)
        found.append(_part(search, inner, f"{path}.{number}" if path else number, default))
    return tuple(found)


def _divided(search: _Search, span: tuple[int, int], boundary: str) -> Iterator[tuple[int, int]]:
    """From where to where each part reaches; where the mark between them is not named, or never met, it is what the body begins with."""
    met = False
    if boundary:
        for inner in _spans(search, span, boundary.rstrip().encode("utf-8", "replace")[:500]):
            met = True
            yield inner
    guessed = None if met else _GUESSED.match(search.data, *span)
    if guessed:
        yield from _spans(search, span, guessed[1])


def _spans(search: _Search, span: tuple[int, int], boundary: bytes) -> Iterator[tuple[int, int]]:
    """The same for one boundary; the line end before a mark belongs to the mark."""
    (start, end), data = span, search.data
    marks = re.compile(rb"\n--" + re.escape(boundary) + rb"(?P<last>--)?[ \t]*+(?=\r?\n|\r?\Z)")
    begin = -1
    for mark in marks.finditer(data, max(0, start - 1), end):
        behind = mark.start() - (data[mark.start() - 1 : mark.start()] == b"\r")
        if 0 <= begin < behind:
            yield begin, behind
        search.marks -= 1
        if search.marks < 0:
            search.short = True
            return
        begin = min(end, (data.find(b"\n", mark.end(), end) + 1) or end)
        if mark["last"]:
            return
    if 0 <= begin < end:
        yield begin, end


def _media_type(value: str) -> str:
    found = _MEDIA_TYPE.match(value)
    if found:
        return f"{found[1]}/{found[2]}".lower()
    return {"text": "text/plain", "": ""}.get(value.partition(";")[0].strip().lower(), "application/octet-stream")


def _from_semicolon(value: str) -> str:
    """A header from its first parameter on; some programs leave the value itself out."""
    head, semicolon, rest = value.partition(";")
    return f";{rest}" if semicolon and "=" not in head else f";{value}"


def _as_it_is(raw: bytes) -> bytes:
    return raw


def _base64(raw: bytes) -> bytes:
    """Whatever stands between the letters is passed over, and so is padding in the middle."""
    runs = _PADDING.split(raw.translate(None, _NOT_BASE64))
    return b"".join(binascii.a2b_base64(run + b"=" * (-len(run) % 4)) for one in runs if (run := _whole(one)))


def _base64_size(data: bytes, start: int, end: int) -> int:
    """How many bytes `_base64` makes, block by block."""
    size = run = 0
    for at in range(start, end, _BLOCK):
        first, *others = data[at : min(at + _BLOCK, end)].translate(None, _NOT_BASE64).split(b"=")
        run += len(first)
        for other in others:
            size, run = size + run * 3 // 4, len(other)
    return size + run * 3 // 4


def _whole(run: bytes) -> bytes:
    return run[:-1] if len(run) % 4 == 1 else run


def _uu(raw: bytes) -> bytes:
    """The lines between "begin" and "end"; a line that is damaged is left out."""
    pieces: list[bytes] = []
    for line in raw.splitlines():
        if line.strip() == b"end":
            break
        if line.strip() and not line.startswith(b"begin "):
            pieces.append(_uu_line(line))
    return b"".join(pieces)


def _uu_line(line: bytes) -> bytes:
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        return b""


_DECODERS = {"base64": _base64, "quoted-printable": binascii.a2b_qp, **dict.fromkeys(_UU, _uu)}


def called(part: Part, most: int = 120) -> str:
    """The name of a part as it may be shown and saved: no folders, nothing hidden; its kind where it came without one."""
    whole = one_line(part.name, _MOST_HEAD).replace("\\", "/").rpartition("/")[2].strip(" .\"'<>")
    name = re.sub(r'[:*?"<>|]', "_", whole)
    if not name:
        kind = part.media_type.partition("/")[2]
        return f"unnamed.{kind}" if kind.isalnum() and len(kind) <= 5 else "unnamed"
    if len(name) <= most:
        return name
    stem, dot, ending = name.rpartition(".")
    kept = f"{dot}{ending}" if dot and len(ending) <= 10 else ""
    return f"{(stem if kept else name)[: most - len(kept) - 1]}…{kept}"
