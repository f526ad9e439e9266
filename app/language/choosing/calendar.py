"""What is asked of a calendar, from sentences in `calendar.toml`: to a call of a calendar tool, behind what was shown of it before. Pure."""

import re
from collections.abc import Mapping

from app.language.choosing import mail, sentences
from app.language.cues import says
from app.language.dialogue.pointed import chosen
from app.language.dialogue.state import Before
from app.language.orders import series, times
from app.language.orders.plan import Call, Clause, Reading
from app.language.orders.times import Timed
from app.language.pointing import points
from app.language.templates import Match

TOOLS = frozenset(
    "list_events read_event find_free_time add_event change_event delete_event answer_invitation import_events export_events".split()
)
_A_FILE = ".ics"
_NUMBER = re.compile(r"\(#(\d+)\)")
# As `tools/mail_invitations` shows one in the head of its mail.
_MAILED = re.compile(r"^(?:Invitation|Cancelled|Annulé)(?: \(mail #(?P<mail>\d+)\))? ?: ", re.MULTILINE)
ON = re.compile(
    r"\A(?:on|for|in|de|pour|le|à|du(?!.*\bau\b))\s+(?!\d+ (?:min|hour|day|week|month|heure|jour|sem|mois))",
    re.IGNORECASE,
)
LASTS = re.compile(r"\A(?:for|pendant|pour|during|to|of)\s+", re.IGNORECASE)
_LEADS = re.compile(r"\A(?:and|et|,|:)\s+|\s+(?:on|at|for|to|from|à|le|pour|au|du|until|by)\s*\Z", re.IGNORECASE)
_INVITES = re.compile(
    r"\W*\b(?:and|et)\s+(?:please )?(?:invite|inviter|invites)\s+(?P<guests>.{2,200}?)\W*\Z", re.IGNORECASE
)
_NO_EVENT = re.compile(
    r"\A(?:(?:an?|the|my|un|une|le|la|mon|ma) )?(?:daily |weekly )?(?:reminders?|tasks?|notes?|alerts?|alarms?|briefings?|summary|digest|timers?|rappels?|tâches?|list)\b",
    re.IGNORECASE,
)
_OTHER_KIND = re.compile(
    r"(?:\A(?:(?:the|my|an?|le|la|mon|ma) )?(?:{kind})\b|\A(?!.*\b(?:meeting|appointment|event|call|réunion|rendez-vous)\b).*\b(?:{kind})\Z)".format(
        kind="reminders?|tasks?|to-?dos?|notes?|alerts?|alarms?|timers?|e-?mails?|rappels?|tâches?"
    ),
    re.IGNORECASE,
)
_NO_LENGTH = re.compile(r"\A(?!.*(?:hour|minute|min\b|heure|\d)).*\Z", re.IGNORECASE)
_DEFINITE = re.compile(r"(?:the|my|our|la|le|ma|mon|notre) ", re.IGNORECASE)
_ONLY_APART = "add_event"  # its time is never a part of its title
_KIND = re.compile(
    r"\b(?P<kind>meeting|appointment|event|call|rendez-vous|réunion|rdv)\s+(?P<joint>about|with|for|on|avec|pour|sur)\b",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"\b([01]?\d|2[0-3])\.([0-5]\d)\b")
_FREE = re.compile(r"\b(?:free|available|time|slot|gap|libre|créneau)\b", re.IGNORECASE)
LASTING = re.compile(
    r"\bfor (?P<length>(?:an?|half an|\d+|two|three) (?:hours?|minutes?|mins?)(?: and a half)?)\b", re.IGNORECASE
)
_CALENDAR = re.compile(
    r"(?<!fichier )(?<!fichier de )\b(?:calendar|cal|diary|agenda|schedule|calendrier)\b(?! file)", re.IGNORECASE
)
_THAT_ONE = re.compile(
    r"\A(?:that|this|the|cette|ce|cet|le|la) (?:one|meeting|event|appointment|call|réunion|rendez-vous|rdv|événement)\Z",
    re.IGNORECASE,
)
_SHIFT = re.compile(
    r"\b(?P<way>back|forward|later|earlier)? ?(?:by )?(?P<amount>(?:an?|half an|\d+|two|three) (?:minutes?|mins?|hours?|days?|weeks?))(?: (?P<end>later|earlier|back|forward))?\b",
    re.IGNORECASE,
)


def was_shown(before: Before) -> bool:
    """Whether events were shown, made or changed just before."""
    return any(call.tool in TOOLS for call in before.calls) or _mailed(before) is not None


