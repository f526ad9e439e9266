"""Parts that the reader cut where one thing goes on, put together, and one that holds two orders, cut. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from app.language import people
from app.language.choosing import read_outside
from app.language.choosing.possible import begins_order
from app.language.choosing.windows import KEPT, TALK
from app.language.orders.repairs import ends_back, goes_back
from app.language.orders.table import Intent, intents
from app.language.reader.reading import Part, Slot
from app.language.vocabulary import lexicon, words_of


def with_subjects(parts: Sequence[Part], text: str) -> Iterator[Part]:
    """ "Bettina is coming, she can't have gluten": what is told of somebody is told with who that is, and to its end."""
    last: Part | None = None
    for part in parts:
        if last and (joined := _joined(last, part, text)):
            last = joined
            continue
        if last and part.intent == "aside" and (end := _name_cut_off(last, part)):
            last = extended(last, text, part.start + end)
            part = replace(part, text=part.text[end:], start=part.start + end, slots=())
        if last:
            yield last
        is_of_last = last is not None and _is_told_of(last, part)
        last = replace(part, text=text[last.start : part.end], start=last.start) if last and is_of_last else part
    if last:
        yield last


def _joined(last: Part, part: Part, text: str) -> Part | None:
    """The part before with this one, where it only goes on; None where it doesn't."""
    is_told = part.intent == "tell_fact" and last.intent in ("save_note", "tell_fact")
    if (is_told and _GOES_ON.match(part.text)) or _belongs_to(last, part) or _goes_with(last, part):
        return extended(last, text, part.end)
    if not _goes_on_with_hours(last, part):
        return None
    hours = replace(last.slots[-1], text=text[last.slots[-1].start : part.end].rstrip(" .!?"), end=part.end)
    return replace(extended(last, text, part.end), slots=(*last.slots[:-1], hours))


def _is_told_of(last: Part, part: Part) -> bool:
    """Whether it tells something of somebody or something whom only the part before names."""
    if part.intent != "tell_fact" or last.intent not in ("aside", "tell_fact"):
        return False
    if last.intent == "aside":
        return _PRONOUN.search(part.text) is not None or _breaks_off(last, part)
    is_named = people.subject_of(last.text) or _PRONOUN.search(last.text)
    return _PRONOUN.search(part.text) is not None and not is_named


def same_again(parts: Sequence[Part]) -> list[Part]:
    """ "Archive the DHL mail | and the digest": what only names another mail is done with it too."""
    found = list[Part]()
    for part in parts:
        last = found[-1] if found else None
        again = last is not None and last.intent in read_outside.OF_SEVERAL and part.intent in _NAMES_MAIL
        if last and again and AND.match(part.text) and part.slots and not begins_order(AND.sub("", part.text, count=1)):
            part = replace(part, intent=last.intent, sure=last.sure)
        found.append(part)
    return found


def led_up(parts: Sequence[Part]) -> list[Part]:
    """ "I keep forgetting my tablets, …, so remind me at nine to take them": what names nothing only leads up to the order of its kind."""
    return [replace(part, intent="aside") if _leads_up(part, parts) else part for part in parts]


def _leads_up(part: Part, parts: Sequence[Part]) -> bool:
    row = None if part.slots else intents().get(part.intent)
    return row is not None and _fills(row) and any(one.intent == part.intent and one.slots for one in parts)


def _fills(row: Intent) -> bool:
    """Whether an intent is about something that is named."""
    needs = (one.slot and (one.must or name == row.needs) for name, one in row.arguments.items())
    return row.tool == "set_reminder" or any(needs)


_NAMES_MAIL = frozenset(("read_mail", "search_mail", "more", "what_about"))


def _goes_on_with_hours(last: Part, part: Part) -> bool:
    """ "… à 8h | et à 20h tous les jours": one more hour of the same reminder."""
    is_same = last.intent == "set_reminder" and part.intent in ("set_reminder", "more", "what_about")
    is_hour = {slot.name for slot in part.slots} == {"when"} and AND.match(part.text) is not None
    ends = bool(last.slots) and last.slots[-1].name == "when" and last.slots[-1].end >= last.end - 1
    return is_same and is_hour and ends and _EACH.search(part.text) is not None


_EACH = re.compile(r"\b(?:every|each|daily|chaque|tous|toutes)\b", re.IGNORECASE)
AND = re.compile(r"\W*(?:and|et|&|plus)\b", re.IGNORECASE)


