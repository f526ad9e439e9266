"""Where one request ends and the next begins: the joints of a message, and whether what stands at one is two things or one.

Each looks a little way ahead and no further: what decides stands near the joint. Knows no reader.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.models.offline import speech
from app.models.offline.items import is_doing
from app.models.offline.plan import Clause, Reading

MAX_JOINTS = 16
AHEAD = 400  # characters behind a joint that say whether it is one
_JOINT = re.compile(
    r"(?P<stop>(?<=[.!?;])\s+|\n\s*)|(?<!\s)\s?,?\s{1,3}(?:and then|and also|and|then|also|plus|but|so(?= (?:please|can you|could you|will you|add|put|remind|i need you|tick|mark|cross|take|cancel|delete|remove|note|set|drop)\b)|after that|as well as|oh and)\s+|(?<!\s)\s?[,;]\s+",
    re.IGNORECASE,
)
_OPENER = re.compile(
    r"(?:(?:please|can you|could you|you can|you could|you may|also|then|and|just|i want you to|i'd like you to|would you)[, ]+)*(?:add|put|remind|set|create|make|take|note|write|jot|save|"
    r"bookmark|remember|forget|cancel|delete|remove|clear|empty|mark|tick|cross|check|complete|finish|move|rename|change|reschedule|"
    r"snooze|postpone|show|list|read|tell me|what|what's|when|where|who|how|which|do i|is|are|am i|find|search|look|undo|wake|ping|"
    r"nudge|don't|i|i'm|i've|my|our|we|we're|calculate|convert|log|journal|dear|https?|give me|new|reminder|note|notes|tasks?|reminders|todo|"
    r"call me|drop|get rid|stop|start|store|keep|text me|alert|notify|fyi|open|throw|stick|update|edit|push|turn off|erase|scrap)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"(?:i|i'm|i've|my|our|we|we're|is|are)\b", re.IGNORECASE)
_ELLIPSIS_REMIND = re.compile(r"(?:again )?(?:to|at|on|in|tomorrow|tonight|every|next|\d)\b", re.IGNORECASE)
_DEED = re.compile(
    r"(?:i|we)(?:'ve| have|'m| am)?(?: just| now| already| finally)* (?P<thing>(?:\w+ed|paid|sent|made|did|wrote|took|gave|met|spoke to|cut|swept|sold|built) .+)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|that|them|this|those|these)\b", re.IGNORECASE)
_KEPT = re.compile(r"(?:add|put|stick|pop) (?:it|that|this|them|those)\b", re.IGNORECASE)
_ON_LIST = re.compile(r".+ (?:on|to|onto|in|into) (?:my|the|our) .*list", re.IGNORECASE)
_TASK_TOOLS = frozenset(("add_tasks", "delete_tasks", "complete_tasks", "clear_list", "list_tasks"))
_PLEA = re.compile(
    r"(?:and |so |but )*(?:(?:can|could|would|will) (?:you|u)\b|please\b|pls\b|i (?:now )?(?:live|stay|work)\b|remind me\b|don't let me forget\b|"
    r"(?:what|when|where|who)(?:'s| is| are| was| were)\b|(?:add|put|stick|note|jot|pop|chuck)\b.+\b(?:list|tasks?|to-?dos?|down|notes?)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:because|since|cause|'cause|cos|coz|so that|i(?:'m|'ve|'d| am| have| don't| won't| can't| think| forgot| already| just| no longer| hate| love)?|we(?:'re|'ve| are| have)?|"
    r"it(?:'s| is| was)|she(?:'s)?|he(?:'s)?|they(?:'re)?|there(?:'s)?|that's|no longer|not needed|thanks|sorry|just kidding)\b",
    re.IGNORECASE,
)
_AND_THEN = re.compile(r"\A(?:i|i'm|i've|we|we're|it's|that's)\b\s*", re.IGNORECASE)
_MOST_ASIDE = 10
_ENUMERATION = 2_000  # characters; it names its list at its end


def is_end_of(first: Reading, right: str) -> bool:
    """Whether the rest only says why ("…, I have plenty"), after an order that is whole without it."""
    if first.question or first.keeps_text or first.asserts or not first.calls or len(right) > AHEAD:
        return False
    is_aside = bool(_ASIDE.match(right)) and len(right.split()) <= _MOST_ASIDE
    return is_aside and not _DEED.match(right) and not _OPENER.match(_AND_THEN.sub("", right))


def is_preamble(left: str, right: str, *, is_stop: bool) -> bool:
    """Whether the left means nothing to us or only leads up to a plea: "my sister is coming, can you remind me …"."""
    if is_stop and _OPENER.match(right):
        return True
    return bool(_PLEA.match(right, 0, AHEAD)) and not is_doing(speech.bare(left))


def halves(text: str) -> Iterator[tuple[str, str, bool]]:
    """Each way to take the text apart at one joint, from the left."""
    for count, joint in enumerate(_JOINT.finditer(text)):
        if count >= MAX_JOINTS:
            return
        left, right = text[: joint.start()].strip(), text[joint.end() :].strip()
        if left and right:
            yield left, right, joint["stop"] is not None


def together(first: Reading, rest: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Both, or one of the two where it says what the other said."""
    if _is_taken_up(first, rest[0]) or not first.calls:
        return rest
    return (first,) if _repeats(first, rest) else (first, *rest)


