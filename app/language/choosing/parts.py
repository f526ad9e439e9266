"""What a message asks for, part by part, as the trained reader reads it.

Pure. A part is taken where the reader is sure enough of it, offered where it is less so, and named in the answer where nothing can be made of
it. What one part names, the next may call "it"; what changes or removes something wants more than what only looks (`intents.toml`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from app.language.choosing import connected, guards, ordered, read_outside
from app.language.choosing.following import (
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
from app.language.choosing.joining import AND, apart, led_up, same_again, with_subjects
from app.language.choosing.meant import as_meant, of_any_kind
from app.language.choosing.meant_outside import moves_shown_event
from app.language.choosing.possible import BEGINNING, LOOKS, begins_order, that_can_be, told_beside
from app.language.choosing.windows import KEPT, MOST_READ, TALK, WINDOW, parts_of, without
from app.language.choosing.written import written_out
from app.language.cues import says
from app.language.dialogue import answers
from app.language.dialogue.changes import holds
from app.language.dialogue.leaning import corrected, lean, of_another, of_the_last
from app.language.dialogue.pointed import as_one, pointed
from app.language.dialogue.state import Before
from app.language.orders import talk
from app.language.orders.arguments import moment
from app.language.orders.building import build, by_form, offered
from app.language.orders.figures import splits
from app.language.orders.lists import with_lists
from app.language.orders.plan import Call, Clause, Later, Reading
from app.language.orders.repairs import contrast, meant_instead, mended
from app.language.pointing import points
from app.language.reader.reading import Part, Slot, read
from app.language.vocabulary import lexicon, words_of

OUTSIDE = frozenset("weather news mail calendar message play home order write world connect diagnostics".split())
_LEAN_LEAST = 0.45
_MISSED = 0.6  # how sure a part without any slot is, of which it is said that nothing could be made
OFFERED = 0.3  # how sure the reader must be to ask whether that is meant
_TAKING_BACK = frozenset(("keep", "never_mind", "undo"))
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
        event = moves_shown_event(whole, before)
        asked = connected.asked(event, clause, before) if event else lean(whole, clause, before)
        return Understood(tuple(filter(None, (asked,))))
    clause, rest = _taken_back(clause)
    parts = _as_cut(clause.text)
    orders = [part for part in parts if part.intent not in TALK]
    reading = _Reading(
        clause,
        before,
        alone=len(orders) == 1 or {part.intent for part in orders} <= {"health", "what_about"},
        is_talk=not orders,
    )
    for part in chain.from_iterable(map(apart, parts)):
        reading.add(part)
    found = reading.found
    if (rest or guards.is_taken_back(clause.text)) and any(map(guards.can_be_left, found)):
        last = max(at for at, one in enumerate(found) if one.calls)
        found[last:] = [Reading(reply=guards.LEFT)]
        reading.missed.clear()
    if any(one.reply == guards.EXCEPTED for one in found):
        reading.missed.clear()
    if rest and _has_order(rest):
        after = read_parts(replace(clause, text=rest), Before(tuple(found)))
        return Understood((*found, *after.readings), (*reading.outside, *after.outside), after.missed)
    if found and len(clause.text) > MOST_READ and not found[-1].keeps_text:
        found[-1] = replace(found[-1], is_cut=True)
    return Understood(tuple(found), tuple(reading.outside), tuple(reading.missed))


def _taken_back(clause: Clause) -> tuple[Clause, str]:
    """The message up to where it is taken back, and its words from there on; "" where it isn't."""
    cut = guards.taken_back_at(clause.text)
    if cut is None or begins_order(clause.text[cut:]):
        return clause, ""
    return replace(clause, text=clause.text[:cut]), clause.text[cut:]


def _as_cut(text: str) -> list[Part]:
    """The parts as the reader cuts them, with what goes on put together."""
    parts = list(guards.guarded(list(with_subjects(list(parts_of(text)), text)), text))
    return led_up(same_again(told_beside(written_out(parts, text))))


def _has_order(text: str) -> bool:
    """Whether something else is asked for behind what was taken back: "… scrap that. Do put hair gel on the list though"."""
    return any(part.slots and part.sure >= _MISSED and part.intent not in TALK for part in parts_of(text))


