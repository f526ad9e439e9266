"""What must not be done though its words are there: an order forbidden, taken back at its end, with an exception, dictated or quoted. Pure.

Where in doubt nothing is done, and that is said.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.language.choosing.joining import extended
from app.language.cues import says
from app.language.orders.plan import Reading
from app.language.reader.reading import Part

DESTROYS = frozenset(
    "complete_tasks delete_tasks clear_list cancel_reminder delete_note delete_later delete_alert delete_schedule forget empty_trash mark_read "
    "file_mail delete_mail delete_event".split()
)
LEFT = "All right, I'll leave it as it is."
EXCEPTED = "I can't leave something out of that at once, so I did nothing. Name the ones that you mean."
_CHANGES = DESTROYS | {
    "undo",
    "change_reminder",
    "edit_task",
    "add_tasks",
    "set_reminder",
    "save_note",
    "pause",
    "resume",
    "quiet_off",
    "send_mail",
    "reply_mail",
    "forward_mail",
    "add_event",
    "change_event",
    "answer_event",
}
_FORBIDS = re.compile(
    r"\W*(?:(?:and|but|so|please|pls|no|wait|hey|kwasi|surtout|et|mais)\W+)*(?:don'?t|do not|never|you (?:must|should) not|ne|n['’])\b(?!\W*(?:forget|let|miss|oublie|laisse|rate))",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"(?:[\s,.;…–—!?-]+(?:no|wait|actually|oh|non|attends|en fait))*[\s,.;…–—!?-]+(?:no,? wait|wait,? no|don'?t(?: do (?:that|it))?|actually,? no|just kidding|jk|never ?mind|forget it|leave it|keep (?:it|them|that)|on second thoughts?,? (?:no|keep (?:it|them))|laisse tomber|garde[rz]?-(?:le|la|les)|non rien|en fait non|oublie)\W*\Z",
    re.IGNORECASE,
)
_DICTATES = frozenset(("save_note", "save_journal", "append_note", "set_reminder"))
_GOES_ON = re.compile(r"\W*(?:and|also|then|plus|et|puis)\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^'\n]{3,200}'(?!\w)|(?<!\w)‘[^’\n]{3,200}’(?!\w)")


def guarded(parts: Sequence[Part], text: str) -> Iterator[Part]:
    """The parts as they may be carried out: what is dictated belongs to the text it stands in, what is quoted asks for nothing."""
    quoted = [(one.start(), one.end()) for one in _QUOTED.finditer(text)]
    last: Part | None = None
    for part in parts:
        if last is not None and _is_dictated(last, part):
            last = extended(last, text, part.end)
            continue
        if last is not None:
            yield last
        inside = any(
            (start < part.start < end and part.start > start + 1) or (start == part.start - 1) for start, end in quoted
        )
        last = replace(part, intent="aside", slots=()) if inside and part.start else part
        if part.intent in _CHANGES and _FORBIDS.match(part.text):
            last = replace(part, intent="keep", slots=())
    if last is not None:
        yield last


def _is_dictated(last: Part, part: Part) -> bool:
    """ "Save a note: cancel the gym and clear my list" asks for one thing; "…, and remind me at six" behind it for another."""
    if last.intent not in _DICTATES:
        return False
    if last.text.rstrip().endswith(":"):
        return True
    slot = next((one for one in last.slots if one.name == "text"), None)
    opened = slot is not None and last.text[: slot.start - last.start].rstrip(' "“«').endswith(":")
    goes_on = _GOES_ON.match(part.text) is not None
    ends = last.text.rstrip()[-1:] in ".!?"
    is_order = (goes_on or ends) if part.intent == "set_reminder" else goes_on and ends and part.one("list") != ""
    return opened and not is_order


def has_exception(part: Part, text: str) -> bool:
    """Whether something is left out of what is done to many."""
    return part.intent in DESTROYS and says("leaves_out", _sentence(text, part))


def _sentence(text: str, part: Part) -> str:
    rest = re.split(r"[.!?\n]", text[part.end :], maxsplit=1)[0]
    return f"{part.text}{rest}"


def is_taken_back(text: str) -> bool:
    """Whether a message ends with taking back what it asked for."""
    return _TAKES_BACK.search(text[-60:]) is not None or _ASKED_AND_DENIED.search(text[-20:]) is not None


def forbids(text: str) -> bool:
    """Whether a message begins by forbidding what it names: "don't merge it"."""
    return _FORBIDS.match(text) is not None


def can_be_left(reading: Reading) -> bool:
    """Whether a reading is an order that words may take back: "never mind" behind an alert is an order itself, to delete it."""
    return bool(reading.calls) and reading.calls[-1].tool != "delete_alert"


def taken_back_at(text: str) -> int | None:
    """Where in a message its order has been taken back, before more is said; None where it isn't."""
    found = _MIDWAY.search(text)
    return found.end() if found and text[found.end() :].strip(" ,.;!…") else None


_MIDWAY = re.compile(
    r"(?:[…,.;–—!?-]|\b(?:actually|oh|pff+|ah|no|naw|nah|non|bon))\s*(?:(?:no|naw|nah|oh|non|pff+|actually|ah|wait|attends),?\s+)*"
    r"(?:never ?mind|forget (?:it|that|the (?:second|last|other|first) (?:bit|part|one|thing))|scrap that|leave it|drop it|skip it|don['’]?t bother|"
    r"n['’]ajoute[zs]? rien|ne (?:note|rappelle|fais|faites)[zs]? rien|don['’]?t (?:add|set|do) anything|oublie[zr]?(?: ça)?|laisse[zr]?(?: tomber| ça)?|non rien|tant pis)(?=\s*[,.;…–—!])",
    re.IGNORECASE,
)
_ASKED_AND_DENIED = re.compile(r"\?\s*(?:no|nope|nah|non)\W*\Z", re.IGNORECASE)