def _is_taken_up(first: Reading, second: Reading) -> bool:
    """ "I'm out of coffee, add it to my list": what would have been offered is ordered."""
    return first.missing == "yes" and bool(second.calls)


def _repeats(first: Reading, rest: Sequence[Reading]) -> bool:
    """ "I'm in Lisbon now, please change my time zone": the second half asks for what the first half said."""
    tools = {call.tool for call in first.calls}
    return not first.question and all(
        reading.question and reading.missing != "yes" and reading.calls[-1].tool in tools for reading in rest
    )


def told(left: Clause, right: str) -> Reading | None:
    """ "I have paid the water bill, tick it off": what is told names what the next clause calls "it"."""
    if len(left.text) > AHEAD or not _PRONOUN.search(right, 0, AHEAD):
        return None
    bare = speech.bare(left.text)
    told = _DEED.fullmatch(bare)
    if told is None and is_doing(bare) and _KEPT.match(speech.bare(right[:AHEAD])):
        return Reading(thing=bare)
    return Reading(thing=told["thing"]) if told else None


def after(left: Clause, first: Reading, right: str) -> Clause:
    """The next clause with what the first one named, and with the words it leaves out put back."""
    return replace(
        left,
        text=_written_out(left, first, right),
        thing=first.thing or left.thing,
        aside=first.aside,
        place=first.place or left.place,
        depth=left.depth + 1,
    )


def _written_out(left: Clause, first: Reading, right: str) -> str:
    """ "… and at six to call the office" is "remind me at six …" after a reminder."""
    tool = first.calls[-1].tool if first.calls else ""
    bare = speech.bare(right[:AHEAD])
    if _OPENER.match(bare):
        return right
    if tool == "set_reminder" and not first.question and _ELLIPSIS_REMIND.match(bare):
        return f"remind me {speech.bare(right)}"
    if (
        tool == "add_tasks"
        and len(right) <= AHEAD
        and _names_list(left.text)
        and _ON_LIST.fullmatch(bare.rstrip(".!? "))
    ):
        return f"add {bare}"
    return right


def begins_order(right: str) -> bool:
    """Whether the words begin as a request does, and not as something told ("I …", "my …")."""
    bare = speech.bare(right[:AHEAD])
    return bool(_OPENER.match(bare)) and not _ORDER.match(bare)


def may_follow(first: Reading, right: str) -> bool:
    """Whether the words after a joint could be a request of their own."""
    if not _OPENER.match(right) or first.missing == "content":
        return False
    return not (first.keeps_text and _ORDER.match(speech.bare(right[:AHEAD])))


def stands(first: Reading, second: Reading, right: str, *, is_stop: bool) -> bool:
    """Whether the second reading is sure enough to take the sentence apart for it."""
    if second.asserts or second.missing == "yes":
        return is_stop or first.asserts
    tools = {call.tool for call in first.calls}
    bare_add = second.calls and second.calls[0].tool == "add_tasks" and not _names_list(right)
    if bare_add and not is_stop:
        return bool(tools & _TASK_TOOLS) and bool(re.match(r"add\b", speech.bare(right[:AHEAD]), re.IGNORECASE))
    return True


def _names_list(right: str) -> bool:
    return bool(re.search(r"\b(?:list|tasks?|to-?dos?|task list)\b", right[:_ENUMERATION], re.IGNORECASE))
