"""The pure core of the offline model: a message and the moment it is said, to calls, a question or words.

The same message always gives the same plan, which makes the model stateless: it is asked again after the tools have run and
looks at what is left to do. Knows the names of tools and nothing of what runs them.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.language import card_changes, channels, pointing, questions, slips
from app.language.choosing import (
    connected,
    connections,
    elsewhere,
    forms,
    guards,
    halves,
    looking_further,
    maps,
    only_times,
    page_questions,
    parts,
    said_first,
    undone,
    windows,
    work,
)
from app.language.choosing import (
    known as known_things,
)
from app.language.choosing.looking_further import ANSWERS, NAMES_KIND
from app.language.choosing.parts import Understood
from app.language.choosing.windows import TALK
from app.language.cues import says
from app.language.dialogue import answers
from app.language.dialogue.asking import of_a_sum
from app.language.dialogue.state import Before
from app.language.orders import said_on, services, speech, talk, times
from app.language.orders.names import NONE_KNOWN, Known
from app.language.orders.plan import Call, Clause, Exchange, Later, Plan, Reading
from app.language.orders.verdict import Verdict
from app.language.vocabulary import lexicon, words_of

MAX_EARLIER, OF_A_WORD = (
    4,
    0.5,
)  # exchanges before a message that it may lean on; the part of one that called nothing, as a yes to a card
STATUS = connections.STATUS
REMEMBERS = "remember_fact"
# What the reader takes a message for that asks for nothing it could do: a look at what is known, a service, mere talk.
_MERELY_TOLD = frozenset(("smalltalk", "aside"))
_ASKED = frozenset(("ask_fact", "find_everything", "search_history", "find_notes"))
_LOOKS = _ASKED | frozenset(
    "list_tasks list_reminders agenda calculate date_question get_time list_later check_item".split()
)
_SERVICES = frozenset("weather mail calendar diagnostics".split())
_WISHES = frozenset(  # what nobody says in answer to a question of ours
    (
        "complete_tasks",
        "delete_tasks",
        "cancel_reminder",
        "clear_list",
        "undo",
        "delete_note",
        "read_journal",
        "create_list",
    )
)
_NO_SERVICE = frozenset("order home play write".split())  # whatever else its words name
SURE = 0.85
_BEGINNING = 40  # characters
_MOST_LINES = 12


def understand(
    text: str,
    moment: datetime,
    tools: frozenset[str],
    before: Exchange | None = None,
    known: Known = NONE_KNOWN,
) -> Plan:
    """What to do about `text`, said at `moment` (aware, user's zone), with these tools; `known` are the names of what is in its user's accounts at
    work. Never raises on any text."""
    said = speech.tidy(text[: speech.MAX_READ])
    said = times.as_one(said) if says("sets_times", said) else said
    if not re.search(r"\w", said):
        return Plan(reply=talk.NOTHING_SAID)
    said = undone.undo_alone(questions.without_exclamation(slips.put_right(said)))
    spelt = channels.spelt(said)
    clause = Clause(said, moment, tools=tools, known=known)
    wish = None if said_first.read(replace(clause, text=spelt)) else said_on.wished(spelt, moment)
    plan = said_on.on_channel(_planned(wish.rest, text, clause, before), wish.channel) if wish else None
    plan = plan or _planned(said, text, clause, before)
    is_about = elsewhere.FIND in tools and parts.meant(said) in ("mail", "calendar")
    return elsewhere.go_on(plan, said, tools, is_about_accounts=is_about)


def _planned(said: str, text: str, clause: Clause, before: Exchange | None) -> Plan:
    """What is understood; `said` is the text as it is read."""
    tools = clause.tools
    seen = _understood(replace(clause, text=said), before)
    if seen.readings:
        left = "\n".join(filter(None, (undone.named(seen.outside, tools), undone.missed(seen.missed))))
        return _with_undone(_plan(_whole(seen.readings, text, said), said, tools), left)
    if len(seen.outside) > 1 and len(said) <= parts.MOST_READ:
        return Plan(reply=undone.named(seen.outside, tools))
    outside = next((part.intent for part in seen.outside if part.sure >= SURE), "")
    return Plan(reply=talk.TOO_LONG) if len(said) > parts.MOST_READ else _without_order(said, tools, outside)


def _with_undone(plan: Plan, sentence: str) -> Plan:
    """The plan whose answer says last what is not done, or last but for a question."""
    if not sentence:
        return plan
    question = "\n".join(filter(None, (sentence, plan.question)))
    if not plan.calls and not plan.question:
        return replace(plan, reply=f"{plan.reply or ''}\n{sentence}".strip())
    return replace(
        plan, question=question, reply=f"{plan.reply}\n{sentence}" if plan.reply and plan.calls else plan.reply
    )


def _understood(clause: Clause, before: Exchange | None) -> Understood:
    """What a message asks for, as an answer to our question where it is one."""
    said = clause.text
    if before is None:
        return _by_itself(clause, Before())
    asked = before.asked
    completed = None
    is_time_asked = any(reading.missing == "when" and reading.question for reading in asked)
    is_own = _is_another(said) if any(reading.missing == "text" and reading.question for reading in asked) else False
    is_own = is_own or parts.is_whole(said)
    if "?" in before.reply and not is_own and not _orders(clause) and (is_time_asked or not _asks_something(said)):
        completed = answers.complete(clause, asked, before.reply)
    if completed is not None:
        return Understood((completed,))
    if _declines(asked, said):
        return Understood((Reading(reply=guards.LEFT),))
    earlier = Before(asked, _past(before.earlier), before.reply)
    return _by_itself(replace(_after(clause, asked), place=earlier.place), earlier)


def _declines(asked: Sequence[Reading], said: str) -> bool:
    """Whether words behind an offer begin with a no and only point at something else: "no, I meant 1" agrees to nothing."""
    is_offered = any(reading.question and reading.missing == "yes" for reading in asked)
    rest = card_changes.without_lead(said) if is_offered and _TURNS_BACK.match(said) else ""
    return bool(rest) and (pointing.number(rest) is not None or bool(pointing.places(rest)) or pointing.points(rest))


def _past(exchange: Exchange | None) -> list[tuple[Reading, ...]]:
    """What came of the messages before, the latest first."""
    past = list[tuple[Reading, ...]]()
    while exchange is not None:
        past.append(exchange.asked)
        exchange = exchange.earlier
    return past


def _by_itself(clause: Clause, before: Before) -> Understood:
    """What the messages ask for that were sent at once, each behind those before it."""
    found = Understood()
    for start, end in windows.messages(clause.text):
        seen = _message(replace(_after(clause, found.readings), text=clause.text[start:end]), before)
        found = Understood(
            (*found.readings, *seen.readings), (*found.outside, *seen.outside), (*found.missed, *seen.missed)
        )
        before = Before(found.readings, (before.asked, *before.past))
    return found


def _message(clause: Clause, before: Before) -> Understood:
    """One message; a time on a last line of its own is that of the lines before: "remind me to call Ama at 5", "tomorrow"."""
    head, time = only_times.apart(clause.text, clause.now)
    found = _message(replace(clause, text=head), before) if time else Understood()
    timed = only_times.with_time(found.readings[-1], time, clause) if time and found.readings else None
    return (
        replace(found, readings=(*found.readings[:-1], timed))
        if timed
        else halves.read(clause, before) or _one(clause, before)
    )


def _one(clause: Clause, before: Before) -> Understood:
    whole = only_times.read(clause, before) or of_a_sum(clause.text, before) or maps.read_next(clause, before)
    if whole := whole or page_questions.read(clause) or said_first.read(clause) or known_things.read(clause, before):
        return Understood((whole,))
    if (form := _form(clause)) and not work.is_of_work(clause, before):
        return Understood(form)
    if talk.small(clause.text) and not before.changes:
        return Understood()
    asked = None if says("into_calendar", clause.text) else connections.read(clause)
    if asked := asked or connected.read(clause, before):
        return Understood((asked,))
    return _enumerated(clause, before) or parts.read_parts(clause, before)


def _form(clause: Clause) -> tuple[Reading, ...]:
    """What each line of a message asks for, where each is of a form that is known."""
    lines = clause.text.split("\n")
    form = [forms.read_form(replace(clause, text=line)) for line in lines] if len(lines) <= _MOST_LINES else []
    return tuple(filter(None, form)) if form and all(form) else ()


def _enumerated(clause: Clause, before: Before) -> Understood | None:
    """ "Add these to my list:" with a thing on each line below: what is to be done with the first is done with all. None for other messages."""
    head, *rest = [line.strip() for line in clause.text.strip().split("\n") if line.strip()] or [""]
    if len(rest) < _ENUMERATES or not head.endswith(":") or not all(map(_BULLET.match, rest)):
        return None
    found = parts.read_parts(replace(clause, text=f"{head}\n{rest[0]}"), before)
    call = found.readings[0].calls[0] if len(found.readings) == 1 and len(found.readings[0].calls) == 1 else None
    if call is None or call.tool != "add_tasks" or len(call.arguments["titles"]) != 1:
        return None
    titles = [_BULLET.sub("", line).rstrip(" .,;") for line in rest]
    return Understood((replace(found.readings[0], calls=(Call(call.tool, {**call.arguments, "titles": titles}),)),))


_ENUMERATES = 2  # lines
_BULLET = re.compile(r"(?:[-*•·–]|\d{1,3}[.)])\s+(?=\S)")


def _after(clause: Clause, asked: Sequence[Reading]) -> Clause:
    """With what "it" and "the list" mean after the message before."""
    last = next((reading for reading in reversed(asked) if reading.thing or reading.place), None)
    return replace(clause, thing=last.thing, place=last.place) if last else clause


def _orders(clause: Clause) -> bool:
    """Whether the words are an order of their own by the verb they begin with, and no answer to our question."""
    begins = lexicon().length("orders", [word.folded for word in words_of(speech.bare(clause.text)[:_BEGINNING])]) > 0
    named = NAMES_KIND.search(clause.text) is not None and parts.meant(clause.text, SURE) not in ("", *TALK)
    return begins and (named or forms.read_form(clause) is not None)


def _is_another(said: str) -> bool:
    """Whether the words are a request or a question of their own, or take back what was asked, and not what a reminder is for."""
    return questions.asks(said) or parts.meant(said, SURE) in _OWN or _TURNS_BACK.match(said) is not None


_OWN = frozenset(
    (
        "about_me",
        "tell_fact",
        "save_note",
        "ask_fact",
        "set_reminder",
        "never_mind",
        "undo",
        "briefing",
        "agenda",
        "health",
        "thanks",
        "greet",
        "bye",
        "keep",
        "help",
    )
)
_TURNS_BACK = re.compile(
    r"\W*(?:(?:ah|oh|euh|well|sorry|pardon|excuse)\W+)*(?:no\b|non\b|nope|never ?mind|(?:i )?need to buy|pardonnez|excusez|sorry\b|i changed)",
    re.IGNORECASE,
)


def _asks_something(said: str) -> bool:
    """Whether the words are a question of their own, and no answer to ours."""
    return parts.meant(said, SURE) in _LOOKS | _WISHES


def _whole(readings: Sequence[Reading], text: str, said: str) -> list[Reading]:
    """A long text to keep is kept to its end, though only its head was read; of anything else the end is left unread."""
    last = readings[-1]
    if len(text) <= speech.MAX_READ:
        return list(readings)
    if not (last.keeps_text and last.calls):
        return [*readings[:-1], replace(last, is_cut=True)]
    call = last.calls[-1]
    kept = {
        name: value + text[speech.MAX_READ :] if isinstance(value, str) and said.endswith(value[-40:]) else value
        for name, value in call.arguments.items()
    }
    return [*readings[:-1], replace(last, calls=(*last.calls[:-1], Call(call.tool, kept)))]


def _plan(readings: Sequence[Reading], said: str, tools: frozenset[str]) -> Plan:
    """What is complete is called, what is not is asked for, what cannot be called here is said."""
    possible = [reading for reading in _agreed_to(readings) if all(call.tool in tools for call in reading.calls)]
    calls = _once([call for reading in possible if not reading.question for call in reading.calls])
    told = "\n".join(reading.reply for reading in possible if reading.reply and not reading.calls)
    question = _question(possible)
    if calls or question:
        only_asks = calls and all(call.tool == ANSWERS for call in calls)
        return Plan(
            tuple(calls),
            question="\n".join(filter(None, (told, question))) or None,
            reply=talk.NOTHING_KEPT if only_asks else None,
            later=_later(possible, calls, said, tools),
            verdict=_offered(possible),
            pending=next((reading for reading in possible if reading.question), None),
        )
    if told:
        return Plan(reply=told)
    service = services.read(said, tools) if STATUS in tools else None
    return Plan(service.calls) if service else Plan(reply=_elsewhere(said))


def _question(readings: Sequence[Reading]) -> str | None:
    """The first question that is open; else that the end of a long message is left unread."""
    asked = next((reading.question for reading in readings if reading.question), None)
    return asked or (talk.REST_UNREAD if any(reading.is_cut for reading in readings) else None)


def _offered(readings: Sequence[Reading]) -> Verdict:
    """What is offered to be remembered, where the first question is that."""
    asking = next((reading for reading in readings if reading.question), None)
    offers = asking is not None and asking.missing == "yes" and asking.calls[-1].tool == REMEMBERS
    return Verdict("offered", asking.question or "") if asking is not None and offers else Verdict()


def _agreed_to(readings: Sequence[Reading]) -> Sequence[Reading]:
    """ "Remember that …, and I live in Accra": whoever asks for one thing to be remembered isn't asked about the next."""
    asked = any(call.tool == REMEMBERS for reading in readings if not reading.question for call in reading.calls)
    return [
        replace(reading, question=None, missing=None)
        if asked and reading.missing == "yes" and reading.calls[-1].tool == REMEMBERS
        else reading
        for reading in readings
    ]


def _later(readings: Sequence[Reading], calls: Sequence[Call], said: str, tools: frozenset[str]) -> tuple[Later, ...]:
    """What depends on the results: what the clauses said, and where to look next."""
    told = [later for reading in readings for later in reading.later if later.call.tool in tools]
    return (*told, *looking_further.behind(calls, said, tools))


def _once(calls: Sequence[Call]) -> list[Call]:
    """Without what is said twice over ("that was a mistake, undo it")."""
    return [call for index, call in enumerate(calls) if call not in calls[:index]]


def _elsewhere(said: str) -> str:
    return f'That belongs to another part of me. Say just that, like "{said[:60]}", and I\'ll do it.'


def _without_order(said: str, tools: frozenset[str], outside: str) -> Plan:
    """Small talk, a service's words, a question about themselves, or plainly no. `outside`: what a part of it is for that isn't done here."""
    meant = outside or parts.meant(said)
    unmakeable = talk.cannot_make(said)
    reply = talk.small(said, "" if unmakeable else meant)
    if reply is not None:
        return Plan(reply=reply)
    if unmakeable is None and meant in _MERELY_TOLD:
        return Plan(reply=talk.LISTENING, verdict=Verdict("unread", talk.LISTENING))
    if unmakeable is None and meant in _ASKED and ANSWERS in tools:
        return Plan((Call(ANSWERS, {"about": said}),), reply=talk.NOTHING_KEPT)
    of = meant if meant in talk.NOT_CAUGHT else services.named(said)
    if talk.is_connected(of, tools):
        return Plan(reply=talk.NOT_CAUGHT[of], verdict=talk.verdict(talk.NOT_CAUGHT[of]))
    if unmakeable is None and STATUS in tools and (service := _service(said, tools, outside)):
        return Plan(service.calls)
    question = questions.read_question(said) if questions.asks(said) else None
    is_own = question is not None and question.is_of_theirs and meant not in parts.OUTSIDE
    otherwise = talk.NOTHING_KEPT if is_own else unmakeable or talk.cannot(speech.bare(said), meant)
    if ANSWERS in tools and question is not None and not question.is_of_you:
        return Plan((Call(ANSWERS, {"about": said}),), reply=otherwise, verdict=talk.verdict(otherwise))
    return Plan(reply=otherwise, verdict=talk.verdict(otherwise))


def _service(said: str, tools: frozenset[str], outside: str) -> Reading | None:
    """How a service stands that the words name, or that is what they are for."""
    named = services.read(said, tools) if outside not in _NO_SERVICE else None
    of = outside or parts.meant(said, SURE)
    return named or (Reading((Call(STATUS, {"service": of}),)) if of in _SERVICES else None)