def read(clause: Clause, before: Before, *, is_calendar: bool = False) -> Reading | None:
    """The call that is asked for; None where it is none of these sentences, or no calendar is there to be asked."""
    if not clause.tools >= TOOLS:
        return None
    said, scope = series.without(sentences.tidy(clause.text))
    if (reminded := _match(said, {"reminded"})) is not None and (asked := _reminded(reminded, clause)) is not None:
        return asked
    invited = _INVITES.search(said)
    said = _DOTTED.sub(r"\1:\2", said[: invited.start()] if invited else said)
    lasting = LASTING.search(said) if _FREE.search(said) else None
    said = f"{said[: lasting.start()]} {said[lasting.end() :]}".strip() if lasting else said
    timed = times.cut(said, clause.now)
    own = ["guests", *(["file"] if _has_file(before) else [])]
    kept = sentences.places(shown=was_shown(before), likely=is_calendar, own=own)
    apart = _match(_LEADS.sub("", timed.rest.strip(" ,.!?")), kept) if timed.found else None
    whole = _match(said, kept)
    best = max(
        filter(None, (apart, whole)),
        key=lambda one: (sentences.tool(one) == _ONLY_APART and one is apart, one.literal, one is apart),
        default=None,
    )
    if best is None:
        return None
    when = ON.sub("", _when(timed)) if best is apart else ""
    when = there(when, before, clause) if best.name == "add_event__shown" else when
    asked = _reading(best, said, when, scope, before)
    if asked and lasting and asked.calls[0].tool == "find_free_time":
        asked = Reading((Call("find_free_time", {**asked.calls[0].arguments, "length": lasting["length"]}),))
    asked = _timed(asked, clause) if asked else None
    return _with_guests(asked, invited["guests"]) if asked and invited else asked


def of_file(said: str, tools: frozenset[str]) -> Call | None:
    """What is asked of a calendar file that comes with the words: that it is put into a calendar; None for anything else."""
    found = _match(sentences.tidy(said), {"", "file"}) if tools >= TOOLS else None
    if found is None or sentences.tool(found) != "import_events":
        return None
    return Call("import_events", _import(sentences.slots(found), said, "", Before()))


def _has_file(before: Before) -> bool:
    """Whether a calendar file came, or a mail's was read, just before."""
    return _A_FILE in before.reply.casefold() or any(call.tool == "read_attachment" for call in before.calls)


def _timed(asked: Reading, clause: Clause) -> Reading:
    """ "A call on Friday at 2": where the time went into the title, it is taken out of it."""
    call = asked.calls[0]
    if call.tool != _ONLY_APART or call.arguments["when"]:
        return asked
    timed = times.cut(str(call.arguments["title"]), clause.now)
    title = _LEADS.sub("", timed.rest).strip(" ,.")
    if not (timed.found and title):
        return asked
    return Reading((Call(call.tool, {**call.arguments, "title": title, "when": ON.sub("", _when(timed))}),))


def there(when: str, before: Before, clause: Clause) -> str:
    """ "Put a call there at 3": on the day that was asked about just before."""
    asked = next((call for call in before.calls if call.tool in ("find_free_time", "list_events")), None)
    if asked is None or not asked.arguments.get("when"):
        return when
    return times.merged(str(asked.arguments["when"]), when, clause.now) if when else str(asked.arguments["when"])


def _when(timed: Timed) -> str:
    return " ".join(filter(None, (timed.repeat, timed.when))).strip()


def _reminded(match: Match, clause: Clause) -> Reading | None:
    """ "Dentist on Tuesday at 3, remind me an hour before": an event with its reminder, where it has an hour."""
    slots = sentences.slots(match)
    timed = times.cut(slots["title"], clause.now)
    if not (timed.found and timed.rest.strip() and times.has_time(slots["title"], clause.now)):
        return None
    arguments = _add({**slots, "title": timed.rest}, "", ON.sub("", _when(timed)), Before())
    return Reading((Call("add_event", arguments),)) if arguments else None


def _with_guests(asked: Reading, guests: str) -> Reading | None:
    """ "… and invite Ama": only what is made or changed has guests."""
    name = {"add_event": "guests", "change_event": "add_guests"}.get(asked.calls[0].tool)
    if name is None:
        return None
    return Reading((Call(asked.calls[0].tool, {**asked.calls[0].arguments, name: sentences.several(guests)}),))


def _match(said: str, kept: set[str]) -> Match | None:
    return sentences.best(said, kept, sentences.templates("calendar")) if said else None


def _reading(match: Match, said: str, when: str, scope: str, before: Before) -> Reading | None:
    tool, slots = sentences.tool(match), sentences.slots(match)
    if match.name == "add_event__guests" and _DEFINITE.match(slots.get("title", "")):
        return None  # they are invited to what is there already
    if _NO_EVENT.match(slots.get("event", "")):
        return None
    if _OTHER_KIND.search(slots.get("event", "")):
        return None
    arguments = _ARGUMENTS[tool](slots, said, when, before)
    if arguments is None:
        return None
    if scope and tool in ("change_event", "delete_event"):
        arguments["scope"] = scope
    return Reading((Call(tool, arguments),))


def _list(slots: Mapping[str, str], said: str, when: str, __: Before) -> dict[str, object]:
    if says("unanswered", said):
        return {"unanswered": True}
    return {**({"when": when} if when else {}), **({"words": slots["words"]} if "words" in slots else {})}


def _free(slots: Mapping[str, str], _: str, when: str, __: Before) -> dict[str, object] | None:
    if _NO_LENGTH.match(slots.get("length", "1")):
        return None
    people = sentences.several(slots["people"]) if "people" in slots else []
    return {
        **({"when": when} if when else {}),
        **({"length": slots["length"]} if "length" in slots else {}),
        **({"people": people} if people else {}),
    }


