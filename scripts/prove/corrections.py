#!/usr/bin/env python3
"""Hundreds of statements that are corrected later: is the old value ever answered again, and is it still there as what was before?

Each person states a handful of things in chat and corrects them, in many shapes, through the whole house with the offline model: as orders
to remember, in passing, with chatter around them. Then each thing is asked, and the old value must stand neither in the answer, nor among
what the prompt says of the user, nor in what a search of facts finds; and it must be shown when it is asked what was before. What is said
comes from a seed.

    corrections.py [--engine sqlite|postgres|both] [--postgres URL] [--corrections 500] [--seed 1] [--show]

Prints a line an engine; exit code 1 when anything stale was answered, a new value was missed, or a history was lost.
"""

import argparse
import asyncio
import logging
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.portrait import portrait
from scripts.prove.engines import engines_of, storage_of
from tests.house import open_house, tell

START = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
A_PERSON = 12  # corrections of one person


@dataclass(frozen=True)
class Topic:
    """One thing that can be stated and corrected; `{v}` is the value, `{o}` the one before it."""

    name: str
    values: tuple[str, ...]
    stated: tuple[str, ...]
    corrected: tuple[str, ...]
    asked: tuple[str, ...]


_TOWNS = tuple("Accra Kumasi Tema Tamale Cape_Coast Ho Sunyani Takoradi Lisbon Porto Berlin Lagos".split())
_FIRMS = tuple("Acme Vodafone Korle_Bu Ecobank Melcom Unilever Kasapreko Hollard".split())
_NAMES = tuple("Kojo Ama Efua Yaw Adjoa Kofi Esi Nana Abena Kwesi".split())
TOPICS: tuple[Topic, ...] = (
    Topic(
        "home",
        _TOWNS,
        (
            "I live in {v}",
            "we live in {v}",
            "I'm based in {v}",
            "I moved to {v}",
            "I am living in {v}",
            "I currently live in {v}",
        ),
        (
            "I moved to {v}",
            "I live in {v} now",
            "actually I live in {v}",
            "we've just moved to {v}",
            "I don't live in {o} any more, I live in {v}",
            "I live in {v}, not {o}",
            "I no longer live in {o}. I live in {v}",
            "I've relocated to {v}",
        ),
        ("where do I live?", "which city do I live in?", "where am I living?"),
    ),
    Topic(
        "work",
        _FIRMS,
        ("I work at {v}", "I work for {v}", "I'm working at {v}"),
        (
            "I work at {v} now",
            "I changed jobs and now work at {v}",
            "I got a new job at {v}",
            "I no longer work at {o}, I work at {v}",
            "I now work for {v}",
            "I work for {v} instead of {o}",
        ),
        ("where do I work?", "who do I work for?", "what's my job?"),
    ),
    Topic(
        "name",
        _NAMES,
        ("my name is {v}", "call me {v}", "my name's {v}"),
        ("actually, call me {v}", "my name is {v} now", "please call me {v}", "my name is {v}, not {o}"),
        ("what's my name?", "what am I called?"),
    ),
    *(
        Topic(
            f"favourite {thing}",
            values,
            (f"my favourite {thing} is {{v}}", f"{{v}} is my favourite {thing}"),
            (
                f"my favourite {thing} is {{v}} now",
                f"actually my favourite {thing} is {{v}}",
                f"my favourite {thing} is {{v}}, not {{o}}",
                f"my new favourite {thing} is {{v}}",
                f"{{v}} is my favourite {thing} now",
            ),
            (f"what's my favourite {thing}?", f"what is my favourite {thing}?"),
        )
        for thing, values in (
            ("colour", tuple("teal green blue red purple orange".split())),
            ("food", tuple("waakye jollof banku fufu kenkey sushi".split())),
            ("team", tuple("Arsenal Hearts Kotoko Chelsea Benfica".split())),
        )
    ),
    *(
        Topic(
            f"{kin}'s home",
            _TOWNS,
            (f"my {kin} lives in {{v}}", f"my {kin} is living in {{v}}"),
            (f"my {kin} moved to {{v}}", f"my {kin} lives in {{v}} now", f"my {kin} has moved to {{v}}"),
            (f"where does my {kin} live?",),
        )
        for kin in ("sister", "brother", "mother")
    ),
    Topic(
        "sister's name",
        _NAMES,
        ("my sister's name is {v}", "my sister is called {v}"),
        ("my sister's name is {v} now", "actually my sister's name is {v}", "my sister's name is {v}, not {o}"),
        ("what's my sister's name?",),
    ),
    Topic(
        "phone number",
        tuple(f"0{number}" for number in range(241111111, 241111199, 11)),
        ("my phone number is {v}",),
        ("my new phone number is {v}", "my phone number is {v} now", "actually my phone number is {v}"),
        ("what's my phone number?",),
    ),
    Topic(
        "car",
        tuple("Toyota Kia Ford Honda Mazda Nissan".split()),
        ("my car is a {v}",),
        ("my new car is a {v}", "my car is a {v} now", "actually my car is a {v}", "my car is a {v}, not a {o}"),
        ("what's my car?", "what is my car?"),
    ),
    Topic(
        "age",
        tuple(str(number) for number in range(31, 60, 3)),
        ("I'm {v}", "I am {v} years old", "I'm {v} years old"),
        ("I just turned {v}", "I'm {v} now", "I turned {v}", "actually I'm {v} years old"),
        ("how old am I?", "what's my age?"),
    ),
)
# Round what is stated: an order, chatter, nothing.
ROUND = (
    "{said}",
    "{said}.",
    "remember that {said}",
    "What a week it was! {said}.",
    "Hey! {said}.",
    "by the way, {said}",
    "{said}. The rain has not stopped since noon.",
    "just so you know, {said}",
)


