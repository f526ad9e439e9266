"""Hard budgets: what a model call can cost at most is set aside before it goes out, and settled to what it did cost after.

Whoever has models called for a person (a turn, a background run) opens a `Spending`. The links of a chain find it in a context
variable, so that planner, workers and reflection are counted without being handed anything. A reservation is made under a lock on
the person's row: however many calls start at once, in however many processes, together they stay within the caps. Where only the
turn's tokens are capped nothing is written before its end, and what a crash interrupts is not counted. Knows no provider and no
channel.
"""

import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pydantic_ai.exceptions import ModelAPIError, ModelConnectionError, ModelRequestTimeout
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model

from app.clock import Clock
from app.config import Settings
from app.errors import BudgetSpent, StorageError
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories
from app.memory.repositories.reservations import Spent
from app.memory.repositories.usage import UsageDraft
from app.models.caps import Need, caps_of, check, starts
from app.models.prices import counted, counted_at_most
from app.models.request_size import RequestSize, tokens_of
from app.models.troubles import Failure

log = logging.getLogger(__name__)
MOST_OUTPUT = 8_192
_NOT_SENT = ("pool", "connect")
_NOTED_AGAIN = timedelta(minutes=1)  # that a model answers is written down no more often


@dataclass(slots=True)
class Call:
    """One model call: first what it can use at most, then what it did use. `held`: a reservation stands for it."""

    id: str
    role: str
    model: Model
    at: datetime
    input_tokens: int
    output_tokens: int
    cost: float
    held: bool = False
    seen: bool = False
    answered: bool = False
    written: bool = False

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.input_tokens + self.output_tokens

    def saw(self, response: ModelResponse) -> None:
        """Take what the provider reports. What it doesn't is estimated from the words; but a held call that broke off keeps all
        that was set aside, since nobody knows what it has cost."""
        usage, complete = response.usage, response.state == "complete"
        self.seen, self.answered = True, bool(response.parts)
        if complete and (usage.input_tokens or usage.output_tokens):
            self.input_tokens, self.output_tokens = usage.input_tokens, usage.output_tokens
            self.cost = counted(self.model, usage) if usage.cost is None else float(usage.cost)
        elif complete or not self.held:
            self._guess(tokens_of(response))

    def broke_off(self) -> None:
        """It failed or was cancelled before an answer was there."""
        if not self.seen and not self.held:
            self._guess(0)

    def cost_nothing(self, failure: BaseException) -> bool:
        """Whether it certainly did: the provider said no, or was never reached. A time-out is not certain."""
        if self.answered:
            return False
        if isinstance(failure, ModelConnectionError):
            return failure.phase in _NOT_SENT
        return isinstance(failure, ModelAPIError) and not isinstance(failure, ModelRequestTimeout)

    def draft(self) -> UsageDraft:
        """Its line in the book."""
        return UsageDraft(self.role, self.model.model_name, self.input_tokens, self.output_tokens, self.cost, self.at)

    def _guess(self, output_tokens: int) -> None:
        self.output_tokens = min(self.output_tokens, output_tokens)
        self.cost = _most(self.model, self.input_tokens, self.output_tokens)


class Budget:
    """The caps of a house, and the spendings under them."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        store: Repositories,
        *,
        clock: Clock,
        most_output: int = MOST_OUTPUT,
    ) -> None:
        """The caps are read from `settings` once. No answer is longer than `most_output` tokens."""
        self.caps = caps_of(settings)
        self.most_output = most_output
        self.database = database
        self.store = store
        self.clock = clock
        # A turn's tokens alone are its own process's business; anything else is shared, and outlives a crash.
        self.durable = any(cap.setting != "MAX_TURN_TOKENS" for cap in self.caps)
        self.monthly = any(cap.span == "month" for cap in self.caps)
        self._noted: dict[str, datetime] = {}

    @contextmanager
    def spends(self, user: User, turn_id: str, since: datetime) -> "Iterator[Spending]":
        """All model calls inside are this turn's, begun at `since`. Whoever settles the turn calls `write_down`."""
        spending = Spending(self, user, turn_id, since)
        token = _SPENDING.set(spending)
        try:
            yield spending
        finally:
            _SPENDING.reset(token)

    async def note(self, link: str, trouble: str = "") -> None:
        """Write down for who looks after the house that a model answered, or what its trouble was; a busy database costs the note alone."""
        now, states = self.clock.now(), self.store.model_states
        if not trouble and now - self._noted.get(link, now - _NOTED_AGAIN) < _NOTED_AGAIN:
            return
        try:
            await (states.failed(link, trouble, now) if trouble else states.answered(link, now))
        except StorageError:
            log.warning("state not written", extra={"event": "model.state_unwritten", "model": link})
        if trouble:
            self._noted.pop(link, None)
        else:
            self._noted[link] = now

    @asynccontextmanager
    async def background(self, user: User, run_id: str) -> "AsyncIterator[Spending]":
        """All model calls inside are this run's, and are written down at its end."""
        with self.spends(user, run_id, self.clock.now()) as spending:
            try:
                yield spending
            finally:
                if spending.calls:
                    async with self.database.transaction():
                        await spending.write_down()


