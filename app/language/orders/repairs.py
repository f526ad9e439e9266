"""What people take back while they speak: "milk, no, oat milk", "LH 418, hang on, LH 481". Pure.

The reader marks what is taken back where it sees it (`old`); here is what it leaves side by side.
"""

import re
from dataclasses import replace
from itertools import pairwise

from rapidfuzz import fuzz

from app.language.orders import speech, times
from app.language.orders.plan import Clause
from app.language.pointing import points
from app.language.reader.reading import Part, Slot
from app.language.slips import BACK, HESITATES
from app.language.time import phrases

_TAKES_BACK = re.compile(rf"(?:[,.;…–—!]|\s-)\s*{BACK}", re.IGNORECASE)
_ANEW = re.compile(rf"(?<!\s)(?:\s*[,.;…–—]|\s-)\s*{BACK}(?:it's |c'est |that's )?", re.IGNORECASE)
_GOES_BACK = re.compile(rf"\W*{BACK}(?P<meant>.*)", re.IGNORECASE | re.DOTALL)
_ER = re.compile(rf"[,.;…–—!]\s*{HESITATES}\s*[,.;…–—]", re.IGNORECASE)
_ALIKE = 55  # of 100, of a thing named again behind a mere "er"
_LACKS = re.compile(r"\b(?:no|not|without|pas de|pas d['’]|sans)\s*\Z", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:\A|(?<=\s))(?P<article>the|my|our|a|an|le|la|les|mon|ma|mes|un|une|des|l['’])\s*\Z", re.IGNORECASE
)
_ADDS = frozenset(("add_tasks", "more", "create_list"))
_KINDS = ("item", "text", "ref", "topic")
_MOST_ANEW = 3  # words that replace as many before them
_LONGEST = 300  # characters of a statement that is looked through for a slip of the tongue


def mended(part: Part, clause: Clause) -> Part:
    """The part as it was meant: without what was taken back, its times and texts whole."""
    part = repaired(with_kept_units(whole_quotes(_with_its_thing(part))))
    part = whole_beginnings(whole_texts(without_false_times(part, clause)))
    return whole_times(with_articles(part), clause)


def _with_its_thing(part: Part) -> Part:
    """ "Put salmon on the list. No, trout instead of salmon": what is put on a list is its item, not what goes; "dentiste à 16h": what stands
    beside the time alone is what is moved."""
    if part.intent == "add_tasks" and not part.all("item"):
        return replace(part, slots=tuple(replace(one, name="item") if one.name == "old" else one for one in part.slots))
    if part.intent == "forget" and not part.slots and (said := _ALL_OF_IT.search(part.text)) is not None:
        start, end = part.start + said.start("all"), part.start + said.end("all")
        return replace(part, slots=(Slot("topic", said["all"], start, end),))
    if part.intent in _MOVED and not part.all("ref") and [one.name for one in part.slots] == ["when"]:
        [when] = part.slots
        beside = part.text[: when.start - part.start].strip(" ,:")
        if beside and part.text.startswith(beside) and _ONE_NAME.fullmatch(beside) and not points(beside):
            named = Slot("ref", beside, part.start, part.start + len(beside))
            return replace(part, slots=(named, when))
    return part


_ALL_OF_IT = re.compile(r"\b(?:forget|oublie|oubliez) (?P<all>everything|it all|all of it|tout)\W*\Z", re.IGNORECASE)
_MOVED = frozenset(("change_reminder", "change_event"))
_ONE_NAME = re.compile(r"[^\W\d_]{3,}")


def whole_quotes(part: Part) -> Part:
    """The part in which what stands in quotation marks is one thing, to its end."""
    slots = list(part.slots)
    for quoted in _QUOTED.finditer(part.text):
        start, end = part.start + quoted.start("said"), part.start + quoted.end("said")
        inside = [slot for slot in slots if slot.start < end and start < slot.end]
        kept = next((slot for slot in inside if slot.name in ("item", "text", "new", "old")), None)
        if kept is not None and quoted["said"] != kept.text:
            at = slots.index(kept)
            slots[at] = replace(kept, text=quoted["said"], start=start, end=end)
            slots = [slot for index, slot in enumerate(slots) if index == at or slot not in inside]
    return replace(part, slots=tuple(slots)) if tuple(slots) != part.slots else part


_QUOTED = re.compile(r"(?<!\w)['\"“«]\s?(?P<said>[^'\"”»\n]{2,100}?)\s?['\"”»](?!\w)")


def repaired(part: Part) -> Part:
    """The part without the things that were taken back in favour of those behind them; of "no sugar cola" the "no" is part of its name."""
    slots = [_with_lack(slot, part) if slot.name == "item" and part.intent in _ADDS else slot for slot in part.slots]
    for kind in _KINDS:
        for earlier, later in pairwise([slot for slot in slots if slot.name == kind]):
            slots = _without_taken_back(slots, earlier, later, part)
    if part.intent == "amend" and (more := _more(slots, part)) is not None:
        return more
    if part.intent in _OF_THINGS and not any(slot.name == "item" for slot in slots):  # "salmon. No, trout"
        slots = [replace(slot, name="item") if slot.name == "old" else slot for slot in slots]
    return replace(part, slots=tuple(slots)) if tuple(slots) != part.slots else part


def _without_taken_back(slots: list[Slot], earlier: Slot, later: Slot, part: Part) -> list[Slot]:
    """Without the earlier of two things where the later stands for it, and without either in "tofu. Actually no tofu"."""
    between = part.text[earlier.end - part.start : later.start - part.start]
    said = _LACKING.sub("", later.text).casefold()
    if said != later.text.casefold() and any(one.text.casefold() == said for one in slots):
        return [one for one in slots if one is not later and one.text.casefold() != said]
    if earlier in slots and (_TAKES_BACK.search(f"{between} ") or _said_again(earlier, between, later)):
        at = slots.index(earlier)
        return [*slots[:at], *slots[at + 1 :]]
    return slots


def _more(slots: list[Slot], part: Part) -> Part | None:
    """ "And six lemons, no, limes": one thing more."""
    new = [slot for slot in slots if slot.name == "new"] if _AND.match(part.text) else []
    if len(new) < 2 or not _TAKES_BACK.search(f"{part.text[new[-2].end - part.start : new[-1].start - part.start]} "):
        return None
    return replace(part, intent="more", slots=(replace(new[-1], name="item"),))


def _said_again(earlier: Slot, between: str, later: Slot) -> bool:
    """ "The parking fine, er, the parking fee"."""
    return _ER.search(between) is not None and fuzz.partial_ratio(earlier.text, later.text) >= _ALIKE


_AND = re.compile(r"\W*(?:and|also|plus|et|aussi)\b", re.IGNORECASE)
_OF_THINGS = _ADDS | {"complete_tasks", "delete_tasks"}
_LACKING = re.compile(r"\A(?:no|not|without|pas de|pas d['’]|sans)\s*", re.IGNORECASE)


def _with_lack(slot: Slot, part: Part) -> Slot:
    lacks = _LACKS.search(part.text[: slot.start - part.start])
    if lacks is None:
        return slot
    return replace(slot, text=part.text[lacks.start() : slot.end - part.start], start=part.start + lacks.start())


def with_articles(part: Part) -> Part:
    """The part whose texts have the article right before them: "note the plumber's number is …"."""
    slots = tuple(_with_article(slot, part) if slot.name == "text" else slot for slot in part.slots)
    return replace(part, slots=slots) if slots != part.slots else part


def _with_article(slot: Slot, part: Part) -> Slot:
    before = _ARTICLE.search(part.text[: slot.start - part.start])
    if before is None or any(one.end > part.start + before.start() for one in part.slots if one.start < slot.start):
        return slot
    start = part.start + before.start("article")
    return replace(slot, text=part.text[start - part.start : slot.end - part.start], start=start)


def put_right(statement: str) -> str:
    """ "My flight is LH 418, no hang on, LH 481" as it was meant: words of the same shape (names, figures) take the place of the last ones
    before. Any other statement as it is."""
    found = _ANEW.search(statement) if len(statement) <= _LONGEST else None
    if found is None:
        return statement
    said, mark, rest = statement[found.end() :].partition(",")
    before, after = statement[: found.start()].split(), said.split()
    if len(after) > 2 and [word.casefold() for word in after[:2]] == [word.casefold() for word in before[:2]]:
        return f"{' '.join(after)}{mark}{rest}"  # "I live in Accra, no wait, I live in Cape Coast"
    replaced = before[-len(after) :] if after else []
    alike = len(after) <= _MOST_ANEW and len(after) < len(before) and all(map(_has_shape, replaced, after))
    meant = " ".join((*before[: len(before) - len(after)], *after))
    return f"{meant}{mark}{rest}" if alike and after else statement


def _has_shape(one: str, other: str) -> bool:
    """Whether both are figures, or both are names, or the same word."""
    if one.casefold() == other.casefold():
        return True
    if any(letter.isdigit() for letter in one + other):
        return any(map(str.isdigit, one)) and any(map(str.isdigit, other))
    return one[:1].isupper() and other[:1].isupper()


def contrast(text: str) -> tuple[str, str]:
    """ "Not the shed, the fence", "à Rachid, pas à Farid": what is meant and what it is not; ("", "") where nothing is set against another."""
    found = (
        _NOT_THAT.fullmatch(text[:_LONGEST])
        or _THAT_NOT.fullmatch(text[:_LONGEST])
        or _IN_PLACE.fullmatch(text[:_LONGEST])
        or _ITS_NOT.search(text[:_LONGEST])
    )
    return (found["new"].strip(), found["old"].strip()) if found else ("", "")


def goes_back(text: str) -> bool:
    """Whether words begin with taking back what stands before them."""
    return _ANEW.match(f". {text}") is not None


def meant_instead(text: str) -> str:
    """What is said behind words that take back what stands before them: "no, I meant the fence"; "" where none do."""
    found = _GOES_BACK.fullmatch(text[:_LONGEST])
    return found["meant"].strip(" ,.!?;:'\"“”«»") if found else ""


def ends_back(text: str) -> bool:
    """Whether words end with taking back what stands before them."""
    found = _ANEW.search(text[-_LONGEST:])
    return found is not None and not text[-_LONGEST:][found.end() :].strip(" ,.!")


_SORRY = r"(?:(?:hmm+|er+m?|um+|uh|oh|ah|eh|no|nope|non|nan|sorry|pardon|wait|euh|oups|oops|actually|i meant?|je voulais dire|je veux dire|correction)\b[\s,.!…-]*+)*+"
_NOT_THAT = re.compile(
    rf"\W*+{_SORRY}(?:and )?(?:it's |its |c'est )?(?:not|non pas|pas) (?P<old>[^,;.:–—]{{1,40}}?)\s*+[,;.:–—-]\s*+(?:but |mais |it's |c'est )?(?P<new>[^,;.]{{1,40}}?)(?: (?:that )?I (?:have|need|want|meant)\b[^,;.]{{0,40}})?\W*",
    re.IGNORECASE,
)
_IN_PLACE = re.compile(
    rf"\W*+{_SORRY}(?P<new>[^,;.]{{1,40}}?) (?:instead of|rather than|au lieu d[eu]s?|plutôt que) (?:the |my |le |la |les )?(?P<old>[^,;.]{{1,40}}?)\W*",
    re.IGNORECASE,
)
_THAT_NOT = re.compile(
    rf"\W*+{_SORRY}(?P<new>[^,;.]{{1,40}}?)[\s,;–—-]*+(?:and |et )?\b(?:not|non pas|et non|pas) (?P<old>[^,;.]{{1,40}}?)\W*",
    re.IGNORECASE,
)


# "Silly me, Friday is dance, it's dance, not judo".
_ITS_NOT = re.compile(
    r"\b(?:it's|c'est) (?:the |le |la |l')?(?P<new>[^\s,;.][^,;.]{0,30}?)[,;]? (?:and not|not|et pas|pas) (?:the |le |la |l')?(?P<old>[^\s,;.][^,;.]{0,30}?)\W*\Z",
    re.IGNORECASE,
)


def with_kept_units(part: Part) -> Part:
    """The part in which a time that replaces another keeps what it doesn't say: "5 minutes, no, 10", "every Monday at 8, no, Tuesday"."""
    old = next((slot for slot in part.slots if slot.name == "old"), None)
    when = next((slot for slot in part.slots if slot.name == "when"), None)
    if old is None or when is None or when.start < old.start:
        return part
    said, words = when.text.strip(" ,.!"), ""
    if re.fullmatch(r"\d+|\w+", said) and (length := _LENGTH.search(old.text)) is not None:
        words = f"{old.text[: length.start('count')]}{said}{old.text[length.end('count') :]}"
    elif _WEEKDAY.fullmatch(said) and (day := _WEEKDAY.search(old.text)) is not None:
        words = f"{old.text[: day.start()]}{said.removeprefix('on ')}{old.text[day.end() :]}"
    slots = tuple(replace(when, text=words.strip(" ,")) if slot is when else slot for slot in part.slots)
    return replace(part, slots=slots) if words else part


_LENGTH = re.compile(
    r"\b(?P<count>\d+|\w+) (?:seconds?|minutes?|mins?|hours?|hrs?|heures?|days?|jours?|weeks?|semaines?)\b",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"(?:on )?\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b",
    re.IGNORECASE,
)


def without_false_times(part: Part, clause: Clause) -> Part:
    """The part in which words that the reader took for a time, and that are none, belong to the thing before them: "tickets for Dakar"."""
    slots: list[Slot] = []
    for slot in part.slots:
        last = slots[-1] if slots else None
        is_time = (
            slot.name != "when"
            or times.has_time(times.with_at(slot.text), clause.now)
            or re.search(r"\d", slot.text) is not None
        )
        if last and not is_time and last.name in ("item", "text") and slot.start - last.end == 1:
            slots[-1] = replace(last, end=slot.end, text=part.text[last.start - part.start : slot.end - part.start])
        else:
            slots.append(slot)
    return replace(part, slots=tuple(slots)) if len(slots) < len(part.slots) else part


def whole_beginnings(part: Part) -> Part:
    """The part whose text begins with the one word between a time and it: "at 9 dapeler le véto" is about more than the vet."""
    for when in part.slots:
        text = next((one for one in part.slots if one.name == "text" and one.start > when.end), None)
        if when.name != "when" or text is None:
            continue
        between = part.text[when.end - part.start : text.start - part.start]
        if _ONE_WORD.fullmatch(between):
            start = when.end + len(between) - len(between.lstrip())
            longer = replace(text, start=start, text=part.text[start - part.start : text.end - part.start])
            return replace(part, slots=tuple(longer if one is text else one for one in part.slots))
    return part


_ONE_WORD = re.compile(
    r" (?!(?:about|that|this|will|please|kindly|remind|rappelle|pour|avec|faut|dois|need|have|must|concerning|regarding)\b)[^\W\d_]{4,} ",
    re.IGNORECASE,
)


def whole_texts(part: Part) -> Part:
    """The part whose last text goes on to its end: nothing that was dictated is lost because the reader saw it end too early."""
    last = max(part.slots, key=lambda one: one.end, default=None)
    if last is None or last.name != "text" or part.end <= last.end:
        return part
    rest = part.text[last.end - part.start :]
    tail = speech.bare(f"x {rest}")[2:].strip(" ,.!?…")
    if not tail or not rest[:1].isspace() or _SAYS_NO_MORE.match(rest):
        return part
    end = last.end + rest.find(tail) + len(tail)
    whole = replace(last, end=end, text=part.text[last.start - part.start : end - part.start])
    return replace(part, slots=tuple(whole if one is last else one for one in part.slots))


_SAYS_NO_MORE = re.compile(
    r"\W*(?:(?:(?:so|and|please|pls|now) )*(?:put|write|note|save|add|jot|stick|log) (?:that|dat|this|it|ça)\b|(?:in|to|into|as|on|dans|en|à|sur) (?:my|a|the|mon|ma|mes|une|le|la)\b|(?:and|et|so|please|pls|for me|will you|can you|would you|could you|if you|ok|okay|down|too|also|as well|aussi|stp|svp|s'il|merci|thanks|thank|tu veux|kindly|now)\b)",
    re.IGNORECASE,
)


def whole_times(part: Part, clause: Clause) -> Part:
    """The part with each time to its end: of "at 11 in the morning" the reader may see "at 11 in"."""
    whens = [slot for slot in part.slots if slot.name == "when"]
    if not whens:
        return part
    found = phrases.find_times(part.text, clause.now)
    slots = [_to_its_end(slot, found, part) if slot.name == "when" else slot for slot in part.slots]
    return replace(part, slots=tuple(slots)) if slots != list(part.slots) else part


def _to_its_end(slot: Slot, found: list[phrases.TimeMatch], part: Part) -> Slot:
    start, end = slot.start - part.start, slot.end - part.start
    longer = next(
        (one for one in found if start <= one.start < end < one.end and not _is_cut(part, slot, one.end)), None
    )
    if longer is None:
        return slot
    return replace(slot, text=part.text[start : longer.end], end=part.start + longer.end)


def _is_cut(part: Part, slot: Slot, end: int) -> bool:
    """Whether another slot begins before that place."""
    return any(one.start > slot.start and one.start - part.start < end for one in part.slots)