@dataclass(slots=True)
class _Reading:
    """The parts of one message, each behind those before it. `alone`: one asks for something, so that all words are its own; `is_talk`: none
    does."""

    clause: Clause
    before: Before
    alone: bool
    is_talk: bool
    found: list[Reading] = field(default_factory=list[Reading])
    outside: list[Part] = field(default_factory=list[Part])
    missed: list[str] = field(default_factory=list[str])
    led: str = ""
    asked: str = ""

    def add(self, part: Part) -> None:
        """Takes up the next part."""
        part = connected.at_home(part, self.clause.tools, names_kept=says("of_own_kind", self.clause.text))
        part = _set_against(part, self.found or self.before.asked, alone=self._is_all(part)) or (
            as_meant(part, self.before) if not self.found else part
        )
        part = moves_shown_event(part, self.before) or part if not self.found else part
        part = connected.with_time(that_can_be(part, self.clause.tools), self.clause, self.found, self.before)
        if self._drops_the_last(part) or self._invites_to_the_last(part):
            return
        if ordered.is_no_fact(part, self.clause.text):
            return
        if part.intent == "yes" and not self.found:
            self._agree()
        elif (which := self._of_which_kind(part)) is not None:
            self.found.append(which)
        elif asked := connected.asked(part, self.clause, self._before_it()):
            self.found.append(asked)
        elif (outside := read_outside.service(part.intent)) != "":
            self.outside.append(replace(part, intent=outside))
        elif part.intent in OUTSIDE or (part.intent == "add_tasks" and _ELSEWHERE.search(part.text)):
            self.outside.append(part)
        elif part.intent == "health" and self.outside and not AND.match(part.text):
            return  # "what was the weather like when I walked yesterday": one question
        elif part.intent not in TALK and not self._is_of_text(part):
            self._order(part)
        self.led = part.text if part.intent == "aside" else ""

    def _before_it(self) -> Before:
        """What stands before the next part: what those before it ask for, and what was shown before the message."""
        return Before(tuple(self.found), (self.before.asked, *self.before.past)) if self.found else self.before

    def _is_all(self, part: Part) -> bool:
        """Whether no other part behind or before it asks for anything."""
        return bool(self.found) or (self.alone and part.intent not in TALK) or self.is_talk

    def _is_of_text(self, part: Part) -> bool:
        """Whether it is a word or two of a long text."""
        return len(self.clause.text) > MOST_READ and part.intent not in KEPT and not begins_order(part.text)

    def _agree(self) -> None:
        """ "yes and remind me on Monday": an offer taken, and a request beside it."""
        taken = answers.complete(replace(self.clause, text="yes"), self.before.asked, self.before.reply)
        if taken is not None and "?" in self.before.reply:
            self.found.append(taken)

    def _order(self, part: Part) -> None:
        part = of_any_kind(mended(with_lists(_dictated(part)), self.clause))
        if self._depends_on_a_look(part) or self._is_refused(part):
            return
        self.asked = part.text
        self._take(part, self._read(part))

    def _depends_on_a_look(self, part: Part) -> bool:
        """ "Is milk on the list? If not, add it": added only where the look before finds none."""
        last = self.found[-1] if self.found else None
        looked = last is not None and bool(last.calls) and last.calls[-1].tool == "list_tasks"
        if last is None or not looked or not _IF_NOT.search(part.text):
            return False
        asked = _IS_ON.match(self.asked)
        thing = last.thing or (asked["thing"] if asked else "")
        added = Call("add_tasks", {"titles": [thing], **({"list_name": last.place} if last.place else {})})
        self.found[-1] = replace(last, later=(Later(added, unless=thing),) if thing else ())
        return True

    def _is_refused(self, part: Part) -> bool:
        """Whether it may not be done, which is said once."""
        done = [call for one in (*self.before.asked, *self.found) for call in one.calls]
        why = guards.EXCEPTED if guards.has_exception(part, self.clause.text) else ""
        why = why or ("" if part.all("old") else ordered.refused(part, self.clause.text, done))
        if why and not any(one.reply == why for one in self.found):
            self.found.append(Reading(reply=why))
        return bool(why)

    def _drops_the_last(self, part: Part) -> bool:
        """ "Clean the oven. Or no, leave it out"; behind what was refused for its exception, the exception."""
        last = self.found[-1] if self.found and part.intent in _TAKING_BACK else None
        if last is None or last.reply == guards.EXCEPTED:
            return last is not None
        drops = bool(last.calls) and _TAKES_BACK.match(part.text) is not None
        if drops:
            self.found[-1] = Reading(reply=guards.LEFT)
        return drops

    def _invites_to_the_last(self, part: Part) -> bool:
        """ "… and invite Kofi": to the event that was just asked for."""
        more = connected.with_invited(self.found[-1], part) if self.found else None
        if more is not None:
            self.found[-1] = more
        return more is not None

    def _take(self, part: Part, reading: Reading | None) -> None:
        """Adds what a part means to those before it, or makes it the rest of the last."""
        last = self.found[-1] if self.found else None
        if last and reading and reading.missing == "when" and is_joined(last, reading, part):
            self.found[-1] = with_text(last, reading, part)
        elif reading is None and part.intent == "keep":
            self.missed.clear()  # what stands before it is what is not to be done
            self.found.append(Reading(reply=guards.LEFT))
        elif reading is None and last and (longer := with_rest(last, part)) is not None:
            self.found[-1] = longer
        elif reading is None:
            self.missed += [part.text] if _is_worth_saying(part) else []
        elif part.slots or not (reading.question and self.found):  # "… remember that, would you" asks nothing more
            self.found.append(filled(self.found, reading))

    def _read(self, part: Part) -> Reading | None:
        """What one part means behind those before it, which it may put right."""
        where = {"depth": len(self.found), "led": self.led, "before": time_before(self.found)}
        own = replace(self.clause, text=part.text, **where, **named(self.clause, self.found))
        part = as_one(part if self.found else pointed(of_another(part, self.before), self.before))
        if part.intent in KEPT and part.sure < least(part) and (summed := splits(part, own)) is not None:
            return summed
        is_doubtful = ordered.is_doubtful(part, self.clause.text)
        if is_doubtful or (part.sure < least(part) and not self._moves_the_last(part, own)):
            return self._offered(part, own)
        if part.intent == "amend" and self.found and (changed := corrected(self.found[-1], part, own)) is not None:
            self.found.pop()
            return changed
        if part.intent == "undo" and self._did_nothing():
            return offered(part, build(part, own) or Reading())
        reading = self._meaning(part, own)
        is_rest = part.intent in KEPT and part.end == len(self.clause.text) > WINDOW
        return replace(reading, keeps_text=True) if reading and is_rest else reading

    def _offered(self, part: Part, own: Clause) -> Reading | None:
        """What the reader is not sure of, as a question; None where it is too unsure for that."""
        enough = part.sure >= (_OFFERED_GONE if part.intent in guards.DESTROYS else OFFERED)
        reading = build(part, own) if enough and not self.found else None
        return offered(part, reading) if reading else None

    def _meaning(self, part: Part, own: Clause) -> Reading | None:
        """The first way in which it means something: by all the words of the message, behind the part or the message before, by itself."""
        own = replace(own, aside=told_of(self.found, self.before)) if part.intent == "tell_fact" else own
        return (
            (by_form(part, replace(own, text=self.clause.text)) if self.alone else None)
            or (once_more(self.found[-1], part) if part.intent == "more" and self.found else None)
            or lean(part, own, self._led_up_to(part))
            or (build(replace(part, intent="list_tasks"), own) if _is_of_a_list(part) else None)
            or build(part, own)
            or of_the_last(part, own)
        )

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
            return points(part.one("ref"))
        return part.intent in ("amend", "change_reminder") and any(moment(" ".join(part.all("when")), clause))

    def _of_which_kind(self, part: Part) -> Reading | None:
        """ "Delete #7", where nothing was shown: every kind of thing has its own number, so which kind is asked."""
        number = _ONLY_NUMBER.fullmatch(part.text.strip(" .!?")) if not re.search(r"#\d", self.before.reply) else None
        if number is None:
            return None
        question = f"Is {number['number']} a task, a note, a reminder or something to read later?"
        return Reading((Call("delete_tasks", {"tasks": [number["number"]]}),), question=question, missing="kind")


