"""vCards (2.1, 3.0 and 4.0) read as contacts.

Invariant: never raises, for any bytes; linear in what is read; what is shown is cut to the lengths below. Knows no server.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from quopri import decodestring

from app.integrations.ports import Contact

_MOST_BYTES = 20_000_000
_MOST_LINES = 200_000
_MOST_VALUES = 30
_LONGEST = 300
_LONGEST_LINE = 20_000  # beside photographs, which aren't shown, nothing needs more
_LAST = 101  # of PREF=1 to 100, and TYPE=PREF as the first
_FOLD = re.compile(rb"(?:\r\n|\n|\r)[ \t]")
_BREAK = re.compile(rb"\r\n|\n|\r")
_LINE = re.compile(r"(?:[A-Za-z0-9_-]{1,80}\.)?([A-Za-z0-9-]{1,80}+)((?:;(?:\"[^\"]*+\"|[^\":;])*+)*+):(.*)", re.DOTALL)
_PARAMETER = re.compile(r";([^;=\":]*+)(?:=((?:\"[^\"]*+\"|[^\";:])*+))?")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u0085\u2028\u2029\ud800-\udfff]")
_BLANKS = re.compile(r"\s+")
_NAMES = frozenset(("BEGIN", "END", "FN", "N", "NICKNAME", "EMAIL", "TEL", "ORG", "BDAY", "UID"))


@dataclass(frozen=True, slots=True)
class _Line:
    name: str
    params: Mapping[str, str]
    value: str

    @property
    def rank(self) -> int:
        """The lower, the more preferred."""
        pref = self.params.get("PREF", "")
        if pref.isascii() and pref.isdecimal():
            return min(_LAST, int(pref[:4]))
        is_first = "PREF" in self.params or "pref" in self.params.get("TYPE", "").casefold().split(",")
        return 1 if is_first else _LAST


@dataclass(slots=True)
class _Card:
    lines: list[_Line] = field(default_factory=list[_Line])

    def every(self, name: str) -> list[_Line]:
        """Those of that name, the preferred first."""
        return sorted((line for line in self.lines if line.name == name), key=lambda line: line.rank)

    def first(self, name: str) -> str:
        return next((line.value for line in self.every(name) if line.value.strip()), "")


def contacts(data: bytes, href: str) -> list[Contact]:
    """The people in a file that lies at `href`; one without a name is called by its organisation, address or number."""
    return [contact for card in _cards(data) if (contact := _contact(card, href)) is not None]


def _cards(data: bytes) -> Iterator[_Card]:
    card: _Card | None = None
    for line in _lines(data):
        is_card = line.value.strip().upper() == "VCARD"
        if line.name == "BEGIN" and is_card:
            card = _Card()
        elif line.name == "END" and is_card and card is not None:
            yield card
            card = None
        elif card is not None:
            card.lines.append(line)


def _lines(data: bytes) -> Iterator[_Line]:
    """The properties that are shown, decoded."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data[:_MOST_BYTES].decode("utf-16", "replace").encode()
    raw = iter(
        _BREAK.split(_FOLD.sub(b"", data[:_MOST_BYTES].removeprefix(b"\xef\xbb\xbf")), maxsplit=_MOST_LINES)[
            :_MOST_LINES
        ]
    )
    for piece in raw:
        whole = _joined(piece, raw)
        line = _line(whole[:_LONGEST_LINE])
        if line is not None:
            yield line


def _joined(piece: bytes, following: Iterator[bytes]) -> bytes:
    """A line of vCard 2.1 that is quoted-printable goes on where it ends in "="."""
    head = piece.partition(b":")[0].upper()
    if b"QUOTED-PRINTABLE" not in head:
        return piece
    pieces = [piece]
    while pieces[-1].endswith(b"=") and len(pieces) < _MOST_LINES:
        pieces[-1] = pieces[-1][:-1]
        pieces.append(next(following, b""))
    return b"".join(pieces)


def _line(raw: bytes) -> _Line | None:
    found = _LINE.fullmatch(_text(raw, ""))
    name = found[1].upper() if found else ""
    if found is None or name not in _NAMES:
        return None
    params = _params(found[2])
    if params.get("ENCODING", "").upper() in ("QUOTED-PRINTABLE", "Q") or "QUOTED-PRINTABLE" in params:
        value = raw[len(raw) - len(raw.partition(b":")[2]) :]
        return _Line(name, params, _text(decodestring(value), params.get("CHARSET", "")))
    charset = params.get("CHARSET", "")
    again = _LINE.fullmatch(_text(raw, charset)) if charset else None
    return _Line(name, params, (again or found)[3])


def _params(text: str) -> dict[str, str]:
    """By upper-case name, without quotes; those of one name together, and the bare words of 2.1 under themselves."""
    found: dict[str, str] = {}
    for name, value in _PARAMETER.findall(text)[:_MOST_VALUES]:
        key, plain = name.strip().upper(), value.replace('"', "").strip()
        found[key] = f"{found[key]},{plain}" if found.get(key) else plain
    return found


def _text(raw: bytes, charset: str) -> str:
    for name in (charset, "utf-8", "cp1252"):
        try:
            return raw.decode(name) if name else raw.decode("utf-8")
        except (LookupError, UnicodeError):
            continue
    return raw.decode("latin-1")


def _contact(card: _Card, href: str) -> Contact | None:
    organisation = ", ".join(_parts(card.first("ORG"), ";"))
    addresses = _each(line.value.removeprefix("mailto:") for line in card.every("EMAIL"))
    phones = _each(re.sub("^tel:", "", line.value, flags=re.IGNORECASE) for line in card.every("TEL"))
    named = [_shown(card.first("FN")), _of_parts(card.first("N")), organisation, *addresses, *phones]
    name = next((one for one in named if one), "")
    if not name:
        return None
    nicknames = tuple(dict.fromkeys(part for line in card.every("NICKNAME") for part in _parts(line.value, ",")))
    birthday = _shown(card.first("BDAY"))
    uid = _shown(card.first("UID"))
    return Contact(href or uid, name, addresses, phones, organisation, birthday, nicknames[:_MOST_VALUES])


def _of_parts(value: str) -> str:
    """The name that N has: given, further, family."""
    parts = [_shown(part) for part in _split(value, ";")[:5]]
    family, given, further, before, after = [*parts, *[""] * (5 - len(parts))]
    return " ".join(part for part in (before, given, further, family, after) if part)


def _each(values: Iterable[str]) -> tuple[str, ...]:
    shown = (_shown(value) for value in values)
    return tuple(dict.fromkeys(value for value in shown if value))[:_MOST_VALUES]


def _parts(value: str, sign: str) -> list[str]:
    return [shown for part in _split(value, sign)[:_MOST_VALUES] if (shown := _shown(part))]


def _split(value: str, sign: str) -> list[str]:
    """Parted at a sign that isn't escaped."""
    return re.split(rf"(?<!\\){sign}", value)


def _shown(value: str) -> str:
    plain = _ESCAPED.sub(lambda match: " " if match[1] in "nN" else match[1], value[: 2 * _LONGEST])
    return _BLANKS.sub(" ", _CONTROLS.sub("", plain)).strip()[:_LONGEST]
