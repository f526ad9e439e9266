"""What the reader reads of mail, calendars, contacts and lists elsewhere: from the slots of a part to the call of a tool. Pure.

The same makers of arguments serve the sentences of `mail.toml`, `calendar.toml` and `todo.toml`; here their slots come from the reader.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from app.language.choosing import calendar, mail, read_events, read_mails, todo
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.names import without_possessive
from app.language.orders.plan import Call, Clause, Reading
from app.language.questions import language_of
from app.language.reader.reading import Part, Slot

Arguments = dict[str, object]
_Maker = Callable[[Part, Clause, Before], Arguments | None]
_LEAST_LOOKS, _LEAST_CHANGES, _PLAINLY = 0.4, 0.5, 0.7
_ASKS = {
    "body": {"en": "What should the mail say?", "fr": "Que doit dire le message ?"},
    "to": {"en": "To whom?", "fr": "À qui ?"},
    "when": {"en": "When is it?", "fr": "C'est quand ?"},
}


@dataclass(frozen=True, slots=True)
class _Row:
    """What an intent calls, what it is where that tool isn't there, how sure the reader must be, what is asked for where it wasn't said, and
    what it is without the tool where no word names the service: a look at what is kept here."""

    tool: str
    otherwise: str
    make: _Maker
    least: float = _LEAST_CHANGES
    needs: str = ""
    kept: str = ""


def read(part: Part, clause: Clause, before: Before) -> Reading | None:
    """The call that a part asks for; None where it is about none of this, the reader isn't sure, or the tool isn't there."""
    row = _ROWS.get(part.intent)
    if row is None or row.tool not in clause.tools or _sure(part) < row.least:
        return None
    clause = replace(clause, text=part.text)
    if part.intent == "ask_mail" and mail.was_shown(before) and not read_mails.names_mail(part):
        row = _ROWS["read_mail"]
    if row.tool == "find_contact":
        return todo.contact({"name": part.one("person")}, clause, asks_facts=True) if part.one("person") else None
    arguments = row.make(part, clause, before)
    if arguments is None:
        return None
    call = Call(row.tool, arguments)
    if part.intent in OF_SEVERAL and len(part.all("topic")) > 1:
        return Reading(tuple(Call(row.tool, row.make(one, clause, before) or {}) for one in _each(part)))
    if row.needs and not arguments.get(row.needs):
        question = _ASKS[row.needs][language_of(part.text)]
        return Reading((call,), question=question, missing=row.needs)
    return Reading((call,))


def _each(part: Part) -> Iterator[Part]:
    """A part about several mails, for each of them."""
    topics = [slot for slot in part.slots if slot.name == "topic"]
    others = tuple(slot for slot in part.slots if slot.name != "topic")
    for topic in topics:
        yield replace(part, slots=(topic, *others))


def takes(parts: Iterable[Part], tools: frozenset[str]) -> bool:
    """Whether the reader plainly takes all that a message asks for as something of what is connected, or one of several things: a sentence
    that is compared with the whole message would take the rest into what is sent."""
    asked = [part for part in parts if part.intent != "aside"]
    known = [part for part in asked if _is_plainly(part, tools)]
    return bool(known) and (len(known) == len(asked) or all(part.sure >= _PLAINLY for part in asked))


def _is_plainly(part: Part, tools: frozenset[str]) -> bool:
    row = _ROWS.get(part.intent)
    return row is not None and row.tool in tools and _sure(part) >= _PLAINLY


def at_home(part: Part, tools: frozenset[str], *, names_kept: bool = False) -> Part:
    """The part as what it is where no account can do it: what it may be of one's own things, else an appointment is a reminder, a question
    about the calendar one that can't be answered. As it is where its tool is there, or it is none of these. `names_kept`: the message
    names a reminder, a task or the like, so that what may be of one's own things is."""
    part = _surer(part, tools)
    row = _ROWS.get(part.intent)
    if row is None or (row.tool in tools and not names_kept):
        return part
    is_named = row.otherwise in ("mail", "calendar") and says(f"about_{row.otherwise}", part.text)
    others = () if row.kept or is_named else part.others
    own, sure = next(((one, sure) for one, sure in others if one not in _ROWS and one not in _NOTHING), ("", 0.0))
    if sure >= (_MAY_BE if row.tool not in tools else _MAY_BE / 2):
        return replace(part, intent=own, sure=part.sure + sure)
    if row.tool in tools:
        return part
    if row.otherwise == "set_reminder":
        return _as_reminder(part)
    if row.kept and not is_named:
        kept = _kept(part, row.kept)
        alike = sum(sure for one, sure in part.others if one in _ROWS or one in _NOTHING or one == kept)
        return replace(part, intent=kept, sure=min(1.0, part.sure + alike))
    return replace(part, intent=row.otherwise)


