"""What a mail system reports: to whom a message was not delivered and why, or that it was shown. Pure; never raises."""

import re

from app.integrations.mail.characters import one_line
from app.integrations.mail.headers import Headers, read_headers
from app.integrations.mail.structure import read_message

_MOST = 20  # people of a report
_EMPTY_LINE = re.compile(rb"\r?\n[ \t]*\r?\n")
_SENTENCES = {
    "failed": "It could not be delivered to {who}{why}.",
    "delayed": "It has not been delivered to {who} yet{why}.",
    "delivered": "It was delivered to {who}.",
    "relayed": "It was passed on towards {who}, whose mail system sends no receipts.",
    "expanded": "It was passed on to the members of {who}.",
}
_DISPOSITIONS = {
    "displayed": "was shown to",
    "deleted": "was deleted by",
    "dispatched": "was passed on by",
    "processed": "was processed for",
}


def delivery(report: bytes) -> tuple[str, ...]:
    """Sentences of a message/delivery-status, one for each person."""
    whole = read_message(report).root
    if whole.encoding == "base64":  # some gateways wrap the people up once more
        report = whole.content()
    blocks = [read_headers(block) for block in _EMPTY_LINE.split(report, maxsplit=_MOST * 2)]
    return tuple(said for block in blocks if (said := _delivery_sentence(block)))[:_MOST]


def _delivery_sentence(block: Headers) -> str:
    who = _value(block, "final-recipient") or _value(block, "original-recipient")
    action = block.line("action", 40).lower().split()
    if not who:
        return ""
    why = (_value(block, "diagnostic-code", 300) or block.line("status", 60)).rstrip(".")
    sentence = _SENTENCES.get(action[0] if action else "failed", _SENTENCES["failed"])
    return sentence.format(who=who, why=f": {why}" if why else "")


def receipt(report: bytes) -> tuple[str, ...]:
    """The sentence of a message/disposition-notification."""
    block = read_headers(report)
    who = _value(block, "final-recipient") or _value(block, "original-recipient")
    kind = block.line("disposition", 100).lower().rpartition(";")[2].strip().partition("/")[0]
    done = _DISPOSITIONS.get(kind)
    return (f"It is a receipt: your message {done} {who}.",) if who and done else ()


def failed_recipients(headers: Headers) -> tuple[str, ...]:
    """The same from a header that some systems write instead of a report."""
    people = headers.line("x-failed-recipients", 2_000).split(",")[:_MOST]
    return tuple(_SENTENCES["failed"].format(who=one.strip(), why="") for one in people if one.strip())


def _value(block: Headers, name: str, most: int = 200) -> str:
    """A field without the kind of address or code before its semicolon."""
    kind, semicolon, rest = block.line(name, most).partition(";")
    return one_line(rest if semicolon else kind, most).strip("<> ")