def _name_cut_off(last: Part, part: Part) -> int:
    """Where in the part ends what belongs to the one before: "ring my brother | Alan in Canada, he worries"; 0 where nothing does."""
    name = _CUT_NAME.match(part.text)
    goes_on = bool(last.slots) and last.slots[-1].name in ("text", "item") and last.text.rstrip()[-1:].isalnum()
    return name.end() if name and goes_on and last.slots[-1].end >= last.end - 1 else 0


_CUT_NAME = re.compile(r"(?!I\b)[A-ZÀ-Ý][\w'’-]*[^,;.:!?\n]{0,40}(?=[,;.:!?\n])")


def _goes_with(last: Part, part: Part) -> bool:
    """ "remind me to call mum and book a flight": what only an "and" joins to the words of a reminder or a task belongs to them."""
    ends = last.slots[-1].end == last.end if last.slots else False
    is_more = part.intent in ("order", "message") and last.intent in ("set_reminder", "add_tasks")
    return is_more and ends and part.text.casefold().startswith(("and ", "et "))


def _breaks_off(last: Part, part: Part) -> bool:
    """Whether the words before end in the middle of what is told: "my neighbour asked me to water | her plants in May"."""
    return last.text.rstrip()[-1:].isalnum() and not _BEGINS.match(part.text)


_BEGINS = re.compile(
    r"\W*(?:and|but|so|my|our|i|i['’]m|we|the|he|she|it|they|et|mais|mon|ma|mes|notre|je|j['’]|nous|on|le|la|les|il|elle|[A-Z])\b"
)


def _belongs_to(last: Part, part: Part) -> bool:
    """Whether a part takes back words of the fact before it, or only goes on with what is to be kept."""
    if last.intent == "tell_fact" and part.intent in _SAME_FACT and (goes_back(part.text) or ends_back(last.text)):
        return True
    if last.intent == "quiet_hours" and _ENDS.match(part.text):
        return True
    if last.intent == "set_alert" and _PACE.match(part.text):
        return True  # "tell me when a task is overdue | at most every two hours"
    if (
        last.intent == part.intent == "tell_fact"
        and AND.match(part.text)
        and len(part.text.split()) <= _FEW
        and not _acts(part.text)
    ):
        return True  # "allergic to sesame | and strawberries"
    if (
        last.intent == part.intent == "save_note"
        and last.text.rstrip()[-1:] not in ".!?;\n"
        and not _SAVES.search(part.text)
    ):
        return True
    goes_on = last.intent in KEPT and part.intent in TALK and AND.match(part.text) is not None
    return goes_on and last.text.rstrip()[-1:] not in ".!?"


_FEW = 4  # words of a thing more


def _acts(text: str) -> bool:
    """Whether a verb is there, so that something else is told."""
    table = lexicon()
    return any(table.length("acts", [word.folded]) or word.folded.startswith("'") for word in words_of(text))


_PACE = re.compile(
    r"\W*(?:but |and )?(?:at most|no more than|not more than|only|once|until|till|max(?:imum)?)\b", re.IGNORECASE
)
_ENDS = re.compile(r"\W*(?:and|to|et) (?:end|ends|ending|finish|stop|finissent|se terminent)\b", re.IGNORECASE)
_SAVES = re.compile(
    r"\b(?:notes?|save|write|jot|record|keep|memo|another|noter?|enregistre|écris|inscris|mets)\b|:", re.IGNORECASE
)
_SAME_FACT = frozenset(("tell_fact", "amend", "aside", "smalltalk"))


_GOES_ON = re.compile(
    r"(?:(?:and |et )?(?:has|have|had|can't|cannot|likes|loves|hates|works|lives|a|ont|habite|travaille) |is|are|was|were|est|sont|était|c'est)\b"
)


_PRONOUN = re.compile(
    r"\A\W*(?:and |so |but |because |oh |wait,? |no,? |et |mais )*(?:that )?(?:she|he|they|her|his|their|it|it['’]s|elle|il|ils|elles|son|sa|ses|c['’]est)\b",
    re.IGNORECASE,
)


def extended(part: Part, text: str, end: int) -> Part:
    """The part up to there, and its last words with it."""
    slots = part.slots
    if slots and slots[-1].name in ("text", "item"):
        slots = (*slots[:-1], replace(slots[-1], text=text[slots[-1].start : end], end=end))
    return replace(part, text=text[part.start : end], end=end, slots=slots)


