"""What the reader reads of calendars: from the slots of a part to the arguments of a tool. Pure."""

import re
from dataclasses import replace

from app.language.choosing import calendar, carried, sentences
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.names import without_possessive
from app.language.orders import series, times
from app.language.orders.items import joined
from app.language.orders.plan import Clause
from app.language.pointing import places, points
from app.language.questions import language_of
from app.language.reader.reading import Part, Slot

Arguments = dict[str, object]


def people_in(part: Part, slot: str) -> list[str]:
    """The people of the slots of that name, each by itself."""
    return [one for words in part.all(slot) for one in sentences.several(without_possessive(words))]


def is_unnamed(words: str) -> bool:
    """Whether words name nobody and nothing: "it", "the second one", "her"."""
    return points(words) or says("pronoun", words)


def _when(part: Part) -> str:
    return calendar.ON.sub("", " ".join(part.all("when"))).strip(" ,.?!")


def _then(part: Part, clause: Clause, before: Before) -> str:
    """The time that is meant: what was just told of where words only point at that."""
    said = _when(part)
    if carried.is_then(said) or (not said and carried.says_then(clause.text)):
        return carried.time_shown(before, clause.now) or said
    return said


def _event(part: Part, before: Before, *, with_time: bool = False) -> str:
    """The event that is meant; with the day that says which of that name."""
    person = without_possessive(part.one("person"))
    named = part.one("ref") or part.one("topic") or part.one("title")
    if person and not is_unnamed(person) and person not in named:
        named = f"{named} {person}".strip() if not points(named) else person
    when = _when(part) if with_time else ""
    if named and not points(named) and not places(named) and when:
        named = f"{named} {when}"
    return calendar.meant(named, before)


def listed(part: Part, clause: Clause, before: Before) -> Arguments:
    """What is on, or waits to be answered."""
    words = part.one("topic") or without_possessive(part.one("person"))
    when, named = _then(part, clause, before), part.one("account")
    if says("unanswered", clause.text):
        return {"unanswered": True, **({"when": when} if when else {})}
    return {
        **({"when": when} if when else {}),
        **({"words": words} if words and not is_unnamed(words) else {}),
        **({"calendar": named} if named else {}),
    }


def told(part: Part, _: Clause, before: Before) -> Arguments:
    """One event, with all that is known of it."""
    return {"event": _event(part, before, with_time=True)}


def free(part: Part, clause: Clause, before: Before) -> Arguments:
    """When nothing is on, alone or with others."""
    when, length = _then(part, clause, before), part.one("length")
    people = [one for one in people_in(part, "person") if not is_unnamed(one)]
    return {
        **({"when": when} if when else {}),
        **({"length": calendar.LASTS.sub("", length)} if length else {}),
        **({"people": people} if people else {}),
    }


def invited(part: Part) -> list[str]:
    """Who is invited by a part that says nothing else: "and invite Kofi"; none for others."""
    said = _ONLY_INVITES.fullmatch(part.text)
    return sentences.several(said["guests"]) if said else []


_ONLY_INVITES = re.compile(
    r"\W*(?:and|et|also|then)?\s*(?:please )?(?:invite|inviter|invites|invitez) (?P<guests>.{2,200}?)(?: (?:too|as well|aussi|please))?\W*",
    re.IGNORECASE,
)


def added(part: Part, clause: Clause, before: Before) -> Arguments | None:
    """A new event; None where it has no name."""
    part = _with_company(_with_what_about(_with_whole_time(part, clause)))
    invites = says("invites", clause.text)
    said, people = _said_of(part, anew=invites)
    title = _titled(part, said, before) or (_kind(part) if people and not said else "")
    if not title:
        return None
    if people and not invites:
        title = f"{title} {'avec' if language_of(clause.text) == 'fr' else 'with'} {joined(people)}"
    when = _when_of_new(title, part, clause, before)
    lasting = calendar.LASTING.search(part.text)
    length = part.one("length") or (lasting["length"] if lasting else "")
    place, named = part.one("place"), part.one("account")
    return {
        "title": f"{title[:1].upper()}{title[1:]}",
        "when": when,
        **({"length": calendar.LASTS.sub("", length)} if length else {}),
        **({"place": place} if place else {}),
        **({"guests": people} if people and invites else {}),
        **({"calendar": named} if named else {}),
    }


