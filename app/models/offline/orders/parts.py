"""What a message asks for, part by part, as the trained reader reads it.

Pure. A part is taken where the reader is sure enough of it, offered where it is less so, and named in the answer where nothing can be made of
it. What one part names, the next may call "it"; what changes or removes something wants more than what only looks (`intents.toml`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from app.language.reader.reading import Part, Slot, read
from app.language.vocabulary import lexicon, words_of
from app.models.offline import answers, speech, talk
from app.models.offline.orders import guards, ordered
from app.models.offline.orders.arguments import is_pointing, moment
from app.models.offline.orders.building import build, by_form, offered
from app.models.offline.orders.figures import splits
from app.models.offline.orders.following import (
    filled,
    is_joined,
    least,
    named,
    once_more,
    time_before,
    told_of,
    with_rest,
    with_text,
)
from app.models.offline.orders.joining import AND, apart, with_subjects
from app.models.offline.orders.leaning import Before, corrected, lean, numbered, of_the_last, pointed
from app.models.offline.orders.lists_named import with_lists
from app.models.offline.orders.meant import as_meant
from app.models.offline.orders.repairs import contrast, meant_instead, mended
from app.models.offline.orders.windows import KEPT, MOST_READ, TALK, WINDOW, parts_of, without
from app.models.offline.orders.wording import holds
from app.models.offline.plan import Call, Clause, Later, Reading

OUTSIDE = frozenset("weather news mail calendar message play home order write world connect diagnostics".split())
_LEAN_LEAST = 0.45
_MISSED = 0.6  # how sure a part without any slot is, of which it is said that nothing could be made
OFFERED = 0.3  # how sure the reader must be to ask whether that is meant
_OFFERED_GONE = 0.45  # the same of what takes something away


@dataclass(frozen=True, slots=True)
class Understood:
    """What to do about a message, and the words of its parts that are for something outside, or that nothing could be made of."""

    readings: tuple[Reading, ...] = ()
    outside: tuple[Part, ...] = ()
    missed: tuple[str, ...] = ()


def read_parts(clause: Clause, before: Before) -> Understood:
    """The message as the trained reader sees it, behind what was said before."""
    if not re.search(r"[^\W\d_]", clause.text):
        return Understood()
    whole = _set_against(Part("amend", clause.text, 0, len(clause.text), (), 1.0), before.asked)
    if whole is not None and len(clause.text) <= WINDOW:
        return Understood(tuple(filter(None, (lean(whole, clause, before),))))
    cut = guards.taken_back_at(clause.text)
    is_back = cut is not None and not _begins_order(clause.text[cut:])
    if is_back:
        clause = replace(clause, text=clause.text[:cut])
    parts = list(guards.guarded(list(with_subjects(list(parts_of(clause.text)), clause.text)), clause.text))
    orders = [part for part in parts if part.intent not in TALK]
    reading = _Reading(
        clause, before, alone=len(orders) == 1 or {part.intent for part in orders} <= {"health", "what_about"}
    )
    for part in chain.from_iterable(map(apart, parts)):
        reading.add(part)
    found = reading.found
    if (is_back or guards.is_taken_back(clause.text)) and any(one.calls for one in found):
        last = max(at for at, one in enumerate(found) if one.calls)
        found[last:] = [Reading(reply=guards.LEFT)]
        reading.missed.clear()
    if any(one.reply == guards.EXCEPTED for one in found):
        reading.missed.clear()
    if found and len(clause.text) > MOST_READ and not found[-1].keeps_text:
        found[-1] = replace(found[-1], is_cut=True)
    return Understood(tuple(found), tuple(reading.outside), tuple(reading.missed))


@dataclass(slots=True)
class _Reading:
    """The parts of one message, each behind those before it. `alone`: there is one, so that all its words are its own."""

    clause: Clause
    before: Before
    alone: bool
    found: list[Reading] = field(default_factory=list[Reading])
    outside: list[Part] = field(default_factory=list[Part])
    missed: list[str] = field(default_factory=list[str])
    led: str = ""
    asked: str = ""

    def add(self, part: Part) -> None:
        """Takes up the next part."""
        part = _set_against(part, self.found or self.before.asked) or (
            as_meant(part, self.before) if not self.found else part
        )
        if part.intent == "yes" and not self.found:
            self._agree()
        elif part.intent in OUTSIDE or (part.intent == "add_tasks" and _ELSEWHERE.search(part.text)):
            self.outside.append(part)
        elif part.intent == "health" and self.outside and not AND.match(part.text):
            return  # "what was the weather like when I walked yesterday": one question
        elif part.intent not in TALK and not self._is_of_text(part):
            self._order(part)
        self.led = part.text if part.intent == "aside" else ""

    def _is_of_text(self, part: Part) -> bool:
        """Whether it is a word or two of a long text."""
        return len(self.clause.text) > MOST_READ and part.intent not in KEPT and not _begins_order(part.text)

    def _agree(self) -> None:
        """ "yes and remind me on Monday": an offer taken, and a request beside it."""
        taken = answers.complete(replace(self.clause, text="yes"), self.before.asked, self.before.reply)
        if taken is not None and "?" in self.before.reply:
            self.found.append(taken)

    def _order(self, part: Part) -> None:
        part = mended(with_lists(_dictated(part)), self.clause)
        last = self.found[-1] if self.found else None
        if last and last.calls and last.calls[-1].tool == "list_tasks" and _IF_NOT.search(part.text):
            asked = _IS_ON.match(self.asked)
            thing = last.thing or (asked["thing"] if asked else "")
            place = {"list_name": last.place} if last.place else {}
            added = Call("add_tasks", {"titles": [thing], **place})
            self.found[-1] = replace(last, later=(Later(added, unless=thing),) if thing else ())
            return
        if guards.has_exception(part, self.clause.text):
            once = [] if any(one.reply == guards.EXCEPTED for one in self.found) else [Reading(reply=guards.EXCEPTED)]
            self.found += once
            return
        if (
            why := ordered.refused(
                part, self.clause.text, [call for one in (*self.before.asked, *self.found) for call in one.calls]
            )
        ) and not part.all("old"):
            self.found += [] if any(one.reply == why for one in self.found) else [Reading(reply=why)]
            return
        if part.intent == "keep" and last and last.calls and _TAKES_BACK.match(part.text):
            self.found[-1] = Reading(reply=guards.LEFT)  # "clean the oven. Or no, leave it out"
            return
        self.asked = part.text
        reading = self._read(part)
        if last and reading and reading.missing == "when" and is_joined(last, reading, part):
            self.found[-1] = with_text(last, reading, part)
        elif reading is None and part.intent == "keep":
            self.found.append(Reading(reply=guards.LEFT))
        elif reading is None and last and (longer := with_rest(last, part)) is not None:
            self.found[-1] = longer
        elif reading is None:
            self.missed += [part.text] if _is_worth_saying(part) else []
        elif not (
            reading.question and not part.slots and self.found
        ):  # "… remember that, would you" asks for nothing more
            self.found.append(
                filled(self.found, reading if part.intent == "amend" else numbered(reading, self.before, part.text))
            )

    def _read(self, part: Part) -> Reading | None:
        """What one part means behind those before it, which it may put right."""
        own = replace(
            self.clause,
            text=part.text,
            depth=len(self.found),
            led=self.led,
            before=time_before(self.found),
            **named(self.clause, self.found),
        )
        if (which := self._of_which_kind(part)) is not None:
            return which
        part = pointed(part, self.before) if not self.found else part
        if part.intent in KEPT and part.sure < least(part) and (summed := splits(part, own)) is not None:
            return summed
        if part.sure < least(part) and not self._moves_the_last(part, own):
            enough = part.sure >= (_OFFERED_GONE if part.intent in guards.DESTROYS else OFFERED)
            reading = build(part, own) if enough and not self.found else None
            return offered(part, reading) if reading else None
        if part.intent == "amend" and self.found:
            changed = corrected(self.found[-1], part, own)
            if changed is not None:
                self.found.pop()
                return changed
        if part.intent == "tell_fact":
            own = replace(own, aside=told_of(self.before))
        whole = by_form(part, replace(own, text=self.clause.text)) if self.alone else None
        if part.intent == "undo" and self._did_nothing():
            return offered(part, build(part, own) or Reading())
        if part.intent == "what_about" and part.one("list") and lean(part, own, self._led_up_to(part)) is None:
            return build(replace(part, intent="list_tasks"), own)
        again = once_more(self.found[-1], part) if part.intent == "more" and self.found else None
        reading = whole or again or lean(part, own, self._led_up_to(part)) or build(part, own) or of_the_last(part, own)
        if reading and len(self.clause.text) > WINDOW and part.intent in KEPT and part.end == len(self.clause.text):
            return replace(reading, keeps_text=True)
        return reading

    def _did_nothing(self) -> bool:
        """Whether what was said last came to nothing, so that an undo would take back something older."""
        return (
            bool(self.before.reply)
            and not self.before.calls
            and self.before.reply.startswith((talk.UNREADABLE, talk.GENERAL))
        )

    def _led_up_to(self, part: Part) -> Before:
        """What a part leans on: what was said before the message, or, where the same is asked of another, the part before."""
        return Before(tuple(self.found)) if part.intent == "what_about" and self.found else self.before

    def _moves_the_last(self, part: Part, clause: Clause) -> bool:
        """Whether it is, as far as can be seen, another time for the reminder that was just set, or its end."""
        call = self.before.calls[-1] if self.before.calls and not self.found else None
        if call is None or call.tool not in ("set_reminder", "change_reminder") or part.sure < OFFERED:
            return False
        if part.intent == "cancel_reminder":
            return is_pointing(part.one("ref"))
        return part.intent in ("amend", "change_reminder") and any(moment(" ".join(part.all("when")), clause))

    def _of_which_kind(self, part: Part) -> Reading | None:
        """ "Delete #7", where nothing was shown: every kind of thing has its own number, so which kind is asked."""
        number = _ONLY_NUMBER.fullmatch(part.text.strip(" .!?")) if not re.search(r"#\d", self.before.reply) else None
        if number is None:
            return None
        question = f"Is {number['number']} a task, a note, a reminder or something to read later?"
        return Reading((Call("delete_tasks", {"tasks": [number["number"]]}),), question=question, missing="kind")


def _begins_order(said: str) -> bool:
    """Whether it begins with a word that orders do."""
    return lexicon().length("orders", [word.folded for word in words_of(speech.bare(said)[:_BEGINNING])]) > 0


_BEGINNING = 40  # characters


def _set_against(part: Part, found: Sequence[Reading]) -> Part | None:
    """ "Not the shed, the fence", where the shed was in what was just asked for: a correction, whatever else it might be."""
    call = found[-1].calls[-1] if found and found[-1].calls else None
    if call is None or part.intent in KEPT:
        return None
    new, old = contrast(part.text)
    if part.intent == "amend" and part.all("when") and part.all("ref"):
        return replace(part, sure=1.0)  # "I meant 7 am for the briefing"
    if not old or not holds(call, old):
        new, old = meant_instead(part.text) if part.sure < _LOW and "?" not in part.text else "", ""
    if not new or len(new.split()) > _FEW_WORDS:
        return None
    slots = tuple(
        Slot(name, words, part.start + part.text.find(words), part.start + part.text.find(words) + len(words))
        for name, words in (("new", new), ("old", old))
        if words
    )
    return replace(part, intent="amend", slots=slots, sure=1.0)


_TAKES_BACK = re.compile(
    r"\W*(?:or |and |oh |ah )*(?:no|nah|wait|actually|hang on|on second thoughts?|non|en fait|attends)\b", re.IGNORECASE
)
_LOW = 0.6  # how sure a part is at most that begins by taking something back and may as well be no order of its own
_FEW_WORDS = 6


def _dictated(part: Part) -> Part:
    """A text that begins behind a colon goes on to the end of its part."""
    slot = next((one for one in part.slots if one.name == "text"), None) if part.intent in KEPT else None
    if slot is None or not part.text[: slot.start - part.start].rstrip().endswith(":"):
        return part
    whole = replace(slot, text=part.text[slot.start - part.start :], end=part.end)
    return replace(part, slots=(*without(part, "text").slots, whole))


def _is_worth_saying(part: Part) -> bool:
    """Whether somebody who said this wants to know that nothing came of it."""
    return " " in part.text.strip() and (bool(part.slots) or part.sure >= _MISSED)


_ONLY_NUMBER = re.compile(
    r"(?:please )?(?:delete|remove|drop|erase|bin|supprime|enlève)(?: number| no\.?)? ?(?P<number>#?\d{1,6})(?: please)?",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:to|in|into) my (?:contacts?|address book|phone ?book|favou?rites|playlist)\b", re.IGNORECASE
)
_IS_ON = re.compile(
    r"\W*(?:is|are|do (?:i|we) have|have (?:i|we) got)(?: there)?(?: any)? (?P<thing>.+?) (?:already )?(?:on|in) ",
    re.IGNORECASE,
)
_IF_NOT = re.compile(
    r"\b(?:if (?:not|it(?: i|')s(?: not|n't)|missing|there (?:is|are)n't)|otherwise|sinon)\b", re.IGNORECASE
)


def meant(said: str, least: float = _LEAN_LEAST) -> str:
    """The one intent of a message that there is nothing to do about; "" where there are several or it isn't sure."""
    parts = [part for part in read(said) if part.intent != "aside"] if len(said) <= WINDOW else []
    return parts[0].intent if len(parts) == 1 and parts[0].sure >= least else ""