def _surer(part: Part, tools: frozenset[str]) -> Part:
    """One of one's own things as sure as it is together with what only an account could do, where that isn't there or comes to the same."""
    if part.intent in _ROWS:
        return part
    same = next((group for group in _SAME if part.intent in group), frozenset[str]())
    other = sum(sure for one, sure in part.others if one in _ROWS and (one in same or _ROWS[one].tool not in tools))
    return replace(part, sure=min(1.0, part.sure + other)) if other else part


_MAY_BE = 0.1  # how likely one's own things must be in place of what can't be done
_NOTHING = frozenset(
    ("aside", "keep", "what_about", "smalltalk", "yes", "thanks", "greet", "mail", "calendar", "message", "order")
)


def _kept(part: Part, intent: str) -> str:
    """The look at what is kept that a part can be by its slots: a day has an agenda, a topic is looked for everywhere, all else is asked."""
    needed = {"agenda": "when", "find_everything": "topic"}.get(intent)
    return intent if needed is None or part.one(needed) else "ask_fact"


def service(intent: str) -> str:
    """Which service an intent belongs to: "mail" or "calendar"; "" for none."""
    row = _ROWS.get(intent)
    return intent if intent in ("mail", "calendar") else _SERVICE.get(row.tool, "") if row else ""


def plainly(intent: str) -> str:
    """The intent without which of its service's things is meant: "mail" for "reply_mail"; what it is at home where it is of no service."""
    row = _ROWS.get(intent)
    return service(intent) or (row.otherwise if row else intent)


def _sure(part: Part) -> float:
    """How sure it is that the part asks for this, or for what comes to the same."""
    same = next((group for group in _SAME if part.intent in group), frozenset[str]()) | {service(part.intent)}
    return part.sure + sum(sure for intent, sure in part.others if intent in same)


_SAME = (
    frozenset(("search_mail", "read_mail", "ask_mail", "read_attachment", "mail")),
    frozenset(("list_events", "read_event", "free_time", "agenda", "calendar")),
    frozenset(("add_event", "set_reminder", "schedule")),
    frozenset(("change_event", "change_reminder", "amend", "change_schedule")),
    frozenset(("delete_event", "cancel_reminder", "delete_tasks")),
    frozenset(("reply_mail", "send_mail", "message")),
    frozenset(("file_mail", "delete_mail", "delete_event", "delete_tasks")),
)


def _as_reminder(part: Part) -> Part:
    """ "Lunch with Esi on Friday at 1" as the reminder it can be."""
    if says("of_calendar", part.text):
        return replace(part, intent="calendar")
    named = [slot for slot in part.slots if slot.name in ("title", "person", "place")]
    titles = [slot for slot in named if slot.name == "title"]
    if not titles:
        return replace(part, intent="calendar")
    start, end = titles[0].start, max(slot.end for slot in named if slot.start >= titles[0].start)
    whens = tuple(slot for slot in part.slots if slot.name == "when")
    if any(start <= slot.start < end for slot in whens):
        end = titles[-1].end
    text = Slot("text", part.text[start - part.start : end - part.start], start, end)
    return replace(part, intent="set_reminder", slots=tuple(sorted((text, *whens), key=lambda slot: slot.start)))


# Contacts and lists


def _nobody(part: Part, _: Clause, __: Before) -> Arguments | None:
    return None


