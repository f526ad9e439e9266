"""A change to a call that waits, read by rules: a time in place of its time, a name in place of a name, or its text written anew. Pure.

What asks for judgement ("friendlier", "the other one") is a language model's to work in; here it is not read.
"""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from app.errors import ToolProblem
from app.language import event_changes, forms
from app.language.card_changes import other_value
from app.language.card_texts import text_of
from app.language.choosing.mail import subject_of
from app.language.rewording import cut_or_swapped, reworded, touches
from app.language.time import phrases, recurrence
from app.language.time.half_days import in_its_half
from app.tools import when as times

_LONGEST = 400  # characters of a change that is looked through for a time or a name
_TIMES = ("when", "due")
_FILLER = re.compile(
    r"\b(?:instead|please|pls|kindly|rather|actually|no|um|uh|can you|could you|like|same time(?: but)?|but|"
    r"(?:make|change|chnge|move|set|shift|push|put|bring)(?: (?:it|that|this|back|forward))*(?: to)?|better|at|on|to|for|by|it|is|"
    r"should be|i meant|i mean|sorry)\b|[,!]|\.(?!\d)",
    re.IGNORECASE,
)
_SWAP = (
    re.compile(r"(?P<new>.+?),? (?:instead of|in place of|rather than) (?P<old>.+)", re.IGNORECASE),
    re.compile(r"(?P<new>.+?),? (?:and )?not (?P<old>.+)", re.IGNORECASE),
    re.compile(r"(?:change|replace|swap) (?P<old>.+?) (?:to|with|by|for|into) (?P<new>.+)", re.IGNORECASE),
    re.compile(r"not (?P<old>.+?),? (?:but|it'?s) (?P<new>.+)", re.IGNORECASE),
)
_NAMED = re.compile(
    r"(?:call|name|title) (?:it|that|this) (?P<name>.+)|(?:put (?:it|that|them)|move (?:it|that|them))? ?(?:on|onto|to|in) (?:the |my )?(?P<list>.+?) list",
    re.IGNORECASE,
)
_REWORDED = re.compile(
    r"(?:change|set|make) (?:the )?(?P<slot>text|title|name|content|list|instruction|message) (?:to|into|be|as):? (?P<text>.+)|"
    r"(?:the )?(?P<named>text|title|name|content|list|instruction|message)(?: should be| is)?: ?(?P<words>.+)",
    re.IGNORECASE | re.DOTALL,
)
_SLOTS = {
    **dict.fromkeys(("text", "content", "instruction", "message"), ("text", "content", "instruction", "message")),
    **dict.fromkeys(("title", "name"), ("title", "name")),
    "list": ("list_name",),
}
_TEXTS = ("text", "content", "instruction", "message", "statement", "titles", "what", "title")
_DROP = re.compile(r"(?:remove|drop|without|leave out|skip|not) (?:the )?(?P<item>.+?)(?: please)?", re.IGNORECASE)
# What a call was tied to when its card was drawn: ids, and an account with its number. "5 instead of 3" is said of none of them.
_PINS = frozenset(("account", "place", "person", "head", "into", "items"))
_PEOPLE = ("guests", "add_guests", "cc")
_MOST_PIECES = 8
_MORE = re.compile(r"(?:and|add|also|plus) (?P<item>.+?)(?: too| as well| please)*", re.IGNORECASE)
_LEAD = re.compile(r"\A(?:no,? |sorry,? |i meant? |it(?:'s| is) |that(?:'s| is) |should be |use )+", re.IGNORECASE)
_QUOTED = re.compile(r"(?:make it|say|write|text:?|change it to)?\s*[“\"](?P<text>[^“”\"]+)[”\"]\s*\.?", re.IGNORECASE)
# What begins so says how something should change, and names nothing.
_TELLS_HOW = re.compile(
    r"\s*(?:make|shorten|rewrite|reword|rephrase|translate|fix|correct|less|more|shorter|longer|friendlier|nicer|"
    r"(?:the )?other|(?:the )?(?:first|second|third|last|next) one|instead|not|no)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w{3,}")
_SHARED = 0.34  # of the words of the shorter text: less in common is no new wording of it


