#!/usr/bin/env python3
"""Hundreds of compactions of conversations in which facts were stated and corrected: is every fact still answerable after each?

Each conversation is one person's, spoken through the whole house with the offline model; what is stated comes from a seed. The running
summary is made every few turns. After each compaction everything stated so far is looked up in what the house would answer from
(facts that hold, search) and nothing that was corrected may stand in the summary as it is shown or among the facts. At the end of each
conversation everything is asked outright, as its user would. The mini model behind is none, a lossy one, a liar, a broken one, in turn.

    compaction.py [--engine sqlite|postgres|both] [--postgres URL] [--compactions 500] [--seed 1]

Postgres needs the URL of an empty database, or the development environment, which brings one. Prints a table; exit code 1 when a fact
was lost, a corrected one came back, or a lie stands in a summary.
"""

import argparse
import asyncio
import json
import logging
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.models import build_models
from app.bootstrap.services import Services, build_services
from app.clock import ManualClock
from app.config import Settings
from app.learning.portrait import portrait
from app.learning.summaries import summarise_due
from app.messages import InboundMessage
from scripts.prove.engines import engines_of, storage_of
from tests.house import FixedModels, says, scripted

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
SUMMARY_AFTER = 20  # messages: a compaction every few turns
OF_ONE_CONVERSATION = 25
LIE = "Zanzibar"
ROLES = (
    "dentist barber landlord plumber mechanic tailor accountant gardener neighbour teacher coach doctor vet lawyer cleaner baker "
    "butcher electrician carpenter nurse optician florist tutor driver librarian manager"
).split()
SAID_PLAINLY = frozenset(
    "dentist landlord neighbour teacher coach doctor manager".split()
)  # the others are told to be kept
THINGS = (
    "locker code,bike lock number,shoe size,blood type,favourite colour,gym card number,parking space,passport number,coffee order,"
    "desk number,bus line,wifi name,house number,lucky number,jersey number,membership number,safe word,door code,seat number,team name"
).split(",")
NAMES = (
    "Kofi Ama Yaw Esi Kwame Akua Kojo Abena Kwabena Adjoa Fiifi Araba Nii Naa Selorm Dzifa Elikem Mawuli Edem Sena Bilal Rahina"
).split()
SMALL_TALK = ("what time is it?", "thanks!", "how are you?", "what is 12 times 4?", "good morning", "that's nice", "ok")
Script = Callable[[list[ModelMessage]], ModelResponse]


@dataclass(frozen=True)
class Told:
    """One thing stated: the words, what asks for it, and what an answer holds; `old` is what it corrected."""

    said: str
    about: str
    question: str
    value: str
    old: str = ""
    asked: bool = True  # the offline model knows how to be asked for it


