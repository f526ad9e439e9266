"""Keeping what was stated: beside what is known, in place of what it corrects, or not at all.

Invariant: what the user had remembered outright is never replaced by a guess, and what is over ends only what it speaks of. Knows no
channel, no turn and no model.
"""

import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.errors import TooMany
from app.language.statements.facts import Stated, facts_in, words_of
from app.language.statements.values import replaces
from app.language.statements.wording import dated
from app.learning.answers import gives_orders, names_secrets
from app.learning.origins import OUTRIGHT, SAID
from app.learning.profile import correct_profile
from app.memory.records import Fact
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)

_CERTAIN = 0.8  # how sure a statement is that may replace what was remembered outright
# Words that say that something was so, and not what.
_FRAME = frozenset(
    "i i'm we we're am are is in at on for as a an the to my our with live work stay from of and now no longer".split()
)
_READ, _MOST_CLAUSES = 2_000, 12  # characters and clauses of a message in which a statement is looked for
_SENTENCES = re.compile(r"[^.!?\n]+[.!?\n]*")
_CLAUSES = re.compile(r"[.!?;,\n]+|\band\b", re.IGNORECASE)
_ASKED = re.compile(r"\A(?:please )?(?:(?:can|could) you )?(?:remember|note|keep in mind)(?: that)? ", re.IGNORECASE)
# "the", "and" and "that" say nothing here.
_FORMS = {
    "i'm": "i be",
    "am": "be",
    "is": "be",
    "are": "be",
    "i've": "i have",
    "has": "have",
    "the": "",
    "and": "",
    "that": "",
}
_OF_USER = {"user": "i", "user's": "my"}
_DOUBTS = frozenset(
    "not no never if whether unless isn't aren't wasn't don't doesn't didn't can't won't nonsense false wrong lie lies".split()
)
_ENDS = ("ing", "ies", "es", "ed", "s", "e", "y")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where statements come from: the turn, what of other people's it had read, when it was (aware, in the user's zone), and who says that
    they were found (`SAID`, or a model)."""

    turn_id: str
    taint: tuple[str, ...]
    moment: datetime
    source: str = SAID


async def learn_at_once(
    store: Repositories, user_id: str, said: str, origin: Origin, *, decided: Collection[str] = ()
) -> list[Fact]:
    """Keep what the user's own words `said` state, found by rules alone. `decided`: the keys that this turn's tools have dealt with."""
    stated = [fact for fact in facts_in(said) if fact.key not in decided]
    if not stated:
        return []
    told = [_without_owner(fact.statement) for fact in await store.facts.of_turns(user_id, [origin.turn_id])]
    return await keep(store, user_id, [one for one in stated if _without_owner(one.statement) not in told], origin)


def _without_owner(statement: str) -> tuple[str, ...]:
    """The words of a statement but for whose it is: "the wifi code is …" and "my wifi code is …" are one."""
    return tuple(word for word in words_of(statement) if word not in _OWNERS)


_OWNERS = frozenset("the my our your le la les mon ma mes notre nos".split())


def noted(said: str) -> list[str]:
    """What of the user's own words would be kept, as statements."""
    return [one.statement for one in facts_in(said) if _may_be_kept(one)]


async def keep(store: Repositories, user_id: str, stated: Sequence[Stated], origin: Origin) -> list[Fact]:
    """Keep each of `stated` that adds or corrects something, in order; what was kept. Facts of a tainted turn wait for the user's word."""
    known = await store.facts.current(user_id, include_unconfirmed=True)
    kept: list[Fact] = []
    for one in stated:
        key = place(one, known) if _may_be_kept(one) else None
        if key is None:
            continue
        fact = await _added(store, user_id, one, key, origin)
        if fact is None:
            break
        if fact.confirmed:
            await correct_profile(store, user_id, fact, origin.moment)
        known = [*(old for old in known if old.key != key), fact]
        kept.append(fact)
    if kept:
        fields = {"event": "facts.learned", "turn": origin.turn_id, "source": origin.source, "facts": len(kept)}
        log.info("facts learned", extra=fields)
    return kept


async def _added(store: Repositories, user_id: str, one: Stated, key: str, origin: Origin) -> Fact | None:
    """The fact; None where as many are known as are kept."""
    try:
        return await store.facts.add(
            user_id,
            key=key,
            statement=dated(one.statement, origin.moment),
            confidence=one.confidence,
            source=origin.source,
            turn_id=origin.turn_id,
            taint=list(origin.taint),
            confirmed=not origin.taint,
            at=origin.moment,
            kind=one.kind,
            quote=one.quote,
        )
    except TooMany:
        log.info("no room for a fact", extra={"event": "facts.full", "turn": origin.turn_id})
        return None


def says_so(said: str, statement: str) -> bool:
    """Whether the user's own words `said` state just that, in a sentence of their own or in clauses of one that stand together. What is
    asked, denied or supposed is not stated."""
    wanted = _in_first_person(statement, _OF_USER)
    sentences = [one for one in _SENTENCES.findall(said[:_READ]) if not one.rstrip().endswith("?")]
    doubted = _DOUBTS - set(words_of(statement))
    stated = (one for one in sentences if not doubted & set(words_of(one)))
    return bool(wanted) and any(_in_first_person(run, {}) == wanted for one in stated for run in _runs(one))


def _runs(sentence: str) -> Iterator[str]:
    """Clauses of a sentence that stand together, all of it among them, without "remember that" in front."""
    pieces = [piece for piece in _CLAUSES.split(sentence) if words_of(piece)][:_MOST_CLAUSES]
    for start in range(len(pieces)):
        for end in range(start + 1, len(pieces) + 1):
            yield _ASKED.sub("", " ".join(pieces[start:end]).strip())


def _may_be_kept(one: Stated) -> bool:
    return not gives_orders(one.statement) and not names_secrets(one.statement)


def place(one: Stated, known: Sequence[Fact]) -> str | None:
    """The key to keep a statement under, beside what is `known`; None where it adds nothing or may not replace what there is."""
    if one.ended:
        return _ended(one, known)
    for fact in known:
        if words_of(fact.statement) == words_of(one.statement):
            return None
        if replaces(one.statement, fact.statement):
            return fact.key
        if fact.key == one.key and fact.source == OUTRIGHT and fact.confirmed and one.confidence < _CERTAIN:
            return None
    return one.key


def _ended(one: Stated, known: Sequence[Fact]) -> str | None:
    """What is over takes the place of what held until now, if that was the same; it stands by itself where nothing of it was known."""
    over = _stems(one.ended - _FRAME)
    of_its_key = [fact for fact in known if fact.key == one.key]
    if of_its_key:
        return one.key if not over or over & _stems(words_of(of_its_key[-1].statement)) else None
    for fact in reversed(known):
        if over and over <= _stems(words_of(fact.statement)):
            return fact.key
    return one.key


def _in_first_person(text: str, others: Mapping[str, str]) -> list[str]:
    """Words in one form: "I'm" as "i be"; `others` are what else is said of the user."""
    forms = {**_FORMS, **others}
    plain = " ".join(forms.get(word, word) for word in words_of(text)).split()
    return [word.rstrip("s") for word in plain]


def _stems(words: Collection[str]) -> set[str]:
    return {_stem(word) for word in words}


def _stem(word: str) -> str:
    for ending in _ENDS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word.removesuffix(ending)
    return word
