"""The pure core of the offline model: a message and the moment it is said, to calls, a question or words.

The same message always gives the same plan, which makes the model stateless: it is asked again after the tools have run and
looks at what is left to do. Knows the names of tools and nothing of what runs them.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.language import questions
from app.models.offline import answers, followups, speech, spelling, talk, undone
from app.models.offline.clauses import LONGEST_CLAUSE, read_all
from app.models.offline.intents import services
from app.models.offline.plan import Call, Clause, Exchange, Later, Plan, Reading

MAX_EARLIER = 4
STATUS = "connection_status"
REMEMBERS = "remember_fact"
_AND_MORE = re.compile(
    r"(?:yes|yeah|yep|sure|ok|okay|please do|do it)(?: please)?[,. ]+(?:and|also|then|plus)[, ]+(?P<more>.+)",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:[\n,.;!]|\band\b)\s*", re.IGNORECASE)
EVERYTHING = "find_everything"
ANSWERS = "recall_facts"
_ONE_PLACE = {"find_notes": "words"}  # where to look first, and what for
_SELF = re.compile(r"\b(?:my|i|me|mine|our|we)\b", re.IGNORECASE)
_ADVICE = re.compile(
    r"\A(?:how|where|what|when|why|which \w+) (?:\w+ )?(?:can|do|should|would|could|must|may|might|did) (?:i|we|one|you) (?!have|say|keep|own|like|put|leave|know)|\A(?:do|should|can|could|may|must|would|will) (?:i|we) (?:need|have to|be)\b|\byou\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\A(?:(?:by|since|until|from) )?(?:what|who|when|where|which|how|do|does|did|is|are|was|were|have|has|tell me|remind me)\b",
    re.IGNORECASE,
)
# "what's the gate code?" may be about something they keep; "what's the capital of France?" is about the world.
_MAYBE_KEPT = re.compile(
    r"\A(?:what|where|when|who|which)(?:'s| is| are| was| were) (?:the|our) (?!(?:weather|news|best|most|meaning|difference|largest|biggest|time|date)\b)(?!.*\b(?:of|between)\b)[\w' -]{2,40}\Z",
    re.IGNORECASE,
)
# Of somebody or something with a name: it may well be theirs, and looking costs nothing.
_OF_SOMEBODY = re.compile(
    r"\A(?:[Ww]ho|[Ww]here|[Ww]hen|[Ww]hat)(?:'s| is| are| was| does| did| do| has) (?!(?:the|a|an|it|there|this|that|he|she)\b)[A-Z][\w'-]+(?: [\w'-]+){0,4}\Z"
)
_TELL_ME = re.compile(r"\A(?:tell|give|show|remind) me\s+", re.IGNORECASE)


def understand(
    text: str,
    moment: datetime,
    tools: frozenset[str],
    before: Exchange | None = None,
) -> Plan:
    """What to do about `text`, said at `moment` (aware, user's zone), with these tools. Never raises on any text."""
    said = speech.tidy(text[: speech.MAX_READ])
    apart = _apart(said, moment)
    if not apart.parts:
        return _understood(text, said, moment, tools, before)
    return _with_undone(_understood(apart.kept, apart.kept, moment, tools, before), undone.named(apart.parts))


def _apart(said: str, moment: datetime) -> undone.Apart:
    """The message without the orders for something outside, which are said in the answer."""
    if len(said) > LONGEST_CLAUSE:
        return undone.Apart(said)
    return undone.apart(said, lambda words: read_all(Clause(words, moment)))


def _with_undone(plan: Plan, sentence: str) -> Plan:
    """The plan whose answer says last what is not done, or last but for a question."""
    question = "\n".join(filter(None, (sentence, plan.question)))
    if not plan.calls:
        return (
            replace(plan, question=question)
            if plan.question
            else replace(plan, reply=f"{plan.reply or ''}\n{sentence}")
        )
    return replace(plan, question=question, reply=f"{plan.reply}\n{sentence}" if plan.reply else None)


def _understood(text: str, said: str, moment: datetime, tools: frozenset[str], before: Exchange | None) -> Plan:
    if not re.search(r"\w", said):
        return Plan(reply=talk.NOTHING_SAID)
    readings = _readings(said, moment, before)
    if _is_weak(readings):
        readings = _mended(said, moment, before) or readings
    if not readings and (business := _business(said)) != said:
        readings = _readings(business, moment, before)
    if readings:
        return _plan(_whole(readings, text, said), said, tools)
    if len(said) > LONGEST_CLAUSE:
        return Plan(reply=talk.TOO_LONG)
    return _without_rule(said, tools)


def _business(said: str) -> str:
    """The message without the greeting or thanks it begins or ends with."""
    joints = [*_JOINT.finditer(said)]
    for joint in {joint.start(): joint for joint in (*joints[:1], *joints[-1:])}.values():
        left, right = said[: joint.start()], said[joint.end() :]
        if talk.small(right):
            return left
        if talk.small(left):
            return right
    return said


def _readings(said: str, moment: datetime, before: Exchange | None, depth: int = 0) -> Sequence[Reading]:
    """The message read as an answer to our question where it is one, else by itself."""
    clause = Clause(said, moment)
    if before is None or depth >= MAX_EARLIER:
        return [] if talk.small(said) else read_all(clause)
    said_before = _apart(speech.tidy(before.said[: speech.MAX_READ]), before.moment).kept
    asked = _readings(said_before, before.moment, before.earlier, depth + 1)
    leaning = _leaning(clause, asked, before.reply) if asked else None
    if leaning is not None:
        return [leaning]
    agreed = _agreed(clause, asked, before.reply)
    if agreed or talk.small(said):
        return agreed
    readings = read_all(_after(clause, asked))
    leaning = followups.lean(clause, asked) if _is_weak(readings) else None
    return [leaning] if leaning else readings


def _agreed(clause: Clause, asked: Sequence[Reading], reply: str) -> Sequence[Reading]:
    """ "yes and remind me on Monday": an offer taken, and a request beside it."""
    agreed = _AND_MORE.fullmatch(clause.text) if "?" in reply else None
    taken = answers.complete(replace(clause, text="yes"), asked, reply) if agreed else None
    if agreed is None or taken is None:
        return []
    more = _after(replace(clause, text=agreed["more"], depth=1), [*asked, taken])
    return [taken, *read_all(more)]


def _after(clause: Clause, asked: Sequence[Reading]) -> Clause:
    """With what "it" and "the list" mean after the message before."""
    last = next((reading for reading in reversed(asked) if reading.thing or reading.place), None)
    return replace(clause, thing=last.thing, place=last.place) if last else clause


def _leaning(clause: Clause, asked: Sequence[Reading], reply: str) -> Reading | None:
    """What stands closer to the words before than to itself: an answer to our question, a taking back, one of what was shown."""
    completed = answers.complete(clause, asked, reply) if "?" in reply else None
    return (
        completed
        or followups.take_back(clause, asked)
        or followups.another_time(clause, asked)
        or followups.one_of_shown(clause, asked, reply)
    )


def _is_weak(readings: Sequence[Reading]) -> bool:
    """Nothing understood, or no more than that something is asked about or might be offered."""
    return all(
        reading.missing == "yes" or all(call.tool == "recall_facts" for call in reading.calls) for reading in readings
    )


def _mended(said: str, moment: datetime, before: Exchange | None) -> Sequence[Reading]:
    """The same with slips of the finger put right, where that makes an order of it."""
    better = spelling.mended(said)
    readings = _readings(better, moment, before) if better != said else ()
    return () if _is_weak(readings) else readings


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
    question = next((reading.question for reading in possible if reading.question), None)
    question = question or (talk.REST_UNREAD if any(reading.is_cut for reading in possible) else None)
    if calls or question:
        return Plan(tuple(calls), question=question, later=_later(possible, calls, said, tools))
    service = services.read(said) if STATUS in tools else None
    return Plan(service.calls) if service else Plan(reply=_elsewhere(said))


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
    return (*told, *_looking_further(calls, said, tools))


def _looking_further(calls: Sequence[Call], said: str, tools: frozenset[str]) -> tuple[Later, ...]:
    """A question about one's own things that one place cannot answer goes on to all of them."""
    if len(calls) != 1 or calls[0].tool not in _ONE_PLACE or EVERYTHING not in tools:
        return ()
    about = calls[0].arguments.get(_ONE_PLACE[calls[0].tool], "")
    return (Later(Call(EVERYTHING, {"about": about})),) if about else ()


def _once(calls: Sequence[Call]) -> list[Call]:
    """Without what is said twice over ("that was a mistake, undo it")."""
    return [call for index, call in enumerate(calls) if call not in calls[:index]]


def _elsewhere(said: str) -> str:
    return f'That belongs to another part of me. Say just that, like "{said[:60]}", and I\'ll do it.'


def _without_rule(said: str, tools: frozenset[str]) -> Plan:
    """Small talk, a service's words, a question about themselves, or plainly no."""
    reply = talk.small(said)
    if reply is not None:
        return Plan(reply=reply)
    service = services.read(said) if STATUS in tools else None
    unmakeable = talk.cannot_make(said)
    if unmakeable is None and service is not None:
        return Plan(service.calls)
    otherwise = talk.NOTHING_KEPT if _is_own_question(said) else unmakeable or talk.cannot(speech.bare(said))
    if ANSWERS in tools and questions.asks(said) and not questions.read_question(said).is_of_you:
        return Plan((Call(ANSWERS, {"about": said}),), reply=otherwise)
    return Plan(reply=otherwise)


def _is_own_question(said: str) -> bool:
    """Whether it asks for what only they can have told."""
    words = _TELL_ME.sub("", speech.bare(said))
    if _ADVICE.search(words):
        return False
    own = (_ASKS.match(words) and _SELF.search(words)) or (
        questions.asks(said) and questions.read_question(said).is_of_theirs
    )
    return bool(own or _MAYBE_KEPT.match(words) or _OF_SOMEBODY.match(words))
