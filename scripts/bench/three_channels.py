#!/usr/bin/env python3
"""Eight people on three channels at once: messages a second and how long they wait for their answers, through the channels' own servers.

    three_channels.py [--seconds 40] [--pause 2.5] [--noisy]

The program is `python -m app serve` with the settings as they come, on SQLite, without a key: it reads the messages itself. Four people on
Telegram, two on WhatsApp, two on Slack; each writes, waits for the answer to stand in the chat, and writes again after the pause. `--noisy`:
one of Telegram's never waits, ten messages a second, and isn't in the figures. The servers are the tests' Bot API and Graph API (ours) and
`emulate` behind a front; looking whether an answer stands costs up to 0.02 s. With a shorter pause people meet MESSAGES_PER_MINUTE, and wait
for that. Prints a Markdown table.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.prove.hour.product import Installation, Typed
from scripts.prove.hour.sides.slack import slack
from scripts.prove.hour.sides.whatsapp import free_port
from tests.fakes.bot_api import TOKEN, Tester, bot_api_process
from tests.fakes.graph_api import GraphApiServer, graph_api
from tests.servers.emulate_slack import BEN_TOKEN

LOOK = 0.02
TELEGRAM, WHATSAPP = (7, 8, 9, 10), ("33612345678", "233201234567")


@dataclass
class Person:
    """`says` writes; `answers` counts what the program has said in their chat."""

    channel: str
    says: Callable[[str], Awaitable[Any]]
    answers: Callable[[], Awaitable[int]]
    times: list[float] = field(default_factory=list[float])

    async def asks(self, until: float, pause: float) -> None:
        """Write, wait, and again."""
        number = 0
        while time.monotonic() < until:
            before, began, number = await self.answers(), time.monotonic(), number + 1
            await self.says(f"how much is {number} plus {number}?")
            while await self.answers() == before:
                await asyncio.sleep(LOOK)
            self.times.append(time.monotonic() - began)
            await asyncio.sleep(pause)


def of_telegram(api: Tester) -> list[Person]:
    """Four people."""

    def one(number: int) -> Person:
        account = api.person(number, first_name=f"P{number}")

        async def count() -> int:
            return sum(bool(each.text) and "…" not in each.text for each in await api.said(number))

        return Person("Telegram", account.says, count)

    return [one(number) for number in TELEGRAM]


def of_whatsapp(api: GraphApiServer) -> list[Person]:
    """Two people."""

    def one(number: str) -> Person:
        account = api.person(f"P{number}", number, f"GH.{number}")

        async def says(text: str) -> int:
            return await api.webhooks.deliver(account.text(text))

        async def count() -> int:
            return len(account.sees)

        return Person("WhatsApp", says, count)

    return [one(number) for number in WHATSAPP]


def of_slack(side: Any) -> list[Person]:
    """Ana and Ben."""

    def one(who: Any) -> Person:
        async def count() -> int:
            return sum(shown.by_bot and "…" not in shown.text for shown in await who.chat())

        return Person("Slack", who.says, count)

    return [one(side), one(side.another(BEN_TOKEN))]


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[list[Person]]:
    """The program with its three channels, and the people who use it."""
    rng, port = Random(0), free_port(Random())
    async with bot_api_process() as bots, graph_api() as graph, slack(rng) as side:
        side.is_prompt()
        graph.webhooks.url = f"http://127.0.0.1:{port}/webhooks/whatsapp"
        world, people = graph.world, [*of_telegram(bots), *of_whatsapp(graph), *of_slack(side)]
        given = {
            **side.settings,
            "SLACK_JOINING_WINDOW": "",
            "OWNER_SLACK_USER_ID": "",  # everybody is a person of their own
            "ALLOWED_SLACK_USER_IDS": ",".join(side.accounts),
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": bots.url,
            "BRIEFING_CHAT_ID": str(TELEGRAM[0]),
            "ALLOWED_TELEGRAM_USER_IDS": ",".join(map(str, TELEGRAM)),
            "PORT": str(port),
            "WHATSAPP_ACCESS_TOKEN": world.token,
            "WHATSAPP_PHONE_NUMBER_ID": world.number_id,
            "WHATSAPP_APP_SECRET": world.app_secret,
            "WHATSAPP_VERIFY_TOKEN": world.verify_token,
            "WHATSAPP_API_URL": graph.url,
            "ALLOWED_WHATSAPP_NUMBERS": ",".join(f"+{number}" for number in WHATSAPP),
        }
        product = Typed(Installation(folder, {name: value for name, value in given.items() if value}))
        await product.start()
        try:
            async with asyncio.timeout(90):
                while not (await side.is_listening() and (await bots.state())["polling"] and await _hooked(graph)):
                    await asyncio.sleep(0.1)
            yield people
        finally:
            await product.end()


async def _hooked(graph: GraphApiServer) -> bool:
    try:
        return await graph.webhooks.verify("42") == "42"
    except OSError:
        return False


def row(name: str, times: list[float], seconds: float) -> str:
    """One line of the table."""
    ordered = sorted(times) or [0.0]
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    told = (
        f"{len(times) / seconds:.1f}",
        f"{statistics.median(ordered):.2f} s",
        f"{p95:.2f} s",
        f"{ordered[-1]:.2f} s",
    )
    return f"| {name} | {len(times)} | {' | '.join(told)} |"


async def floods(person: Person, until: float) -> None:
    """Write without waiting."""
    number = 0
    while time.monotonic() < until:
        number += 1
        await person.says(f"and another thing, {number}")
        await asyncio.sleep(0.1)


async def main(seconds: float, pause: float, *, noisy: bool) -> None:
    """Measure once."""
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder)) as people:
            await asyncio.gather(*(person.asks(time.monotonic() + 0.1, 0.0) for person in people))  # everybody is known
            asking = people[1:] if noisy else people
            for person in people:
                person.times.clear()
            until = time.monotonic() + seconds
            flood = [floods(people[0], until)] if noisy else []
            await asyncio.gather(*flood, *(person.asks(until, pause) for person in asking))
    print("| | answers | a second | median | p95 | worst |\n|---|---|---|---|---|---|")
    for channel in dict.fromkeys(person.channel for person in asking):
        print(row(channel, [one for person in asking if person.channel == channel for one in person.times], seconds))
    print(row("all", [one for person in asking for one in person.times], seconds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--pause", type=float, default=2.5)
    parser.add_argument("--noisy", action="store_true")
    options = parser.parse_args()
    asyncio.run(main(options.seconds, options.pause, noisy=options.noisy))
