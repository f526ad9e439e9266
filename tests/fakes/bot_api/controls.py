"""The verbs of a test: what people do, what is to go wrong, and what there is to see. JSON in, JSON out.

The same verbs serve a test in this process and, at `/_test/<verb>`, one in another.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.fakes.bot_api.faults import Fault
from tests.fakes.bot_api.people import People
from tests.fakes.bot_api.web import WebServer
from tests.fakes.bot_api.world import World

LONGEST_WAIT = 60.0
ANSWER_SECONDS = 0.02  # for the answer to whoever ordered an outage over HTTP
PEOPLE = ("meet", "say", "post", "send", "album", "edit", "remove", "tap", "block", "unblock", "tell")


class Controls:
    """One world's levers."""

    def __init__(self, world: World, web: WebServer) -> None:
        self.world = world
        self.web = web
        self.returning: asyncio.Task[None] | None = None
        people = People(world)
        own: tuple[Callable[..., Any], ...] = (
            self.chat, self.chats, self.calls, self.queries, self.actions, self.state, self.changes, self.order,
            self.clear_faults, self.limit, self.revoke, self.restore, self.expire_queries, self.redeliver, self.repeat, self.shuffle,
            self.outage, self.hold, self.release,
        )  # fmt: skip
        self.verbs = {name: getattr(people, name) for name in PEOPLE} | {verb.__name__: verb for verb in own}

    async def do(self, verb: str, arguments: dict[str, Any]) -> Any:
        """Carry out one verb."""
        if verb not in self.verbs:
            raise LookupError(f"no such verb: {verb}")
        done = self.verbs[verb](**arguments)
        return await done if asyncio.iscoroutine(done) else done

    async def stop(self) -> None:
        """End what is still to happen."""
        if self.returning is not None:
            self.returning.cancel()
            await asyncio.gather(self.returning, return_exceptions=True)

    def chat(self, chat_id: int) -> list[dict[str, Any]]:
        """Every message of a chat, the deleted ones too."""
        found = self.world.chats.get(chat_id)
        return [stored.shown() for stored in found.messages.values()] if found else []

    def chats(self) -> list[dict[str, Any]]:
        """All chats."""
        return [chat.about | {"blocked": chat.blocked} for chat in self.world.chats.values()]

    def calls(self, *, method: str = "", since: int = 0) -> list[dict[str, Any]]:
        """What the bot called, in order, with times of the monotonic clock; `since` skips so many of all calls."""
        return [call for call in self.world.calls[since:] if not method or call["method"].lower() == method.lower()]

    def queries(self) -> dict[str, Any]:
        """Taps by their id, each with its answer or null."""
        return {name: query.answer for name, query in self.world.queries.items()}

    def actions(self, chat_id: int) -> list[Any]:
        """When which "typing" and the like was shown in a chat."""
        return list(self.world.chats[chat_id].actions) if chat_id in self.world.chats else []

    def state(self) -> dict[str, Any]:
        """Counts, what waits, what this server was asked for and does not imitate."""
        updates = self.world.updates
        return {
            "revision": self.world.revision,
            "calls": len(self.world.calls),
            "asked": sum(call["method"].lower() != "getupdates" for call in self.world.calls),
            "connections": len(self.web.connections),
            "polling": updates.poll is not None,
            "waiting": updates.waiting,
            "handed": {str(number): at for number, at in updates.handed.items()},
            "faults_left": len(self.world.faults.ordered),
            "faults_met": self.world.faults.met,
            "rate_limited": dict(self.world.limits.refused),
            "commands": self.world.commands,
            "gaps": self.world.gaps,
        }

    async def changes(self, *, after: int, seconds: float) -> int:
        """Wait for something new to see; the revision it has."""
        return await self.world.changes(after, min(seconds, LONGEST_WAIT))

    def order(self, **fault: Any) -> None:
        """Order a fault (see `Fault`)."""
        self.world.faults.ordered.append(Fault(**fault))

    def clear_faults(self) -> None:
        """Forget what was ordered and has not happened."""
        self.world.faults.ordered.clear()

    def limit(self, *, enabled: bool = True, **numbers: float) -> None:
        """Switch the rate limits."""
        limits = self.world.limits
        limits.enabled = enabled
        for name in ("per_chat", "burst", "overall"):
            setattr(limits, name, numbers.get(name, getattr(limits, name)))
        limits.buckets.clear()

    def revoke(self) -> None:
        """Make the token worthless; an open poll ends with 401 too."""
        self.world.revoke()

    def restore(self) -> None:
        """Make the first token valid again."""
        self.world.restore()

    def expire_queries(self) -> None:
        """Make every open tap too old to be answered."""
        for query in self.world.queries.values():
            query.expired = True

    def redeliver(self, *, update_id: int) -> None:
        """Hand an update out once more, acknowledged or not."""
        self.world.updates.repeat(update_id)

    def repeat(self, *, times: int) -> None:
        """Hand each of the next so many updates out twice."""
        self.world.updates.repeats = times

    def shuffle(self, *, order: list[int] | None = None) -> None:
        """Turn the waiting updates around, or put them into the given order of ids."""
        waiting = self.world.updates.waiting
        if order is None:
            waiting.reverse()
        else:
            waiting.sort(key=lambda update: order.index(update["update_id"]))

    def hold(self) -> None:
        """Keep new updates back."""
        self.world.updates.held = True

    def release(self) -> None:
        """Hand out what was kept back."""
        self.world.updates.release()

    async def outage(self, *, seconds: float) -> None:
        """Be unreachable for a while: connections break and are refused."""
        self.returning = asyncio.create_task(self.be_away(seconds))

    async def be_away(self, seconds: float) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        await self.web.stop()
        await asyncio.sleep(seconds)
        await self.web.start()