def amended(
    arguments: Mapping[str, Any], words: str, now: datetime, *, whole: Collection[str] = ()
) -> dict[str, Any] | None:
    """The arguments with the change in `words` worked in; None where rules can't. `now` is aware, in the user's zone. Those in `whole` only
    point at something, so that any words may take their place. Raises ToolProblem for a time that there isn't."""
    said = " ".join(words.split())
    short = said.rstrip(".!") if len(said) <= _LONGEST else ""
    return (
        _another_body(arguments, said)
        or _another_time(arguments, short, now)
        or _another_length(arguments, short)
        or other_value(arguments, said)
        or _another_text(arguments, said)
        or _another_name(arguments, short)
        or _other_items(arguments, short)
        or _other_people(arguments, short)
        or _other_fields(arguments, said)
        or _written_anew(arguments, words.strip(), whole)
        or _in_turn(arguments, said, now)
    )


def changes_text(arguments: Mapping[str, Any], words: str) -> bool:
    """Whether words change the text of a mail that waits, who is asked to an event, or a form's field, and can mean nothing else."""
    said, body = " ".join(words.split()), arguments.get("body")
    in_text = isinstance(body, str) and touches(body, said)
    short = said.rstrip(".!")
    return in_text or bool(
        _other_people(arguments, short) or _other_fields(arguments, said) or _in_turn(arguments, said, None)
    )


def changes_shown(arguments: Mapping[str, Any], words: str, now: datetime) -> bool:
    """Whether words change a call whose card they stand right below: beside its text, any value of it, or the time that it has."""
    said = " ".join(words.split())
    short = said.rstrip(".!") if len(said) <= _LONGEST else ""
    timed = any(arguments.get(name) for name in (*_TIMES, "repeat"))
    return changes_text(arguments, words) or bool(
        other_value(arguments, said)
        or _another_text(arguments, said)
        or _another_length(arguments, short)
        or (timed and "?" not in said and _changes_time(arguments, short, now))
    )


def _changes_time(arguments: Mapping[str, Any], said: str, now: datetime) -> bool:
    try:
        return _another_time(arguments, said, now) is not None
    except ToolProblem:  # a time that there isn't is one, and is told when it is worked in
        return True


def _in_turn(arguments: Mapping[str, Any], said: str, now: datetime | None) -> dict[str, Any] | None:
    """Several changes, each a sentence of its own; what only says why changes nothing."""
    pieces = event_changes.pieces(said)
    changed: dict[str, Any] | None = None
    if not 1 < len(pieces) <= _MOST_PIECES or len(said) > _LONGEST:
        return None
    for piece in pieces:
        now_is = changed or arguments
        step = (
            (now and _another_time(now_is, piece, now))
            or _another_length(now_is, piece)
            or _other_people(now_is, piece)
        )
        if step is None and not (changed and event_changes.is_reason(piece)):
            return None
        changed = step or changed
    return changed


