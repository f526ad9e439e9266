"""The tools for what the user tells about themselves: remembered with history, corrected, and really forgotten.

A fact's key names what it is about, so that "I moved to Kumasi" replaces where they lived and "I'm allergic to nuts" stands
beside other allergies. A fact from a turn that read other people's text waits for the user's yes.
"""

import re
from collections.abc import Sequence
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import DESTROYS, READS, WRITES
from app.memory.records import Fact
from app.tools.pick import Shelf, pick, words_of
from app.tools.provenance import carry
from app.tools.toolset import Tool

MAX_STATEMENT = 1000
MAX_SHOWN = 30
_NEWER = re.compile(r"\A(?:new|current|actual) (?=.)", re.IGNORECASE)
_QUESTION_WORDS = frozenset(
    "a an the my i me is are am was were do does did what who where when which how of for to in on about name named".split()
)

# What there is only one of: a new statement replaces the old one. The first row that fits gives the key.
_SINGLE: tuple[tuple[str, str], ...] = (
    (r"\b(?:my|our) (?P<key>(?:[\w'’-]+ ){0,4}?[\w'’-]+) (?:is|are|was|were)(?: now)?\b", ""),
    (r"\b(?:my|our) (?P<key>[\w-]+)['’]s (?:called|named)\b", ""),
    (
        r"\b(?:i|we)(?:['’]ve| have)? (?:just |now )?(?:live|stay|reside|moved|relocated)(?: back)? (?:in|to|at|near|on)\b",
        "home",
    ),
    (r"\b(?:i|we)(?:['’](?:m|re)| am| are) (?:now )?living (?:in|at|near)\b", "home"),
    (r"\bi(?:['’]m| am) (?:originally )?from\b", "origin"),
    (r"\bi(?:['’]m| am)? ?(?:now )?work(?:ing)? (?:at|for|in|as)\b", "work"),
    (r"\b(?:call me|i go by|my name['’]s)\b", "name"),
    (r"\bi was born\b", "birthday"),
    (r"\bi(?:['’]m| am) (?:now )?\d+(?: years old)?\b", "age"),
    (r"\bi(?:['’]m| am) (?:now )?(?:married|single|divorced|engaged|widowed)\b", "marital status"),
)
_SINGLE_KEYS = tuple((re.compile(pattern, re.IGNORECASE), key) for pattern, key in _SINGLE)

# An event said, the state it leaves kept: "where do I live?" is answered by where, and not by how they came there.
_LEFT_BEHIND: tuple[tuple[str, str], ...] = (
    (
        r"(?P<who>i|we)(?:['’]ve| have)? (?:just |now |recently |finally )*(?:moved|relocated)(?: back| over| house| home)? to (?P<what>.+)",
        r"\g<who> live in \g<what>",
    ),
    (
        r"i(?:['’]ve| have)? (?:just |now |recently |finally )*(?:(?:changed|switched) jobs?(?: and)?(?: i)?(?: now)?(?: work| to)?|"
        r"(?:started|began) (?:working|work|a (?:new )?job)|(?:got|took|landed) a (?:new )?job) (?P<joint>at|for|with|in|as) (?P<what>.+)",
        r"I work \g<joint> \g<what>",
    ),
    (r"i(?:['’]ve| have)? (?:just |recently )?(?:turned|become) (?P<what>\d{1,3})", r"I am \g<what>"),
    (
        r"i(?:['’]ve| have)? (?:just |recently |finally )?(?:got|gotten) (?P<what>married|divorced|engaged)",
        r"I am \g<what>",
    ),
)
_STATES = tuple((re.compile(pattern, re.IGNORECASE), state) for pattern, state in _LEFT_BEHIND)
# With a time beside it the event is the fact.
_DATED = re.compile(
    r"\b(?:ago|last|yesterday|since|when|because|before|after|in \d{4}|next|soon|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)\b",
    re.IGNORECASE,
)

_SECOND_PERSON: tuple[tuple[str, str], ...] = (
    (r"\bi(?:['’]m| am)\b", "you are"),
    (r"\bi was\b", "you were"),
    (r"\bi(?:['’]ve| have)\b", "you have"),
    (r"\bi['’](?=(?:ll|d)\b)", "you'"),
    (r"\bmyself\b", "yourself"),
    (r"\bwe(?:['’]re| are)\b", "you are"),
    (r"\bwe(?:['’]ve| have)\b", "you have"),
    (r"\b(?:mine|ours)\b", "yours"),
    (r"\b(?:my|our)\b", "your"),
    (r"\b(?:i|me|we|us)\b", "you"),
)
_SAY_YOU = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in _SECOND_PERSON)


async def remember_fact(ctx: RunContext[AgentDeps], statement: str, key: str = "") -> Done:
    """Remember about the user; same key replaces."""
    deps = ctx.deps
    said = restated(" ".join(statement.split()).strip(" .")[:MAX_STATEMENT])
    if not said:
        raise ToolProblem("What should I remember?")
    about = " ".join(key.casefold().split()) or fact_key(said)
    before = [fact for fact in await deps.store.facts.current(deps.user.id) if fact.key == about]
    fact = await deps.store.facts.add(
        deps.user.id,
        key=about,
        statement=said,
        confidence=1.0,
        source="user",
        turn_id=deps.turn_id,
        taint=list(deps.taint.sources),
        confirmed=not deps.taint,
        at=deps.now,
    )
    return Done(_remembered(fact, before, deps), undo=_undo(fact, before))


