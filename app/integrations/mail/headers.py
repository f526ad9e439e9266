"""The headers of a message or of a part: a block of bytes to fields, encoded words to text, addresses, parameters. Never raises.

Reads what the standard says and what programs wrote instead: bare bytes, encoded words that were broken or put in quotes, names with
commas, parameters without quotes. Everything is bounded and linear: the standard library's readers recurse on brackets and raise.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import unquote_to_bytes

from app.integrations.mail.characters import certain_text, one_line
from app.integrations.mail.letter import Address

MOST_ADDRESSES = 200
_MOST_FIELDS = 1_000
_MOST_VALUE = 32_000  # bytes of one header
_MOST_PARAMETERS = 4_000  # characters in which parameters are looked for
_LONGEST_NAME = 120
_LONGEST_ADDRESS = 320
_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]{0,20}:")
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^\r\n]{0,2000}?)(?:\?=|$)")
_PARAMETER = re.compile(r';\s*+([^\s=;"]{1,80}+)\s*+=\s*+("(?:[^"\\]|\\.)*+"?|[^;]*+)', re.DOTALL)
_PIECE = re.compile(r"(?P<base>[^*]+)(?:\*(?P<number>\d{1,3}))?(?P<coded>\*)?")
_TOKEN = re.compile(
    r"""=\?[^?\s]{1,60}\?[bBqQ]\?[^?\r\n]{0,2000}+\?=|"(?:[^"\\]|\\.){0,2000}+"|<[^<>]*+>?|[^"(),:;<=]++|.""", re.DOTALL
)
_ESCAPED = re.compile(r'\\(["\\])')
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")


@dataclass(frozen=True, slots=True)
class Headers:
    """Fields in their order: names in small letters, values as they came, unfolded."""

    fields: tuple[tuple[str, bytes], ...] = ()

    def first(self, name: str) -> str:
        """The first value of that name with bytes as characters and encoded words left as they are; "" for none."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        """All values of that name, likewise."""
        return [certain_text(value) for field, value in self.fields if field == name]

    def line(self, name: str, most: int) -> str:
        """The first value as a reader sees it: one clean line of at most so many characters."""
        return one_line(words_decoded(self.first(name)), most)


def read_headers(block: bytes) -> Headers:
    """The fields of a block. A line that is none belongs to the field before it."""
    fields: list[tuple[str, bytes]] = []
    for line in block.splitlines():
        found = None if line[:1] in (b" ", b"\t") else _FIELD.match(line)
        if found and len(fields) < _MOST_FIELDS:
            fields.append((found[1].decode("ascii").lower(), b""))
        if fields and len(fields[-1][1]) < _MOST_VALUE:
            name, value = fields[-1]
            fields[-1] = (name, (value + b" " + line[found.end() if found else 0 :].strip())[:_MOST_VALUE].strip())
    return Headers(tuple(fields))


def words_decoded(value: str) -> str:
    """A header's value with its encoded words read; neighbours of one charset are joined first, since programs cut characters in two."""
    pieces: list[tuple[str, bytes | str]] = []
    at = 0
    for found in _WORD.finditer(value):
        between = value[at : found.start()]
        if between.strip() or (between and not (pieces and isinstance(pieces[-1][1], bytes))):
            pieces.append(("", between))
        pieces.append((found[1].lower(), _word_bytes(found[2].lower(), found[3])))
        at = found.end()
    pieces.append(("", value[at:]))
    return "".join(
        _joined(charset, [piece for _, piece in run]) for charset, run in groupby(pieces, lambda one: one[0])
    )


def _joined(charset: str, run: list[bytes | str]) -> str:
    if not charset:
        return "".join(piece for piece in run if isinstance(piece, str))
    return certain_text(b"".join(piece for piece in run if isinstance(piece, bytes)), charset)


def _word_bytes(encoding: str, coded: str) -> bytes:
    if encoding == "q":
        return binascii.a2b_qp(coded.encode("utf-8", "replace"), header=True)
    letters = _NOT_BASE64.sub("", coded)
    letters = letters[: -1 if len(letters) % 4 == 1 else None]
    return binascii.a2b_base64(letters + "=" * (-len(letters) % 4))


def addresses(value: str) -> tuple[Address, ...]:
    """The people of an address header, at most MOST_ADDRESSES; groups are opened, what is no address is a name alone."""
    found = (_address(words, angled, comment) for words, angled, comment in _mailboxes(value[:_MOST_VALUE]))
    kept = [one for one in found if one.name or one.address]
    return tuple(kept[:MOST_ADDRESSES])


def _mailboxes(value: str) -> Iterator[tuple[str, str, str]]:
    """Words, what stands in angle brackets and the comment of each mailbox."""
    words, angled, comment, depth = "", "", "", 0
    for mark in _TOKEN.findall(value):
        depth = max(0, depth + (mark == "(") - (mark == ")"))
        if depth or mark == ")":
            comment += mark if mark not in "()" else " "
        elif mark in ",;":
            yield words, angled, comment
            words, angled, comment = "", "", ""
        elif mark == ":" and not angled and "@" not in words:
            words = ""  # the name of a group
        elif mark[0] == "<" and not angled:
            angled = mark.strip("<> ") or " "
        else:
            words += mark
    yield words, angled, comment


def _address(words: str, angled: str, comment: str) -> Address:
    if not angled and "@" in words:
        address, name = words, comment
    else:
        address, name = angled, words.strip() or comment
    return Address(_name(name), _bare(address))


def _name(written: str) -> str:
    bare = _ESCAPED.sub(r"\1", written.strip())
    quoted = len(bare) > 1 and bare[0] == bare[-1] == '"'
    return one_line(words_decoded(bare[1:-1] if quoted else bare), _LONGEST_NAME).strip('"').strip()


def _bare(address: str) -> str:
    """An address without a route, blanks or quotes around it."""
    route, colon, rest = address.rpartition(":")
    bare = rest if colon and ("@" in route or route.strip().lower() == "mailto") else address
    return one_line("".join(bare.split()), _LONGEST_ADDRESS).strip("<>'\"")


def parameters(value: str) -> dict[str, str]:
    """The parameters behind a header's first semicolon, names in small letters; continued and percent-coded ones are put together."""
    found: dict[str, dict[int, tuple[str, bool]]] = {}
    for name, written in _PARAMETER.findall(value[:_MOST_PARAMETERS]):
        if piece := _PIECE.fullmatch(name.lower()):
            number, coded = int(piece["number"] or 0), bool(piece["coded"])
            better = coded or bool(piece["number"])
            pieces = found.setdefault(piece["base"], {})
            if better or number not in pieces:
                pieces[number] = (_unquoted(written), coded)
    return {name: _put_together(pieces) for name, pieces in found.items()}


def _unquoted(written: str) -> str:
    bare = written.strip()
    return _ESCAPED.sub(r"\1", bare[1:].removesuffix('"')) if bare.startswith('"') else bare


def _put_together(pieces: dict[int, tuple[str, bool]]) -> str:
    ordered = [pieces[number] for number in sorted(pieces)]
    first, coded = ordered[0]
    if not any(coded for _, coded in ordered):
        return words_decoded("".join(text for text, _ in ordered))
    charset, quote, rest = first.partition("'")
    if coded and quote and "'" in rest:
        ordered[0] = (rest.partition("'")[2], True)
    else:
        charset = ""
    data = b"".join(unquote_to_bytes(text) if coded else text.encode("utf-8", "replace") for text, coded in ordered)
    return certain_text(data, charset)