def _another_body(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    body = arguments.get("body")
    text = reworded(body, said) if isinstance(body, str) else None
    if not isinstance(body, str) or text is None:
        return None
    made_of_it = arguments.get("subject") == subject_of(body)
    return {**arguments, "body": text, **({"subject": subject_of(text)} if made_of_it else {})}


def _another_text(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """What is written at work, with a part of it left out or put for another."""
    slot = text_of(arguments)
    text = cut_or_swapped(arguments[slot], said) if slot and "?" not in said else None
    return {**arguments, slot: text} if text is not None else None


def _another_length(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    length = event_changes.length_in(said) if "length" in arguments else ""
    return {**arguments, "length": length} if length else None


def _other_people(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """One guest less."""
    name = event_changes.left_out(said)
    for slot in _PEOPLE if name else ():
        asked = arguments.get(slot)
        if isinstance(asked, list):
            left = [one for one in asked if name not in re.split(r"[^\w']+", str(one).casefold())]
            if left != asked:
                return {**arguments, slot: left}
    return None


def _other_fields(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """Other values in the fields of a form."""
    fields = arguments.get("fields")
    changed = (
        forms.changed(fields, said)
        if isinstance(fields, list) and all(isinstance(one, str) for one in fields)
        else None
    )
    return {**arguments, "fields": changed} if changed else None


def _another_time(arguments: Mapping[str, Any], said: str, now: datetime) -> dict[str, Any] | None:
    slot = next((name for name in _TIMES if name in arguments), "")
    if not slot or not said:
        return None
    old = _planned(str(arguments[slot]), str(arguments.get("repeat", "")), now)
    bare = " ".join(_FILLER.sub(" ", said).split())
    if old is not None and (hour := in_its_half(bare, old.due)) != bare:
        said = hour
    if not _is_a_time(said, now):
        return None
    if old is None:  # there was no time, or one that can't be read any more: the new one stands alone
        return {**arguments, slot: said}
    changed = {**arguments, slot: times.pinned(said, times.replan(said, old, now))}
    return {**changed, "repeat": ""} if arguments.get("repeat") else changed


def _planned(when: str, repeat: str, now: datetime) -> times.Plan | None:
    try:
        return times.plan(when, repeat, now) if when or repeat else None
    except ToolProblem:
        return None


def _is_a_time(said: str, now: datetime) -> bool:
    """Whether words say a time or a repetition and nothing else."""
    rule = recurrence.find_rule(said, now)
    rest = f"{said[: rule.start]} {said[rule.end :]}" if rule else said
    match = phrases.find_time(rest, now)
    rest = rest.replace(match.text, " ", 1) if match else rest
    return bool(rule or match) and not _FILLER.sub(" ", rest).strip()


def _another_name(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    for pattern in _SWAP:
        found = pattern.fullmatch(said) if said else None
        if found and (changed := _swapped(arguments, _bare(found["old"]), _bare(_LEAD.sub("", found["new"])))):
            return changed
    named = _NAMED.fullmatch(said) if said else None
    if named is None:
        return None
    slot = "title" if named["name"] else "list_name"
    return {**arguments, slot: _bare(named["name"] or named["list"])} if slot in arguments else None


def _bare(name: str) -> str:
    return name.strip(" \"'“”")


def _swapped(arguments: Mapping[str, Any], old: str, new: str) -> dict[str, Any] | None:
    """Every place of `old` as a word in the texts of the call."""
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)

    def swap(value: Any) -> Any:
        if isinstance(value, str):
            return word.sub(lambda _: new, value)
        return [swap(item) for item in value] if isinstance(value, list) else value

    changed = {name: value if name in _PINS else swap(value) for name, value in arguments.items()}
    return changed if old and new and changed != dict(arguments) else None


def _other_items(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """One thing less, or one more, of a call that adds several."""
    titles = arguments.get("titles")
    if not isinstance(titles, list) or not said:
        return None
    less, more = _DROP.fullmatch(said), _MORE.fullmatch(said)
    if less:
        gone = _bare(less["item"]).casefold()
        left = [title for title in titles if str(title).casefold() != gone]
        return {**arguments, "titles": left} if left and left != titles else None
    return {**arguments, "titles": [*titles, _bare(more["item"])]} if more else None


def _written_anew(arguments: Mapping[str, Any], text: str, whole: Collection[str]) -> dict[str, Any] | None:
    """A text of the call in new words: said to be one, in quotes, or so near to the old ones that it can be nothing else."""
    reworded = _REWORDED.fullmatch(text) if len(text) <= _LONGEST else None
    if reworded:
        wanted = _SLOTS[(reworded["slot"] or reworded["named"]).casefold()]
        slot = next((name for name in wanted if name in arguments), "")
        return {**arguments, slot: _bare(reworded["text"] or reworded["words"])} if slot else None
    texts = [name for name in _TEXTS if _is_one_text(arguments.get(name))]
    if not texts or not text:
        return None
    old = arguments[texts[0]]
    before = old[0] if isinstance(old, list) else old
    quoted = _QUOTED.fullmatch(text) if len(text) <= _LONGEST else None
    pointed = texts[0] in whole and not _TELLS_HOW.match(text)
    if quoted is None and not pointed and not _is_near(text, before):
        return None
    new = quoted["text"] if quoted else text
    return {**arguments, texts[0]: [new] if isinstance(old, list) else new}


def _is_near(text: str, before: str) -> bool:
    """Whether a good part of the words is the same."""
    new, old = ({word.casefold() for word in _WORD.findall(one)} for one in (text, before))
    return bool(new and old) and len(new & old) >= _SHARED * min(len(new), len(old))


def _is_one_text(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and isinstance(value[0], str) and bool(value[0])
    return isinstance(value, str) and bool(value)
