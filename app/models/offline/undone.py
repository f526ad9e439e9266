"""The parts of a message that are orders for something outside ("email Kofi that I'm late"), taken out before the rest is read.

A part counts only beside another that can be done: the other is done, and this one is named in the answer with why not. It is never made an
item of the list, or lost with it. Where an "and" may as well join two to-dos, both stay to-dos: the answer names them. Pure.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.models.offline import joints, speech, talk
from app.models.offline.plan import Reading

Read = Callable[[str], Sequence[Reading]]

MOST_PARTS = 8
MOST_READS = 16  # times that words are read for it, each of a bounded cost
SHOWN = 120  # characters of a part that the answer repeats
_NOT_ME = r"(?!(?:me|us)\b)"
_SENDING = (
    rf"(?:e-?mail|mail|message|msg|text|whatsapp|dm|tell|inform) {_NOT_ME}\w|send {_NOT_ME}\w|forward (?:it|this|that|the|my)\b|reply to\b|"
    r"let (?!me\b|us\b)[\w' ]{2,30} know\b|(?:write|draft|compose) (?:back )?(?:to \w|(?:an? |the )?(?:\w+ )?(?:e-?mail|mail|letter|message|text|reply)\b)"
)
_DOING = (
    rf"(?:call|phone|ring|dial) {_NOT_ME}\w|(?:book|order|reserve|transfer|pay) \w|play (?:some |my |the )?\w|"
    r"buy (?:me|us) \w|tweet \w|post (?:it|this|that) \w|print \w|top up \w|put on some \w|"
    r"(?:turn|switch) (?:on|off) \w|(?:turn|switch) the [\w ]{1,40} (?:on|off)|translate \w|summari[sz]e \w"
)
_ASKING = r"(?:what(?:'s| is| will)|how(?:'s| is| will)|is it|will it|check|read|any)\b[\w' ]{0,60}\b(?:weather|rain|snow|news|headlines|e-?mails?|mails?|inbox|calendar)\b"
_ORDER = re.compile(rf"(?:{_SENDING}|{_DOING}|{_ASKING})", re.IGNORECASE)
_IS_SENT = re.compile(_SENDING, re.IGNORECASE)
_IS_ASKED = re.compile(_ASKING, re.IGNORECASE)
_WITH_WORDS = re.compile(r"\b(?:that|saying|to say|i|i'm|i'll|i've|i can't|we|we're|it|this|them)\b", re.IGNORECASE)
_TO_THEM = re.compile(r"\w+ (?:them|her|him|it)\b", re.IGNORECASE)  # "call the bank and tell them …" is one thing to do
# What ends so belongs to the order before it: "add call mum and email Kofi to my list".
_TAKEN = re.compile(
    r"\b(?:as (?:done|complete|completed|finished)|(?:off|from|to|on|onto|in) (?:(?:my|the|our) )?[\w' -]{0,40}(?:lists?|tasks?|to-?dos?))\W{0,5}\Z",
    re.IGNORECASE,
)
_NAMES_LIST = re.compile(r"\blist\W{0,5}\Z", re.IGNORECASE)
_ONE_TASK = re.compile(r"\b(?:an?|one|new|another) (?:new )?(?:task|to-?do|todo|item)\b", re.IGNORECASE)
_HEADED = re.compile(r":(?:\s|\Z)|\n\s*[-*•]")  # "tasks: email the bank, …" heads an enumeration
_JOINT = re.compile(
    r"(?P<strong>(?<=[.!?;])\s+|\n\s*|(?<!\s)\s?,?\s{1,3}(?:and then|and also|then|also|after that|but|oh and)\s+)|"
    r"(?<!\s)\s?,?\s{1,3}(?:and|plus)\s+|(?<!\s)\s?,\s+",
    re.IGNORECASE,
)
_KEPT_TOOLS = frozenset(("save_note", "save_journal_entry", "remember_fact", "add_schedule"))
_REMINDER = "set_reminder"
_WORDED = _KEPT_TOOLS | {_REMINDER, "add_tasks"}  # whose words may hold an "and"
# Two sentences, and the second goes on from the first: no text that is kept ends so.
_NEXT = re.compile(r"\s*(?:and )?(?:then|also|after that|next)\b", re.IGNORECASE)
_SENTENCE_END = (".", "!", "?", ";")
# What was kept is to be sent: "save a note that … and forward it to Sam".
_SENDS_IT = re.compile(
    r"(?:e-?mail|mail|message|text|whatsapp|send|forward|share|post) (?:it|this|that) (?:to|with|by|on)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Apart:
    """What is left to do, and the parts that can't be done, in order. Without such parts `kept` is the whole message."""

    kept: str
    parts: tuple[str, ...] = ()


def apart(said: str, read: Read) -> Apart:
    """The message without the parts that can't be done here. `read` says what words mean, and is asked MOST_READS times at most."""
    if not _ORDER.search(said):
        return Apart(said)
    return _apart(said, _Reader(read), MOST_PARTS)