async def recall_facts(ctx: RunContext[AgentDeps], about: str = "") -> str:
    """What is known about the user."""
    deps = ctx.deps
    known = await deps.store.facts.current(deps.user.id)
    if not about.strip():
        return _listed(known, deps) if known else "I don't know anything about you yet. Tell me, and I'll remember."
    found = await _about(deps, about, known)
    if not found:
        return f'I have nothing about "{about.strip()}". Tell me, and I\'ll remember it.'
    return _listed(found, deps)


async def forget_fact(ctx: RunContext[AgentDeps], fact: str) -> Done:
    """Forget for good."""
    deps = ctx.deps
    gone = await pick(shelf(deps), fact)
    await deps.store.facts.forget(deps.user.id, gone.id)
    return Done(f"Forgotten for good: {to_you(gone.statement)}.")


async def _prepare_forgetting(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The one fact those words mean now."""
    gone = await pick(shelf(deps), str(arguments["fact"]))
    return {"fact": f"#{gone.id}"}, f"forget for good: {to_you(gone.statement)}"


def shelf(deps: AgentDeps) -> Shelf[Fact]:
    """How one of the user's facts is looked up."""

    async def get(number: int) -> Fact | None:
        fact = await deps.store.facts.get(deps.user.id, number)
        return fact if fact is not None and fact.superseded_by is None and fact.ended_at is None else None

    return Shelf(
        noun="fact",
        deps=deps,
        get=get,
        find=lambda words: deps.store.facts.find(deps.user.id, words),
        all=lambda: deps.store.facts.current(deps.user.id),
        name=lambda fact: to_you(fact.statement),
    )


def fact_key(statement: str) -> str:
    """What a statement is about; the statement itself where there may be many of its kind."""
    for pattern, key in _SINGLE_KEYS:
        found = pattern.search(statement)
        if found:
            return key or " ".join(words_of(_NEWER.sub("", found["key"])))
    return " ".join(words_of(statement))[:200]


def restated(statement: str) -> str:
    """ "I moved to Accra" as "I live in Accra"; any other statement as it is."""
    if _DATED.search(statement):
        return statement
    for event, state in _STATES:
        found = event.fullmatch(statement)
        if found:
            return found.expand(state)
    return statement


def to_you(statement: str) -> str:
    """The user's words about themselves, said back to them: "my sister is Ama" as "your sister is Ama"."""
    for pattern, word in _SAY_YOU:
        statement = pattern.sub(word, statement)
    return statement


async def _about(deps: AgentDeps, about: str, known: Sequence[Fact]) -> list[Fact]:
    """Facts with all the words, else those that share the telling ones, else those near in meaning."""
    words = [word for word in words_of(about) if word not in _QUESTION_WORDS] or words_of(about)
    exact = [fact for fact in known if fact.key == " ".join(words_of(about))]
    found = exact or await deps.store.facts.find(deps.user.id, " ".join(words))
    if found:
        return list(found)
    hits = (await deps.search.search(deps.user.id, about, kinds=("fact",), limit=3)).hits
    ids = {hit.owner_id for hit in hits}
    return [fact for fact in known if str(fact.id) in ids]


def _listed(facts: Sequence[Fact], deps: AgentDeps) -> str:
    carry(deps, facts)
    if len(facts) == 1:
        return f"{_sentence(facts[0].statement)}."
    lines = [f"- {_sentence(fact.statement)} (#{fact.id})" for fact in facts[:MAX_SHOWN]]
    return "\n".join(("What you told me:", *lines))


def _sentence(statement: str) -> str:
    said = to_you(statement)
    return said[:1].upper() + said[1:]


def _remembered(fact: Fact, before: Sequence[Fact], deps: AgentDeps) -> str:
    said = to_you(fact.statement)
    if not fact.confirmed:
        return (
            f"Noted: {said}. It comes from text I read ({', '.join(fact.taint)}), so I'll use it once you confirm it."
        )
    if any(old.id == fact.id for old in before):
        return f"I know: {said}."
    if before:
        return f"Updated: {said}. Before: {to_you(before[0].statement)}."
    return f"I'll remember: {said}."


def _undo(fact: Fact, before: Sequence[Fact]) -> dict[str, object] | None:
    """Forget a new fact; say a replaced one again, so that history is kept."""
    if any(old.id == fact.id for old in before):
        return None
    if before:
        return {"action": "restate_fact", "key": fact.key, "statement": before[0].statement}
    return {"action": "forget_fact", "id": fact.id}


TOOLS: tuple[Tool, ...] = (
    Tool(remember_fact, WRITES),
    Tool(recall_facts, READS),
    Tool(forget_fact, DESTROYS, prepare=_prepare_forgetting),
)