def _said_of(part: Part, *, anew: bool) -> tuple[str, list[str]]:
    """The title that is said, "" for none, and who is named; `anew`: of "invite Kofi to lunch" lunch is no person."""
    title, people = part.one("title"), [one for one in people_in(part, "person") if not is_unnamed(one)]
    invited = _INVITED_ANEW.search(part.text) if anew and not title else None
    if invited is None:
        return title, people
    return invited["title"], [one for one in people if one.casefold() in invited["guests"].casefold()]


def _titled(part: Part, said: str, before: Before) -> str:
    """What a new event is called; where it is only pointed at, as it is to be called, else by the mail that was shown."""
    if said and not (points(said) or carried.is_then(said)):
        return said
    if named := _CALLED.search(part.text):
        return named["title"].strip(" \"“”'")
    return _of_mail(before) if said or says("into_calendar", part.text) else ""


def _of_mail(before: Before) -> str:
    """The mail that was shown, as the tool takes it for a title; "" where none was."""
    shown = carried.mail_shown(before)
    return f"mail {shown}" if shown else ""


def _when_of_new(title: str, part: Part, clause: Clause, before: Before) -> str:
    """When a new event is: as said; of a mail on the day and at the hour that it names, where no others are said."""
    when = calendar.there(_when(part), before, clause) if says("there", clause.text) else _then(part, clause, before)
    of_mail = carried.time_of_mail(before, clause.now) if title == _of_mail(before) else ""
    return times.merged(of_mail, when, clause.now) if when and of_mail else when or of_mail


def _with_company(part: Part) -> Part:
    """ "With Esi and Yaw", "and invite Ama": who stands there comes along, and is neither a place nor a second name of the event."""
    slots, titled = list[Slot](), False
    for slot in part.slots:
        comes = slot.name == "place" or (slot.name == "title" and titled)
        named = comes and _COMES.search(part.text[: slot.start - part.start]) is not None
        titled = titled or slot.name == "title"
        slots.append(replace(slot, name="person") if named else slot)
    return replace(part, slots=tuple(slots))


_COMES = re.compile(r"\b(?:with|avec|invite|inviter|invites|invitez|inviting) \Z", re.IGNORECASE)


def _with_whole_time(part: Part, clause: Clause) -> Part:
    """ "3 to 5 December": figures that were taken for somebody belong to the time beside them."""
    figures = [slot for slot in part.slots if slot.name == "person" and not _LETTER.search(slot.text)]
    timed = times.cut(part.text, clause.now) if figures else None
    if timed is None or not timed.found:
        return part
    kept = [slot for slot in part.slots if slot not in figures and slot.name != "when"]
    start = figures[0].start
    return replace(part, slots=(*kept, Slot("when", _when_said(timed), start, start + len(timed.when))))


def _when_said(timed: times.Timed) -> str:
    return " ".join(filter(None, (timed.repeat, timed.when)))


_LETTER = re.compile(r"[^\W\d_]")
# What a meeting is called that has no name of its own.
_KIND = re.compile(
    r"\b(?P<kind>call|video call|phone call|lunch|breakfast|dinner|coffee|drinks|interview|appointment|meeting|rendez-vous|réunion|appel|déjeuner|dîner|café)\b",
    re.IGNORECASE,
)


def _kind(part: Part) -> str:
    named = _KIND.search(part.text)
    return named["kind"] if named else "meeting"


_CALLED = re.compile(
    r"\b(?:as|call(?:ed)? (?:it|am|them|that)|titled|named|comme|sous le nom de)\s+[\"“']?(?P<title>[\w' -]{2,60}?)[\"”']?\W*\Z",
    re.IGNORECASE,
)


def _with_what_about(part: Part) -> Part:
    """ "A call about the rent": what it is about is of its name, and nobody who comes."""
    title = next((slot for slot in part.slots if slot.name == "title"), None)
    about = next((slot for slot in part.slots if slot.name == "person" and title and slot.start > title.end), None)
    if title is None or about is None:
        return part
    between = part.text[title.end - part.start : about.start - part.start]
    if not _ABOUT.fullmatch(between):
        return part
    whole = replace(title, text=part.text[title.start - part.start : about.end - part.start], end=about.end)
    return replace(part, slots=tuple(whole if one is title else one for one in part.slots if one is not about))


