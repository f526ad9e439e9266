"""`known`: what Kwasi knows about its owner, in groups, each with where it is known from; with --history also what was so before."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.language.statements.facts import words_of
from app.language.statements.wording import sentence, to_you
from app.learning.origins import day, grouped, origin_of, past_of
from app.memory.records import Fact

_NOTHING = "I don't know anything about you yet.\n"
_NOTHING_OF_IT = "I know nothing about that.\n"


@dataclass(frozen=True, slots=True)
class _Known:
    """What is shown: facts by what became of them, and the channel of each turn that they came from."""

    now: Sequence[Fact]
    waiting: Sequence[Fact]
    before: Sequence[Fact]
    channels: dict[str, str]
    zone: ZoneInfo
    at: datetime

    def origin(self, fact: Fact) -> str:
        """Where one is known from."""
        return origin_of(fact, self.zone, channel=self.channels.get(fact.turn_id or "", ""), now=self.at)


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Print it; 1 where nothing was found about what was asked."""
    services = await build_services(settings)
    try:
        known = await _read(services, words_of(" ".join(options.about)), history=options.history)
    finally:
        await services.close()
    if options.json:
        sys.stdout.write(json.dumps(_as_json(known), ensure_ascii=False) + "\n")
        return 0
    lines = list(_told(known))
    if not lines:
        sys.stdout.write(_NOTHING_OF_IT if options.about else _NOTHING)
        return 1 if options.about else 0
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


async def _read(services: Any, about: Sequence[str], *, history: bool) -> _Known:
    """The owner's facts that have to do with all the words of `about`."""
    store, owner = services.store, services.owner
    ever = [fact for fact in await store.facts.everything(owner.id) if _has(fact, about)]
    live = [fact for fact in ever if fact.ended_at is None and fact.superseded_by is None]
    turns = [await store.turns.get(owner.id, turn_id) for turn_id in {fact.turn_id for fact in ever if fact.turn_id}]
    return _Known(
        now=[fact for fact in live if fact.confirmed],
        waiting=[fact for fact in live if not fact.confirmed],
        before=past_of(ever) if history else (),
        channels={turn.id: turn.channel for turn in turns if turn is not None},
        zone=ZoneInfo(owner.time_zone),
        at=services.clock.now(),
    )


def _has(fact: Fact, about: Sequence[str]) -> bool:
    """Whether all the words stand in a fact, said by its user or back to them."""
    words = words_of(f"{fact.statement} {to_you(fact.statement)} {fact.key}")
    return set(about) <= {*words, *(word.removesuffix("'s") for word in words)}


def _told(known: _Known) -> Iterator[str]:
    for heading, facts in grouped(known.now):
        yield from _block(heading, facts, known)
    yield from _block("Read somewhere, and waiting for your word (say “confirm #number”)", known.waiting, known)
    if known.before:
        yield "What was so before:"
        for fact in known.before:
            until = day(fact.ended_at, known.zone, known.at) if fact.ended_at else ""
            yield f"  #{fact.id} {sentence(fact.statement)} — until {until}; {known.origin(fact)}"
        yield ""


def _block(heading: str, facts: Sequence[Fact], known: _Known) -> Iterator[str]:
    if facts:
        yield f"{heading}:"
        yield from (f"  #{fact.id} {sentence(fact.statement)} — {known.origin(fact)}" for fact in facts)
        yield ""


def _as_json(known: _Known) -> dict[str, list[dict[str, Any]]]:
    groups = {"known": known.now, "waiting": known.waiting, "before": known.before}
    return {name: [_row(fact, known) for fact in facts] for name, facts in groups.items()}


def _row(fact: Fact, known: _Known) -> dict[str, Any]:
    return {
        "id": fact.id,
        "key": fact.key,
        "kind": fact.kind,
        "statement": fact.statement,
        "confidence": fact.confidence,
        "source": fact.source,
        "said": known.origin(fact),
        "channel": known.channels.get(fact.turn_id or "", ""),
        "turn": fact.turn_id,
        "quote": fact.quote,
        "read_in": fact.taint,
        "since": fact.created_at.isoformat(),
        "until": fact.ended_at.isoformat() if fact.ended_at else None,
    }