def _saved(part: Part, clause: Clause, _: Before) -> Arguments | None:
    """Somebody's number is a fact: no address book is written to."""
    whose = part.one("person").replace("’s ", "'s ").split("'s ", 1)
    person, value, of = without_possessive(whose[0]), part.one("text"), "".join(whose[1:])
    if not (person and value):
        return None
    address = next((one for one in value.split() if "@" in one), "")
    number = re.search(r"\+?\d[\d ()/-]{4,}\d", value)
    if address and number and not (of or part.one("topic")):
        return {"statement": f"{person}'s number is {number[0]} and the email address {address}"}
    what = of or part.one("topic") or ("email address" if address else "number")
    return {"statement": f"{person}'s {what} is {value}"}


def _sync(part: Part, clause: Clause, _: Before) -> Arguments | None:
    """Ours first and theirs behind it; of one alone only where it goes is said."""
    named = part.all("list") or _LIST.findall(part.text)[:2]
    if len(named) == 2:
        account = {"account": account} if (account := todo.account_named(part.one("account"))) else {}
        return {**todo.stopped({"list_name": named[0]}, clause), "their_list": named[1], **account}
    return todo.synced({"list_name": named[0], "there": part.one("account")}, clause) if named else None


_LIST = re.compile(r"\b(?:my|the|our|ma|la) ([\w'-]{1,30}(?: [\w'-]{1,30})?) list\b", re.IGNORECASE)


def _stop(part: Part, clause: Clause, _: Before) -> Arguments | None:
    return todo.stopped({"list_name": part.one("list")}, clause) if part.one("list") else None


def _listed(part: Part, clause: Clause, _: Before) -> Arguments | None:
    named = {"their_list": part.one("list")} if part.one("list") else {}
    return todo.listed({"account": part.one("account"), **named}, clause)


_SERVICE = {
    **dict.fromkeys(mail.TOOLS, "mail"),
    **dict.fromkeys(calendar.TOOLS, "calendar"),
    "find_in_accounts": "mail",
}
_ROWS: Mapping[str, _Row] = {
    "search_mail": _Row("search_mail", "mail", read_mails.search, _LEAST_LOOKS, kept="find_everything"),
    "read_mail": _Row("read_mail", "mail", read_mails.read_one, _LEAST_LOOKS),
    "ask_mail": _Row("find_in_accounts", "mail", read_mails.asked, _LEAST_LOOKS, kept="ask_fact"),
    "read_attachment": _Row("read_attachment", "mail", read_mails.attached, _LEAST_LOOKS),
    "reply_mail": _Row("reply_to_mail", "mail", read_mails.reply, needs="body"),
    "forward_mail": _Row("forward_mail", "mail", read_mails.forward, needs="to"),
    "send_mail": _Row("send_mail", "mail", read_mails.send, needs="body"),
    "file_mail": _Row("move_mail", "mail", read_mails.file),
    "mark_mail": _Row("mark_mail", "mail", read_mails.mark),
    "delete_mail": _Row("delete_mail", "mail", read_mails.read_one),
    "list_events": _Row("list_events", "calendar", read_events.listed, _LEAST_LOOKS, kept="agenda"),
    "read_event": _Row("read_event", "calendar", read_events.told, _LEAST_LOOKS, kept="ask_fact"),
    "free_time": _Row("find_free_time", "calendar", read_events.free, _LEAST_LOOKS, kept="agenda"),
    "add_event": _Row("add_event", "set_reminder", read_events.added, needs="when"),
    "change_event": _Row("change_event", "change_reminder", read_events.changed),
    "delete_event": _Row("delete_event", "cancel_reminder", read_events.deleted),
    "answer_event": _Row("answer_invitation", "calendar", read_events.answered),
    "find_contact": _Row("find_contact", "ask_fact", _nobody, _LEAST_LOOKS),
    "add_contact": _Row("remember_fact", "tell_fact", _saved),
    "sync_list": _Row("sync_list", "connect", _sync),
    "stop_sync": _Row("stop_syncing", "connect", _stop),
    "list_todo": _Row("list_todo", "connect", _listed, _LEAST_LOOKS),
}
INTENTS = frozenset(_ROWS)
OF_SEVERAL = frozenset(("file_mail", "mark_mail", "delete_mail"))  # which may be done with several mails at once
WRITTEN = frozenset(("reply_mail", "send_mail"))  # whose text is somebody's own, to its end
TOOLS = frozenset(row.tool for row in _ROWS.values())