def named(parts: Sequence[str]) -> str:
    """The sentences that say what is not done, and why."""
    return "\n".join(f"Not done: “{_short(part)}”. {_reason(part)}" for part in parts)


def _reason(part: str) -> str:
    reason = talk.cannot(part)
    if reason not in (talk.UNREADABLE, talk.GENERAL):
        return reason
    return talk.NO_MESSAGES if _IS_SENT.match(part) else talk.NOT_FROM_HERE


@dataclass(slots=True)
class _Reader:
    """What words mean, for so many readings; after that nothing means anything, and the message stays whole."""

    read: Read
    left: int = MOST_READS

    def __call__(self, words: str) -> Sequence[Reading]:
        self.left -= 1
        return self.read(words) if self.left >= 0 else ()


def _apart(said: str, read: Read, left: int) -> Apart:
    for start, end, is_strong in _orders(said):
        if not left:
            break
        before, part = said[:start], said[end:]
        if before and not _is_whole(before, part, read, is_strong=is_strong):
            continue
        stop, rest = _rest(part, read)
        if not before and not rest:
            continue
        part = part[:stop] if rest else part
        further = _apart(rest, read, left - 1) if rest else Apart("")
        kept = f"{before}. {further.kept}" if before and further.kept else before or further.kept
        return Apart(kept.strip(), (speech.bare(part), *further.parts))
    return Apart(said)


def _orders(said: str) -> Iterator[tuple[int, int, bool]]:
    """Where an order for something outside may begin: the end of what stands before it, its own beginning, and whether the joint is a strong one."""
    if _ORDER.match(speech.bare(said)):
        yield 0, 0, True
    for count, joint in enumerate(_JOINT.finditer(said)):
        if count >= joints.MAX_JOINTS:
            return
        if _ORDER.match(speech.bare(said[joint.end() :][: joints.AHEAD])):
            yield joint.start(), joint.end(), joint["strong"] is not None


def _rest(part: str, read: Read) -> tuple[int, str]:
    """Where the order ends because another begins that can be done, and that one; nothing where it goes to the end."""
    for count, joint in enumerate(_JOINT.finditer(part)):
        if count >= joints.MAX_JOINTS:
            break
        right = part[joint.end() :]
        if _is_order(right, read):
            return joint.start(), right
    return len(part), ""


def _is_order(right: str, read: Read) -> bool:
    """Whether these words are a request of their own, not more of what is to be sent."""
    if not joints.begins_order(right):
        return False
    first = next(iter(read(right) or read(_head(right))), None)
    return first is not None and bool(first.calls) and not first.asserts and first.missing != "yes"


def _head(right: str) -> str:
    """The words up to the next order for something outside."""
    return next((right[:start] for start, _, _ in _orders(right) if start), "")


def _is_whole(before: str, part: str, read: Read, *, is_strong: bool) -> bool:
    """Whether what stands before an order is a request that needs none of its words."""
    if _HEADED.search(before) or _TAKEN.search(part):
        return False
    last = next(reversed(read(before)), None)
    if last is None or not last.calls:
        return False
    goes_on = before.rstrip().endswith(_SENTENCE_END) and _NEXT.match(part)
    if goes_on or _SENDS_IT.match(speech.bare(part)) or last.calls[-1].tool not in _WORDED:
        return True
    if not _ends_with(last, before):
        return False
    is_task = last.calls[-1].tool != _REMINDER
    return is_strong or (is_task and (bool(_NAMES_LIST.search(before)) or _is_apart(speech.bare(part), before, last)))


def _ends_with(last: Reading, before: str) -> bool:
    """Whether a request ends with these words. What a reminder is of may hold an "and then", and a text to keep anything at all."""
    if not last.calls or last.keeps_text or last.asserts or last.calls[-1].tool in _KEPT_TOOLS:
        return False
    if last.calls[-1].tool == _REMINDER:  # whether its time is said doesn't matter
        return before.rstrip().endswith((".", "!", "?", ";"))
    return not last.question


def _is_apart(part: str, before: str, last: Reading) -> bool:
    """Whether an order behind a mere "and" is none of the to-dos before it."""
    if _IS_ASKED.match(part):
        return True
    both_outside = _is_doing_outside(last)
    if not _IS_SENT.match(part) or (both_outside and _TO_THEM.match(part)):
        return False
    return bool(_WITH_WORDS.search(part)) or (not both_outside and bool(_ONE_TASK.search(before)))


def _is_doing_outside(reading: Reading) -> bool:
    """Whether the to-do before it is something to send or to book too: then so is this one."""
    titles = reading.calls[-1].arguments.get("titles") or ()
    return any(_ORDER.match(title) for title in titles)


def _short(part: str) -> str:
    return part if len(part) <= SHOWN else f"{part[: SHOWN - 1].rstrip()}…"
