#!/usr/bin/env python3
"""How long a chat waits for the bot, apart from the model and from Telegram. Prints a Markdown table.

    telegram.py [--messages 40] [--python .venv/bin/python]

Three processes as in real life: the server started as a user would, the Bot API server of the tests, and a model on loopback that
says when its words left. All times are of one machine's monotonic clock, read by the Bot API server when it hands out an update and
when a call reaches it, so Telegram's own time and the network's are not in them. The cost of a bare call is of the same run.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from scripts.bench.message import server, wait_for  # noqa: E402 - the repository has to be on the path first
from scripts.bench.mock_model import MockModel, events  # noqa: E402
from tests.fakes.bot_api import TOKEN, Tester, bot_api_process  # noqa: E402

ANA = 1001
SENTENCE = "what is on my shopping list?"
MODEL_PORT, SERVER_PORT = 18481, 18482
Row = tuple[str, str, str]


class TimedModel(MockModel):
    """The mock model, which writes down when a request came and when its first and last words left, and may take its time."""

    def __init__(self) -> None:
        super().__init__()
        self.pause = 0.0
        self.times: list[tuple[float, float, float]] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """One request; only streams are asked for."""
        if scope["type"] != "http":
            return
        while (await receive()).get("more_body"):
            continue
        began = time.monotonic()
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        first = 0.0
        for event in events(None):
            await asyncio.sleep(self.pause)
            first = first or time.monotonic()
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        self.times.append((began, first, time.monotonic()))


@contextlib.asynccontextmanager
async def timed_model() -> AsyncIterator[TimedModel]:
    """The model, on its port."""
    model = TimedModel()
    serving = uvicorn.Server(uvicorn.Config(model, port=MODEL_PORT, log_level="warning", lifespan="off"))
    task = asyncio.create_task(serving.serve())
    await asyncio.to_thread(wait_for, f"http://127.0.0.1:{MODEL_PORT}/")
    try:
        yield model
    finally:
        serving.should_exit = True
        await task


@contextlib.contextmanager
def bot(python: str, api: Tester, **settings: str) -> Iterator[None]:
    """The product with a bot, ready."""
    given = {
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": api.url,
        "BRIEFING_CHAT_ID": str(ANA),
        "MESSAGES_PER_MINUTE": "1000",
        "EMBEDDER": "none",
        **settings,
    }
    with server(python, SERVER_PORT, f"http://127.0.0.1:{MODEL_PORT}", **given):
        wait_for(f"http://127.0.0.1:{SERVER_PORT}/health")
        yield


async def asked(api: Tester, text: str, *, rest: float = 0.4) -> tuple[float, list[dict[str, Any]]]:
    """Say something and wait until all is said: when it was handed to the bot, and what the bot called since."""
    before = (await api.state())["calls"]
    update = await api.person(ANA).says(text)
    await api.until_said(ANA, "", after=update["message"]["message_id"], seconds=30)
    await finished(api, before, rest)
    handed = (await api.state())["handed"][str(update["update_id"])]
    return handed, await api.calls(since=before)


async def finished(api: Tester, since: int, rest: float) -> None:
    """Until nothing that shows words was called for `rest` seconds."""
    seen, changed = 0, time.monotonic()
    while not seen or time.monotonic() - changed < rest:
        await asyncio.sleep(0.05)
        shown = [call for call in await api.calls(since=since) if call["parameters"].get("text", "…") != "…"]
        if len(shown) != seen:
            seen, changed = len(shown), time.monotonic()


def first(calls: list[dict[str, Any]], *methods: str, words: bool = False) -> float:
    """When the first such call reached Telegram; `words`: one with more than a placeholder."""
    return next(
        call["at"] for call in calls if call["method"] in methods and (not words or call["parameters"]["text"] != "…")
    )


def last(calls: list[dict[str, Any]]) -> float:
    """When the last call that shows something reached Telegram."""
    return max(call["at"] for call in calls if call["method"] in ("sendMessage", "editMessageText"))


async def measure(python: str, count: int) -> list[Row]:
    """Everything, in one run."""
    rows: list[Row] = []
    async with bot_api_process() as api, timed_model() as model:
        await api.person(ANA, first_name="Ana").meets()
        rows.append(("a bare call to the Bot API server", median_ms(await bare_calls(api, count)), "–"))
        with bot(python, api, TELEGRAM_JOINING_WINDOW="0"):
            await asked(api, "hello there")
            rows += await measure_turns(api, model, count)
            rows += await measure_commands(api, count)
            rows += await measure_words(api, model, max(count // 8, 3))
    return rows


async def bare_calls(api: Tester, count: int) -> list[float]:
    """What one call costs its caller."""
    times = []
    async with httpx.AsyncClient(trust_env=False) as client:
        for _ in range(count):
            began = time.monotonic()
            (await client.post(f"{api.base_url}{TOKEN}/getMe")).raise_for_status()
            times.append(time.monotonic() - began)
    return times


async def measure_turns(api: Tester, model: TimedModel, count: int) -> list[Row]:
    """Messages one after another, a model that answers at once."""
    placeholders, overheads = [], []
    for _ in range(count):
        model.times.clear()
        handed, calls = await asked(api, SENTENCE)
        placeholders.append(first(calls, "sendMessage") - handed)
        thinking = sum(ended - began for began, _, ended in model.times)
        overheads.append(last(calls) - handed - thinking)
    return [
        ("arrival → placeholder", median_ms(placeholders), "≤ 50 ms"),
        ("arrival → whole answer, beside the model", median_ms(overheads), "≤ 30 ms"),
    ]


async def measure_commands(api: Tester, count: int) -> list[Row]:
    """`/tasks`, from its arrival to its answer."""
    times = []
    for _ in range(count):
        handed, calls = await asked(api, "/tasks")
        times.append(first(calls, "sendMessage", words=True) - handed)
    return [("/tasks → its answer", median_ms(times), "≤ 30 ms")]


async def measure_words(api: Tester, model: TimedModel, count: int) -> list[Row]:
    """A model that takes 0.6 s for a piece: how long its first words take to be seen."""
    model.pause, times = 0.6, []
    for _ in range(count):
        model.times.clear()
        _, calls = await asked(api, SENTENCE, rest=3.0)
        times.append(first(calls, "editMessageText", words=True) - model.times[0][1])
    return [("the model's first token → first words", median_ms(times), "≤ 1,600 ms")]


def median_ms(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) * 1000:.1f} ms (p95 {ordered[int(len(ordered) * 0.95)] * 1000:.1f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--messages", type=int, default=40)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = asyncio.run(measure(options.python, options.messages))
    if options.json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    print("| | measured | aim |\n|---|---|---|")
    for name, figure, aim in rows:
        print(f"| {name} | {figure} | {aim} |")


if __name__ == "__main__":
    main()