def _add(slots: Mapping[str, str], said: str, when: str, _: Before) -> dict[str, object] | None:
    if "about" in slots:
        kind = _KIND.search(said)
        slots = {**slots, "title": f"{kind['kind']} {kind['joint']} {slots['about']}" if kind else slots["about"]}
    title = _LEADS.sub("", slots.get("title", "")).strip(" \"“”'")
    title = re.sub(r"\s+(?:is|est|will be)\Z", "", title)
    if not title or _NO_EVENT.match(title) or points(title):
        return None
    guests = sentences.several(slots["guests"]) if "guests" in slots else []
    return {
        "title": f"{title[:1].upper()}{title[1:]}",
        "when": when,
        **({"guests": guests} if guests else {}),
        **({"remind": slots["remind"]} if "remind" in slots else {}),
        **({"calendar": slots["calendar"]} if "calendar" in slots else {}),
    }


def _change(slots: Mapping[str, str], said: str, when: str, before: Before) -> dict[str, object] | None:
    guests = sentences.several(slots["guests"]) if "guests" in slots else []
    rest = {name: slots[name] for name in ("title", "place") if name in slots}
    when = shift(said) or when or slots.get("when", "")
    if not (when or guests or rest):
        return None
    return {
        "event": meant(slots.get("event", ""), before),
        **({"when": when} if when else {}),
        **rest,
        **({"add_guests": guests} if guests else {}),
    }


def _mailed(before: Before) -> re.Match[str] | None:
    """An invitation that came with the mail that was just read: its line stands above what the mail says."""
    is_mail = any(call.tool == "read_mail" for call in before.calls)
    return _MAILED.search(_head(before)) if is_mail else None


def _head(before: Before) -> str:
    return before.reply.partition("\n\n")[0]


def shift(said: str) -> str:
    """ "Back an hour", "by 30 minutes" as "an hour later"; "" for none."""
    found = _SHIFT.search(said)
    way = ((found["way"] or found["end"] or "") if found else "").casefold()
    if found is None or not (way or re.search(r"\bby\b", said)):
        return ""
    earlier = way in ("earlier", "forward") or re.search(r"\b(?:bring forward|avance)\b", said, re.IGNORECASE)
    return f"{found['amount']} {'earlier' if earlier else 'later'}"


def _of_one(slots: Mapping[str, str], _: str, when: str, before: Before) -> dict[str, object]:
    named = slots.get("event", "")
    return {"event": meant(f"{named} {when}".strip() if named else "", before) if named else meant("", before)}


def _import(slots: Mapping[str, str], _: str, __: str, before: Before) -> dict[str, object]:
    """Of the mail whose file was read, or of what was sent."""
    read = next((call for call in reversed(before.calls) if call.tool in ("read_attachment", "read_mail")), None)
    named = slots.get("mail", "") or (mail.meant("", before) if read else "")
    file = str(read.arguments.get("attachment", "")) if read and "mail" not in slots else ""
    return {
        **({"file": file} if file else {}),
        **({"mail": named} if named else {}),
        **({"calendar": slots["calendar"]} if "calendar" in slots else {}),
    }


def _export(slots: Mapping[str, str], said: str, when: str, before: Before) -> dict[str, object]:
    """Of a time, or of the event that is named or was shown."""
    calendar = {"calendar": slots["calendar"]} if "calendar" in slots else {}
    if "event" in slots or not _CALENDAR.search(said):
        named = _THAT_ONE.sub("", slots.get("event", ""))
        return {"event": meant(f"{named} {when}".strip() if named else "", before)}
    when = when or slots.get("when", "")
    return {**({"when": when} if when else {}), **calendar}


def _answer(slots: Mapping[str, str], said: str, _: str, before: Before) -> dict[str, object]:
    answer = "maybe" if says("maybe", said) else "decline" if says("declines", said) else "accept"
    return {"event": meant(slots.get("event", ""), before), "answer": answer}


def meant(named: str, before: Before) -> str:
    """The event that is named; else the one that was read or changed last, the only one shown, or of those shown the one that was made
    before. Which one, that is asked where nothing tells."""
    if named and not points(named):
        return chosen(named, before, "event")
    last = next((call for call in reversed(before.calls) if call.tool in TOOLS and "event" in call.arguments), None)
    if last is not None:
        return str(last.arguments["event"])
    mailed = _mailed(before)
    if mailed and mailed["mail"]:
        return f"mail #{mailed['mail']}"
    numbers = _NUMBER.findall(_head(before) if mailed else before.reply)
    if len(numbers) == 1:
        return f"#{numbers[0]}"
    made = (call for asked in before.past for reading in asked for call in reading.calls if call.tool == "add_event")
    return next((str(call.arguments["title"]) for call in made), "the event")


_ARGUMENTS = {
    "list_events": _list,
    "read_event": _of_one,
    "find_free_time": _free,
    "add_event": _add,
    "change_event": _change,
    "delete_event": _of_one,
    "answer_invitation": _answer,
    "import_events": _import,
    "export_events": _export,
}