@dataclass
class Line:
    """One thing of one person's life: what it was, what it is, and how it is asked."""

    topic: Topic
    values: list[str]
    said: list[str] = field(default_factory=list)


@dataclass
class Came:
    """What a proof came to; each complaint with what was said."""

    corrections: int = 0
    stale: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


async def prove(storage: dict[str, Any], *, corrections: int, seed: int) -> Came:
    """Lives of as many people as it takes, one after the other, each in a house of their own on the same engine."""
    came, chance = Came(), random.Random(seed)
    while came.corrections < corrections:
        lines = list(_life(chance, min(A_PERSON, corrections - came.corrections)))
        folder = Path(storage["data_dir"]) / str(came.corrections)
        clock = ManualClock(START)
        settings = Settings(**{**storage, "data_dir": folder})
        async with open_house(folder, settings=settings, clock=clock) as house:
            await _live(house, lines, chance)
            for line in lines:
                await _check(house, line, came, chance)
            await _clear(house)
    return came


def _life(chance: random.Random, corrections: int) -> Iterator[Line]:
    """Different things, each stated once and corrected once or twice."""
    topics = chance.sample(TOPICS, len(TOPICS))
    while corrections > 0 and topics:
        times = min(chance.choice((1, 1, 2)), corrections)
        topic = topics.pop()
        corrections -= times
        yield Line(topic, [value.replace("_", " ") for value in chance.sample(topic.values, times + 1)])


async def _live(house: Services, lines: list[Line], chance: random.Random) -> None:
    """Say all of it, what is corrected after what it corrects and otherwise in any order."""
    order = [line for line in lines for _ in line.values]
    chance.shuffle(order)
    for line in order:
        number = len(line.said)
        shape = chance.choice(line.topic.corrected if number else line.topic.stated)
        said = shape.format(v=line.values[number], o=line.values[number - 1])
        frame = chance.choice(ROUND)
        line.said.append(frame.format(said=said))
        await tell(house, line.said[-1])
        assert isinstance(house.clock, ManualClock)
        house.clock.advance(timedelta(minutes=chance.randint(3, 300)))


async def _check(house: Services, line: Line, came: Came, chance: random.Random) -> None:
    """Ask, look at the prompt and at the search, and ask what was before."""
    user_id, new, old = house.owner.id, line.values[-1], line.values[:-1]
    came.corrections += len(old)
    question = chance.choice(line.topic.asked)
    answer = (await tell(house, question)).text
    told = f"{' | '.join(line.said)} | {question} → {answer}"
    if not _holds(answer, new):
        came.missed.append(told)
    facts = await house.store.facts.current(user_id)
    mine = [fact for fact in facts if fact.key == line.topic.name]
    places = [answer, *(fact.statement for fact in mine)]
    about = {fact.id for fact in await house.store.facts.history(user_id, line.topic.name)}
    for value in old:
        found = await house.resources.recall.search(user_id, value, kinds=("fact",), limit=20)
        places += [hit.text for hit in found.hits if int(hit.owner_id) in about]
    shown = await portrait(house.store, user_id)
    gone = [
        fact.statement
        for fact in await house.store.facts.history(user_id, line.topic.name)
        if fact.ended_at is not None
    ]
    live = {fact.statement for fact in facts}
    places += [part for part in shown.splitlines() if part.removeprefix("- ") in set(gone) - live]
    came.stale += [
        f"{told} (“{place}”)" for place in places for value in old if _holds(place, value) and not _denies(place, value)
    ]
    if len([fact for fact in await house.store.facts.history(user_id, line.topic.name) if fact.ended_at]) < len(old):
        came.lost.append(told)


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) is not None


def _denies(text: str, value: str) -> bool:
    """ "I don't live in Accra any more" is the truth."""
    return re.search(rf"\b(?:don['’]t|no longer|not)\b.*{re.escape(value)}", text, re.IGNORECASE) is not None


async def _clear(house: Services) -> None:
    """Leave nothing to the next person where they share a database."""
    facts = await house.store.facts.everything(house.owner.id)
    await house.store.facts.erase(house.owner.id, [fact.id for fact in facts])


def main() -> int:
    """0 when nothing stale was answered."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="sqlite")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--corrections", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    well = True
    for engine in engines_of(options.engine):
        with storage_of(engine, options.postgres) as storage:
            came = asyncio.run(prove(storage, corrections=options.corrections, seed=options.seed))
        print(
            f"{engine}: {came.corrections} corrections, {len(came.stale)} stale, {len(came.missed)} not answered, {len(came.lost)} without history"
        )
        for name in ("stale", "missed", "lost") if options.show else ():
            for complaint in getattr(came, name):
                print(f"  {name}: {complaint}")
        well = well and not (came.stale or came.missed or came.lost)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