@dataclass(slots=True)
class Spending:
    """What one turn (or background run) of one person spends. `parts` is how large its first request was, `refusal` why a
    call was not made, `failures` what was wrong with models that didn't answer, in order."""

    budget: Budget
    user: User
    turn_id: str
    since: datetime
    calls: list[Call] = field(default_factory=list)
    parts: dict[str, int] = field(default_factory=dict)
    refusal: BudgetSpent | None = None
    failures: list[Failure] = field(default_factory=list)
    took: dict[str, float] = field(default_factory=dict[str, float])  # seconds that each link was waited for

    @asynccontextmanager
    async def call(self, role: str, model: Model, size: RequestSize) -> AsyncIterator[Call]:
        """Around one model call. Raises BudgetSpent before anything goes out.

        A call that certainly cost nothing is given back; any other that fails is counted. One that is cancelled writes nothing
        any more: the turn's end does, and after a crash the reservation stands.
        """
        call = await self._reserved(role, model, size)
        self.parts = self.parts or size.parts
        self.calls.append(call)
        try:
            yield call
        except BaseException as failure:
            call.broke_off()
            if call.cost_nothing(failure):
                self.calls.remove(call)
                await self._kept(call, self._release(call))
            elif isinstance(failure, Exception):
                await self._kept(call, self._settle(call))
            raise
        await self._kept(call, self._settle(call))

    async def failed(self, failure: Failure) -> None:
        """A model didn't answer."""
        self.failures.append(failure)
        log.warning("model failed", extra={"event": "model.failed", "model": failure.link, "trouble": failure.trouble})
        await self.budget.note(failure.link, failure.trouble)

    async def answered(self, link: str) -> None:
        """A model did."""
        await self.budget.note(link)

    async def write_down(self) -> None:
        """Write what is not written yet, within the transaction of the turn's end; trying that again is harmless."""
        await self._write([call for call in self.calls if not call.written])

    def summary(self) -> dict[str, Any]:
        """For the turn's record: requests, input_tokens, output_tokens, cost, parts; empty when no model was paid."""
        if not self.calls:
            return {}
        return {
            "requests": len(self.calls),
            "input_tokens": sum(call.input_tokens for call in self.calls),
            "output_tokens": sum(call.output_tokens for call in self.calls),
            "cost": sum(call.cost for call in self.calls),
            "parts": self.parts,
        }

    async def _reserved(self, role: str, model: Model, size: RequestSize) -> Call:
        """The call, its most set aside. With caps on money a price is asked first; without, only a token count is needed."""
        budget = self.budget
        cost = _most(model, size.tokens, budget.most_output) if budget.durable else 0.0
        call = Call(uuid.uuid4().hex, role, model, budget.clock.now(), size.tokens, budget.most_output, cost)
        try:
            if budget.durable:
                await self._hold(call)
            else:
                self._check(call, Spent(turn_tokens=sum(call.tokens for call in self.calls)))
        except BudgetSpent as refusal:
            self.refusal = refusal
            log.info("over budget", extra={"event": "budget.spent", "turn": self.turn_id, "model": model.model_name})
            raise
        return call

    async def _hold(self, call: Call) -> None:
        """Look and set aside in one transaction that nobody else's for this person can come between."""
        budget, user_id, reservations = self.budget, self.user.id, self.budget.store.reservations
        day, month = starts(call.at, self.user.time_zone)
        since = min(self.since, month if budget.monthly else day)
        async with budget.database.transaction():
            await reservations.lock(user_id)
            spent = await reservations.spent(user_id, turn_id=self.turn_id, day=day, month=month, since=since)
            self._check(call, spent)
            await reservations.add(
                user_id,
                id=call.id,
                turn_id=self.turn_id,
                model=call.model.model_name,
                tokens=call.tokens,
                cost=call.cost,
                at=call.at,
            )
        call.held = True

    def _check(self, call: Call, spent: Spent) -> None:
        need = Need(call.model.model_name, call.tokens, call.cost)
        check(self.budget.caps, spent, need, call.at.astimezone(ZoneInfo(self.user.time_zone)))

    async def _release(self, call: Call) -> None:
        if call.held:
            await self.budget.store.reservations.remove(self.user.id, call.id)

    async def _settle(self, call: Call) -> None:
        """At once where others may wait for what was set aside; else with the turn."""
        if call.held:
            async with self.budget.database.transaction():
                await self._write([call])
            call.written = True

    async def _write(self, calls: Sequence[Call]) -> None:
        """Usage in place of reservations. One whose reservation is gone was written before."""
        store, user_id = self.budget.store, self.user.id
        kept = [call for call in calls if not call.held or await store.reservations.remove(user_id, call.id)]
        if kept:
            await store.usage.add_many(user_id, self.turn_id, [call.draft() for call in kept])

    async def _kept(self, call: Call, write: Awaitable[None]) -> None:
        """A database that is busy costs no answer that is here already: the turn's end writes, and until then it stays held."""
        try:
            await write
        except StorageError:
            log.warning("usage not written", extra={"event": "budget.not_written", "call": call.id})


_SPENDING: ContextVar[Spending | None] = ContextVar("spending", default=None)


def present_spending() -> Spending | None:
    """Whose budget a model call made here is; None where nobody is served (a measurement, a test)."""
    return _SPENDING.get()


def _most(model: Model, input_tokens: int, output_tokens: int) -> float:
    return counted_at_most(model, input_tokens=input_tokens, output_tokens=output_tokens)