@dataclass
class Came:
    """What a run came to."""

    compactions: int = 0
    stated: int = 0
    checks: int = 0
    questions: int = 0
    lost: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    lies: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether anything went wrong."""
        return bool(self.lost or self.stale or self.lies)


def stated_by(chance: random.Random) -> Iterator[Told]:
    """What one person states, one thing after the other; some of it is corrected later."""
    subjects = [*(("role", role) for role in ROLES), *(("thing", thing) for thing in THINGS)]
    subjects += [("note", f"{thing} of the {role}") for thing, role in zip(THINGS, ROLES, strict=False)]
    chance.shuffle(subjects)
    before: list[Told] = []
    for number, (kind, subject) in enumerate(subjects):
        told = _told(kind, subject, f"{chance.choice(NAMES)}{number}x")
        before.append(told)
        yield told
        if number % 4 == 3:
            first = chance.choice([one for one in before if one.asked])
            again = _told(
                "role" if "called" in first.said else "thing", first.about, f"{chance.choice(NAMES)}{number}y"
            )
            before = [again if one is first else one for one in before]
            yield replace(again, old=first.value)


def _told(kind: str, subject: str, value: str) -> Told:
    if kind == "role":
        keep = "M" if subject in SAID_PLAINLY else "remember that m"
        return Told(f"{keep}y {subject} is called {value}", subject, f"what is my {subject} called?", value)
    if kind == "thing":
        return Told(f"remember that my {subject} is {value}", subject, f"what is my {subject}?", value)
    return Told(f"note: {subject}: {value}", f"{subject}", f"find my notes about {subject}", value, asked=False)


def _lossy(_: list[ModelMessage]) -> ModelResponse:
    return says('{"lines": []}')


def _liar(messages: list[ModelMessage]) -> ModelResponse:
    """Says of every turn what it says, with another value."""
    shown = str(messages[0].parts[0].content)  # type: ignore[union-attr]
    turns = re.findall(r'<turn number="(\d+)"[^>]*>\nuser: ([^\n]*)', shown)
    lines = [
        {"section": "people", "text": re.sub(r"\w+\d+[xy]", LIE, said)[:190], "turns": [int(number)]}
        for number, said in turns
        if re.search(r"\w+\d+[xy]", said)
    ]
    return says(json.dumps({"lines": lines}))


def _broken(_: list[ModelMessage]) -> ModelResponse:
    return says('{"lines": [{"section": 5, "text": ' + "[" * 200)


def _gone(_: list[ModelMessage]) -> ModelResponse:
    raise ConnectionError


BEHIND: dict[str, Script | None] = {"none": None, "lossy": _lossy, "liar": _liar, "broken": _broken, "gone": _gone}


class Conversation:
    """One person's talk with one house."""

    def __init__(self, house: Services, user_id: str, came: Came) -> None:
        self._house = house
        self._user_id = user_id
        self._came = came
        self._holds: dict[str, Told] = {}

    async def go_on(self, chance: random.Random, compactions: int) -> None:
        """Talk until there were so many compactions, then ask for everything."""
        for told in stated_by(chance):
            await self._state(told)
            for _ in range(chance.randint(0, 2)):
                await self._say(chance.choice(SMALL_TALK))
            done, _ = await summarise_due(self._house.study)
            if done:
                self._came.compactions += done
                compactions -= 1
                await self._check()
            if compactions <= 0:
                break
        for told in list(self._holds.values()):
            await self._ask(told)

    async def _state(self, told: Told) -> None:
        self._came.stated += 1
        self._holds[told.about] = told
        await self._say(told.said)

    async def _say(self, text: str) -> str:
        house, clock = self._house, self._house.clock
        assert isinstance(clock, ManualClock)
        clock.advance(timedelta(minutes=1))
        message = InboundMessage(self._user_id, "cli", f"{clock.now()}", text, clock.now())
        receipt = await house.conversation.receive(message)
        return (await house.conversation.answer(self._user_id, receipt.inbox_id, timeout=60)).text

    async def _check(self) -> None:
        """Everything stated is still there to be answered from, and nothing that was corrected is."""
        store, recall = self._house.store, self._house.resources.recall
        facts = "\n".join(fact.statement for fact in await store.facts.current(self._user_id))
        shown = str((await self._house.resources.histories.load(self._user_id))[:1])
        known = await portrait(store, self._user_id)
        for told in self._holds.values():
            self._came.checks += 1
            hits = await recall.search(self._user_id, told.about, limit=10)
            if told.value not in facts and not any(told.value in hit.text for hit in hits.hits):
                self._came.lost.append(told.said)
            if told.old and told.old in f"{facts}\n{known}\n{shown if '<summary>' in shown else ''}":
                self._came.stale.append(f"{told.old} (now {told.value})")
        if LIE in shown:
            self._came.lies.append(shown[:200])

    async def _ask(self, told: Told) -> None:
        self._came.questions += 1
        answer = await self._say(told.question)
        if told.value not in answer:
            self._came.lost.append(f"{told.question} {answer[:120]!r}, not {told.value}")
        if told.old and told.old in answer:
            self._came.stale.append(f"{told.question} {answer[:120]!r}")


async def prove(settings: dict[str, Any], behind: Script | None, compactions: int, seed: int) -> Came:
    """So many compactions in one house."""
    came, chosen = Came(), Settings(**settings, summary_after=SUMMARY_AFTER)
    offline = build_models(chosen).offline
    models = FixedModels(offline, offline, behind=scripted(behind) if behind else None)
    house = await build_services(chosen, models=models, clock=ManualClock(NOON))
    try:
        number = 0
        while came.compactions < compactions:
            user_id, number = f"person{number}", number + 1
            await house.store.users.add(
                user_id, name="", time_zone="UTC", zone_source="setting", locale="en", at=house.clock.now()
            )
            left = min(OF_ONE_CONVERSATION, compactions - came.compactions)
            await Conversation(house, user_id, came).go_on(random.Random(f"{seed}:{number}"), left)
    finally:
        await house.close()
    return came


def main() -> int:
    """0 when nothing is lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="sqlite")
    parser.add_argument("--postgres", default="")
    parser.add_argument("--compactions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    print(
        "| engine | mini model | compactions | stated | looked up | asked | lost | stale | lies |\n|---|---|---|---|---|---|---|---|---|"
    )
    failed = False
    for engine in engines_of(options.engine):
        for name, behind in BEHIND.items():
            with storage_of(engine, options.postgres) as settings:
                came = asyncio.run(prove(settings, behind, options.compactions // len(BEHIND), options.seed))
            failed |= came.failed
            counts = (came.compactions, came.stated, came.checks, came.questions)
            wrong = (len(came.lost), len(came.stale), len(came.lies))
            print(f"| {engine} | {name} | {' | '.join(f'{count:,}' for count in (*counts, *wrong))} |", flush=True)
            for line in [*came.lost, *came.stale, *came.lies][:10]:
                print(f"  {line}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
