"""Plain text as it was meant: lines that flow put together (RFC 3676), and the history below an answer told from the answer. Pure; linear.

Where the history begins is known by mail-parser-reply's expressions, which know fourteen languages; they are cubic, so each sees a few short
lines. Invariant: nothing is lost, and what was answered between the lines of a quotation stays where it is.
"""

import re
from functools import cache

from mailparser_reply import EmailMessage
from mailparser_reply.constants import MAIL_LANGUAGES

from app.integrations.mail.characters import readable

_WINDOW = 6  # lines of what leads a history in
_LONGEST = 200  # characters of each that are looked at
_MOST_LOOKED_AT = 400  # places at which it may begin
_MOST_LINES = 20_000
_COLONS = (":", "：")
_FIELD = re.compile(r"[* ]{0,5}[^\W\d_][^:：\n]{0,20}[:：]")
_FEWEST_FIELDS = 3
_DEPTH = re.compile(r">+")
_SIGNATURE = "-- "


def unflowed(text: str, *, delete_space: bool = False) -> str:
    """The paragraphs of a text of "format=flowed"; `delete_space` as its "delsp=yes" says."""
    joined: list[tuple[int, list[str]]] = []
    flows = False
    for line in text.replace("\r\n", "\n").split("\n"):
        found = _DEPTH.match(line)
        depth = len(found[0]) if found else 0
        words = line[depth:].removeprefix(" ")
        soft = words.endswith(" ") and words != _SIGNATURE
        kept = words[:-1] if soft and delete_space else words
        if flows and joined[-1][0] == depth and words != _SIGNATURE:
            joined[-1][1].append(kept)
        else:
            joined.append((depth, [kept]))
        flows = soft
    return "\n".join("> " * min(depth, 20) + "".join(words) for depth, words in joined)


def folded(text: str) -> tuple[str, str]:
    """What was written now, and the history below it; "" where there is none, nothing was written above it or it was answered in between."""
    lines = text.split("\n")
    at = _history(lines[:_MOST_LINES])
    said = readable("\n".join(lines[:at]))
    return (said, readable("\n".join(lines[at:]))) if said.strip() else (text, "")


def _history(lines: list[str]) -> int:
    """The line at which the history begins; their number where there is none."""
    looked_at = 0
    for at, line in enumerate(lines):
        if looked_at >= _MOST_LOOKED_AT:
            break
        if not _may_begin(lines, at, line):
            continue
        looked_at += 1
        window = "\n".join(one[:_LONGEST].strip() for one in lines[at : at + _WINDOW])
        found = _expression().match(window)
        if found and _leads_in(found[0], window):
            below = lines[at + found[0].strip("\n").count("\n") + 1 :]
            return at if _is_history(below, found[0]) else len(lines)
    return _last_quotation(lines)


def _may_begin(lines: list[str], at: int, line: str) -> bool:
    """Cheap: a line that ends in a colon within three, or begins with a field or a rule."""
    bare = line.strip()
    if not bare or bare.startswith(">"):
        return False
    ends = any(one.rstrip()[-1:] in _COLONS for one in lines[at : at + 3] if one)
    return ends or bare.startswith("---") or bool(_FIELD.match(bare))


@cache
def _expression() -> re.Pattern[str]:
    return EmailMessage("", languages=[one for one in MAIL_LANGUAGES if one != "david"]).HEADER_REGEX


def _leads_in(found: str, window: str) -> bool:
    """An attribution or a rule as it is; a block of fields from three of them on, since people write "To: … Subject: …" as well."""
    bare = found.strip()
    if bare.endswith(_COLONS) and bare.count("\n") < 3 and len(bare.split()) > 2:
        return True
    return bare.startswith("---") or sum(bool(_FIELD.match(line)) for line in window.split("\n")) >= _FEWEST_FIELDS


def _is_history(below: list[str], lead: str) -> bool:
    """Whether all of what is below was there before; behind an attribution, words without a mark beside ones with a mark are answers."""
    full = [line for line in below if line.strip()]
    marked = sum(line.lstrip().startswith(">") for line in full)
    return bool(full) and (not lead.rstrip().endswith(_COLONS) or marked in (0, len(full)))


def _last_quotation(lines: list[str]) -> int:
    """Where a text ends in one marked quotation and has no other, its beginning, with the line above that ends in a colon."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    at = end
    while at and (not lines[at - 1].strip() or lines[at - 1].startswith(">")):
        at -= 1
    if at == end or any(line.startswith(">") for line in lines[:at]):
        return len(lines)
    return at - 1 if at and lines[at - 1].rstrip()[-1:] in _COLONS else at