_ABOUT = re.compile(r" (?:about|on|regarding|sur|à propos de)(?: (?:the|my|le|la|les|mon|ma))? ", re.IGNORECASE)


def changed(part: Part, clause: Clause, before: Before) -> Arguments | None:
    """What is to be another way; who is added where somebody is invited, else with whom it is."""
    said, scope = series.without(clause.text)
    people = [one for one in people_in(part, "person") if not is_unnamed(one)]
    is_read = bool(people and part.one("ref"))
    if says("invites", said) and not is_read and (invited_to := _INVITED_TO.search(said)):
        return {
            "event": calendar.meant(invited_to["event"] or "", before),
            "add_guests": sentences.several(invited_to["guests"]),
        }
    guests = people if people and says("invites", said) else []
    named = part if not guests else replace(part, slots=tuple(one for one in part.slots if one.name != "person"))
    when = calendar.shift(said) or _when(part)
    when = f"until {_TO.sub('', when)}" if when and _ENDS.search(said) else when
    length = calendar.LASTS.sub("", part.one("length"))
    if _DURATION.fullmatch(when) and not length:  # "make it 90 minutes" says how long, and not when
        when, length = "", when
    rest = {"title": part.one("new"), "place": part.one("place"), "length": length, "when": when}
    found: Arguments = {name: value for name, value in rest.items() if value}
    if not (found or guests):
        return None
    points_at_shown = _IT.search(said) is not None and calendar.was_shown(before) and not _is_known(named, before)
    return {
        "event": calendar.meant("", before) if points_at_shown else _event(named, before),
        **found,
        **({"add_guests": guests} if guests else {}),
        **({"scope": scope} if scope else {}),
    }


def _is_known(part: Part, before: Before) -> bool:
    """Whether the words that may name the event are of one that was shown."""
    named = part.one("ref") or part.one("topic") or part.one("title")
    return bool(named) and any(named.casefold() in one.title.casefold() for one in before.shown)


_DURATION = re.compile(
    r"(?:for )?(?:\d{1,3}(?:[.,]\d)?|an?|half an|one|two|three|four|une?|deux|trois) ?(?:minutes?|mins?|hours?|hrs?|h|heures?)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:ends?|finish(?:es)?|stops?|finit|termine|arrête) (?:it |that |this |them |[^,.;]{1,40} )?(?:at|by|à)\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\A(?:at|by|to|until|till?|à) ", re.IGNORECASE)
_IT = re.compile(
    r"\b(?:move|end|start|push|shift|make|bring|finish|extend|cut|put|set|have|begin|change) (?:it|that|this)\b",
    re.IGNORECASE,
)
_INVITED_ANEW = re.compile(
    r"\b(?:invite|inviter|invites|invitez) (?P<guests>[^,.;]{2,120}?) (?:to|for|à|pour) (?:an? |une? )?(?P<title>[^,.;]{2,60}?)(?= (?:on|at|for|this|next|tomorrow|today|tonight|le|à|demain|\w+day)\b|\W*\Z)",
    re.IGNORECASE,
)
# "invite Abena to the project review", which is there already
_INVITED_TO = re.compile(
    r"\b(?:invite|inviter|invites|invitez|add) (?P<guests>[^,.;]{2,120}?) (?:to|à|au) (?:(?:the|my|our|today's|tomorrow's|la|le|ma|mon|notre) (?P<event>.{2,80}?)|(?:it|that|this)(?: too| as well| aussi)?)\W*\Z",
    re.IGNORECASE,
)


def deleted(part: Part, clause: Clause, before: Before) -> Arguments:
    """The event that goes, and which of its times."""
    _, scope = series.without(clause.text)
    return {"event": _event(part, before, with_time=True), **({"scope": scope} if scope else {})}


def answered(part: Part, clause: Clause, before: Before) -> Arguments:
    """An answer to an invitation."""
    said = clause.text
    answer = "maybe" if says("maybe", said) else "decline" if says("declines", said) else "accept"
    last = next((str(call.arguments["event"]) for call in reversed(before.calls) if "event" in call.arguments), "")
    event = carried.other(part.one("ref"), before, last) or _event(part, before, with_time=True)
    return {"event": event, "answer": answer}