def _each_answered(part: Part) -> tuple[Part, ...] | None:
    """ "Accept Esi's, decline Yaw's": two invitations, each with its answer."""
    cuts = [found.start() for found in _ANSWERS.finditer(part.text)] if part.intent == "answer_event" else []
    if len(cuts) < 2:
        return None
    ends = (*cuts[1:], len(part.text))
    return tuple(
        replace(
            part,
            text=part.text[start:end].strip(" ,;"),
            start=part.start + start,
            end=part.start + end,
            slots=_within(part, part.start + start, part.start + end),
        )
        for start, end in zip((0, *cuts[1:]), ends, strict=True)
    )


_ANSWERS = re.compile(
    r"\b(?:accept|decline|reject|turn down|say (?:yes|no) to|(?:yes|no|oui|non) (?:to|à|pour)|accepte|refuse|décline)\b",
    re.IGNORECASE,
)


def apart(part: Part) -> tuple[Part, ...]:
    """ "Forget the milk, buy eggs": what is bought instead is not dropped too."""
    if (timed := _each_timed(part) or _each_answered(part)) is not None:
        return timed
    part = _with_first(part) if part.intent in _GONE else part
    items = [slot for slot in part.slots if slot.name == "item"] if part.intent in _GONE else []
    for earlier, later in pairwise(items):
        said = _BUYS.search(part.text[earlier.end - part.start : later.end - part.start])
        if said is None:
            continue
        at = earlier.end + said.start()
        bought = max(later.start, earlier.end + said.end())
        named = replace(later, text=part.text[bought - part.start : later.end - part.start].strip(), start=bought)
        part = replace(part, slots=tuple(named if slot is later else slot for slot in part.slots))
        first = replace(part, text=part.text[: at - part.start], end=at, slots=_within(part, part.start, at))
        rest = replace(part, text=part.text[at - part.start :], start=at, slots=_within(part, at, part.end))
        return first, replace(rest, intent="add_tasks")
    return (part,)


def _with_first(part: Part) -> Part:
    """With what is dropped as an item, where only what is bought instead was read as one."""
    said = _BUYS.search(part.text)
    dropped = _DROPPED.search(part.text[: said.start()]) if said else None
    if dropped is None or any(slot.start < part.start + dropped.end() for slot in part.slots):
        return part
    first = Slot("item", dropped["thing"], part.start + dropped.start("thing"), part.start + dropped.end("thing"))
    return replace(part, slots=(first, *part.slots))


_DROPPED = re.compile(r"\b(?:the|my|le|la|les) (?P<thing>[^,;.]{2,40})\Z", re.IGNORECASE)


def _each_timed(part: Part) -> tuple[Part, ...] | None:
    """ "7am yoga, 11am the invoice, 6:30pm the dry cleaning": each with the time beside it; None where that is not so throughout."""
    kind = _TIMED.get(part.intent, "")
    slots = [slot for slot in part.slots if kind and slot.name in (kind, "when")]
    if sum(slot.name == "when" for slot in slots) < 2 or sum(slot.name == kind for slot in slots) < 2:
        return None
    starts = [0] + [
        at
        for at in range(1, len(slots))
        if slots[at].name == slots[0].name != slots[at - 1].name and (slots[at].start > slots[at - 1].end)
    ]
    groups = [slots[start:end] for start, end in zip(starts, [*starts[1:], len(slots)], strict=True)]
    if len(groups) < 2 or not all(_is_timed(group, kind) for group in groups):
        return None
    cuts = [part.start, *(group[0].start for group in groups[1:]), part.end]
    return tuple(
        replace(
            part,
            text=part.text[start - part.start : end - part.start],
            start=start,
            end=end,
            slots=_within(part, start, end),
        )
        for start, end in pairwise(cuts)
    )


def _is_timed(group: Sequence[Slot], kind: str) -> bool:
    """Whether it names one thing, and a time with a figure in it."""
    return sum(slot.name == kind for slot in group) == 1 and any(
        any(map(str.isdigit, slot.text)) for slot in group if slot.name == "when"
    )


_TIMED = {"set_reminder": "text", "add_tasks": "item"}


def _within(part: Part, start: int, end: int) -> tuple[Slot, ...]:
    return tuple(slot for slot in part.slots if start <= slot.start and slot.end <= end)


_GONE = frozenset(("delete_tasks", "complete_tasks"))


_BUYS = re.compile(
    r"[,;.]\s*(?:(?:but|and|then|just|mais|et) )*(?:buy|get|add|need|achète|ajoute|prends)\b", re.IGNORECASE
)