def _is_of_a_list(part: Part) -> bool:
    """ "And the shopping list?", behind something else."""
    return part.intent == "what_about" and part.one("list") != ""


def _set_against(part: Part, found: Sequence[Reading], *, alone: bool = True) -> Part | None:
    """ "Not the shed, the fence", where the shed was in what was just asked for: a correction, whatever else it might be. `alone`: no other part asks
    for anything, so that what begins by taking something back can mean nothing else.
    """
    call = found[-1].calls[-1] if found and found[-1].calls else None
    if call is None or part.intent in KEPT:
        return None
    new, old = contrast(part.text)
    is_meant = part.intent == "amend" or (
        part.intent in ("change_reminder", "change_schedule") and meant_instead(part.text)
    )
    if is_meant and part.all("when") and part.all("ref") and not points(part.one("ref")):
        return replace(part, intent="amend", sure=1.0)  # "I meant 7 am for the briefing"
    if not old or not holds(call, old):
        is_back = alone and part.sure < _LOW and "?" not in part.text
        new, old = meant_instead(part.text) if is_back else "", ""
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


def is_whole(said: str) -> bool:
    """Whether words are a reminder of their own, with what it is about and when, or ask for something that is kept, and are no answer to our
    question."""
    found = [part for part in read(said) if part.intent not in TALK] if len(said) <= WINDOW else []
    asks = begins_order(said) or lexicon().asking([word.folded for word in words_of(said[:BEGINNING])])[0] != ""
    return any(
        (part.intent == "set_reminder" and part.sure >= _WHOLE and part.all("text") and part.all("when"))
        or (asks and part.intent in LOOKS and part.sure >= _WHOLE)
        for part in found
    )


_WHOLE = 0.7


def meant(said: str, least: float = _LEAN_LEAST) -> str:
    """The one intent of a message that there is nothing to do about; "" where there are several or it isn't sure."""
    parts = [part for part in read(said) if part.intent != "aside"] if len(said) <= WINDOW else []
    return connected.plainly(parts[0].intent) if len(parts) == 1 and parts[0].sure >= least else ""
