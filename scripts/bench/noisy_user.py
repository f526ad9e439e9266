#!/usr/bin/env python3
"""Whether one noisy user delays the others: answer times of seven people with and without an eighth who never stops writing.

    noisy_user.py [--seconds 30] [--a-second 10]

One house in this process, on SQLite, with the settings as they come. Eight people on three channels (Telegram, WhatsApp and Slack, as the
core sees them: nothing of a vendor's is in the figures). The model is ours and takes 0.1 seconds; the seven ask once in two seconds each.
Prints a Markdown table.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
import uuid
from datetime import timedelta
from pathlib import Path

from pydantic_ai.messages import ModelMessage, ModelResponse

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from app.bootstrap.services import Services  # noqa: E402 - the repository has to be on the path first
from app.conversation.pace import TOO_FAST  # noqa: E402
from app.messages import InboundMessage  # noqa: E402
from tests.house import open_house, says, scripted, settings_in  # noqa: E402

CHANNELS = ("telegram", "whatsapp", "slack")
PEOPLE, PAUSE, THINKING = 8, 2.0, 0.1


async def answer(_: list[ModelMessage]) -> ModelResponse:
    """What the model says."""
    await asyncio.sleep(THINKING)
    return says("There you are.")


async def receive(house: Services, number: int, text: str) -> str:
    """One message of one person; its number in the inbox."""
    message = InboundMessage(
        f"person{number}", CHANNELS[number % 3], uuid.uuid4().hex, text, house.clock.now(), address=f"D{number}"
    )
    return (await house.conversation.receive(message)).inbox_id


async def asks(house: Services, number: int, until: float, times: list[float]) -> None:
    """Somebody who waits for their answers."""
    await asyncio.sleep(PAUSE * number / PEOPLE)
    while time.monotonic() < until:
        began = time.monotonic()
        inbox_id = await receive(house, number, "sing me an aria")
        await house.conversation.answer(f"person{number}", inbox_id, timeout=120)
        times.append(time.monotonic() - began)
        await asyncio.sleep(PAUSE)


async def floods(house: Services, until: float, a_second: float) -> int:
    """Somebody who doesn't; how many messages that were."""
    sent = 0
    while time.monotonic() < until:
        await receive(house, 0, f"and another thing, {sent}")
        sent += 1
        await asyncio.sleep(1 / a_second)
    return sent


async def run(seconds: float, a_second: float, *, noisy: bool) -> tuple[list[float], int, str]:
    """One measurement: the others' times, how much the noisy one sent, and what became of that."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder), turn_timeout=timedelta(seconds=60))
        async with open_house(Path(folder), settings=settings, model=scripted(answer)) as house:
            for number in range(PEOPLE):
                await house.store.users.add(
                    f"person{number}",
                    name="",
                    time_zone="UTC",
                    zone_source="setting",
                    locale="en-GB",
                    at=house.clock.now(),
                )
            until = time.monotonic() + seconds
            others = [asks(house, number, until, times) for number in range(1, PEOPLE)]
            sent, *_ = await asyncio.gather(*([floods(house, until, a_second)] if noisy else []), *others)
            began = time.monotonic()
            await house.conversation.drain()
            waited = time.monotonic() - began
            if not noisy:
                return times, 0, ""
            turns = len(await house.store.turns.recent("person0", 1000))
            rows = await house.database.fetch("SELECT status FROM inbox WHERE user_id = $1", "person0")
            done = sum(row["status"] == "done" for row in rows)
            told = await house.store.outbox.after("person0", CHANNELS, 0, 1000)
            slow = sum(entry.body["text"] == TOO_FAST for entry in told)
            fate = (
                f"{done} of {sent} answered in {turns} turns, the last {waited:.1f} s after the end; told {slow} times"
            )
            return times, int(sent), fate


def row(name: str, times: list[float], seconds: float) -> str:
    """One line of the table."""
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"| {name} | {len(times)} | {len(times) / seconds:.1f} | {statistics.median(times):.2f} s | {p95:.2f} s | {ordered[-1]:.2f} s |"


async def main(seconds: float, a_second: float) -> None:
    """Both, one after the other."""
    print("| the others' answers | how many | a second | median | p95 | worst |\n|---|---|---|---|---|---|")
    quiet, _, _ = await run(seconds, a_second, noisy=False)
    print(row("without the noisy one", quiet, seconds))
    noisy, sent, fate = await run(seconds, a_second, noisy=True)
    print(row(f"beside one who sends {sent / seconds:.1f} a second", noisy, seconds))
    print(f"\nThe noisy one: {fate}.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--a-second", type=float, default=10.0)
    given = parser.parse_args()
    asyncio.run(main(given.seconds, given.a_second))
