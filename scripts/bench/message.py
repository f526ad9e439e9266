#!/usr/bin/env python3
"""What a message costs apart from the model: time, processor, memory, bytes. Prints a Markdown table.

    message.py [--messages 100] [--python .venv/bin/python]

Starts the server as a user would, on an empty folder, with a mock model on loopback that answers at once, and talks to it over
`POST /message`. Foreground figures are taken with the encoder off; the background's processor time is the difference to the same
messages with it on, its queue drained. The ratio of start-up to the bare imports is of the same run.
"""

import argparse
import asyncio
import contextlib
import http.client
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
TOKEN = "a token of the measurement"  # noqa: S105 - of a server that lives for one measurement
HEADERS = {"X-API-Token": TOKEN, "Content-Type": "application/json"}
TICK = os.sysconf("SC_CLK_TCK")
PLAIN = ("what is on my shopping list?", "remind me about the dentist, please", "and what did I say about the wifi?")
WITH_TOOL = (
    "CALL list_tasks {}",
    'CALL add_tasks {"titles": ["milk"], "list_name": "shopping"}',
    'CALL save_note {"content": "the wifi code is on the fridge"}',
)
SENTENCES = (PLAIN[0], WITH_TOOL[0], WITH_TOOL[1], PLAIN[1], WITH_TOOL[2])


Row = tuple[str, str, str]


@dataclass
class Server:
    """A running server and how to talk to it."""

    process: subprocess.Popen[bytes]
    port: int
    started: float

    def get(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """One request; the JSON of its answer."""
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=data, headers=HEADERS)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def say(self, text: str, line: http.client.HTTPConnection | None = None) -> float:
        """Send a message, over a connection of its own or over one that is kept; the seconds until its reply."""
        began = time.perf_counter()
        if line is None:
            self.get("/message", {"text": text})
        else:
            line.request("POST", "/message", json.dumps({"text": text}), HEADERS)
            answer = line.getresponse()
            if answer.status != 200:
                raise SystemExit(f"HTTP {answer.status}: {answer.read(300)!r}")
            answer.read()
        return time.perf_counter() - began

    def line(self) -> contextlib.closing[http.client.HTTPConnection]:
        """A connection that is kept, as a browser's is; to be closed."""
        return contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60))

    def cpu(self) -> float:
        """Processor seconds of the process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> float:
        """Resident MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


@contextlib.contextmanager
def mock_model(python: str, port: int) -> Iterator[str]:
    """The mock model; its address."""
    process = subprocess.Popen([python, str(REPOSITORY / "scripts/bench/mock_model.py"), "--port", str(port)])
    try:
        wait_for(f"http://127.0.0.1:{port}/seen")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def server(python: str, port: int, model: str, **settings: str) -> Iterator[Server]:
    """A server in an empty folder, stopped at the end."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "PYTHONPATH": str(REPOSITORY),
            "DATA_DIR": f"{folder}/data",
            "PORT": str(port),
            "API_TOKEN": TOKEN,
            "MODEL_NAME": "local:mock",
            "OPENAI_BASE_URL": f"{model}/v1",
            "LOG_LEVEL": "warning",
            **settings,
        }
        started = time.perf_counter()
        process = subprocess.Popen([python, "-P", "-m", "app", "serve"], env=environment, stdout=subprocess.DEVNULL)
        try:
            yield Server(process, port, started)
        finally:
            process.terminate()
            process.wait()


def wait_for(url: str) -> None:
    """Until the address answers."""
    for _ in range(4_000):
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.005)
    raise SystemExit(f"{url} did not answer")


def median_ms(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) * 1000:.1f} ms (p95 {ordered[int(len(ordered) * 0.95)] * 1000:.1f})"


def measure_start(python: str, port: int, model: str) -> list[Row]:
    """Start to healthy, to first reply, and beside them the bare imports."""
    bare, healthy, first = [], [], []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([python, "-c", "import fastapi, pydantic_ai"], check=True)
        bare.append(time.perf_counter() - began)
        with server(python, port, model) as house:
            wait_for(f"http://127.0.0.1:{port}/health")
            healthy.append(time.perf_counter() - house.started)
            house.say("what is on my shopping list?")
            first.append(time.perf_counter() - house.started)
    ratio = statistics.median(first) / statistics.median(bare)
    return [
        ("process start → healthy", f"{statistics.median(healthy):.2f} s", "≤ 1.2 s"),
        (
            "process start → first reply",
            f"{statistics.median(first):.2f} s ({ratio:.2f} × the bare imports)",
            "≤ 2.5 s",
        ),
    ]


def measure_messages(python: str, port: int, model: str, count: int) -> list[Row]:
    """Time, processor and memory of many messages, with the encoder off and on."""
    rows: list[Row] = []
    for kind, sentences in (("plain message", PLAIN), ("message with a tool call (two model requests)", WITH_TOOL)):
        with server(python, port, model, EMBEDDER="none") as house:
            wait_for(f"http://127.0.0.1:{port}/health")
            for _ in range(3):
                house.say("hello there")
            settle(house)
            idle = house.memory()
            with house.line() as line:
                kept, cpu = talk(house, sentences, count, line)
            fresh, _ = talk(house, sentences, count)
        aim = "≤ 20 ms" if sentences is PLAIN else "–"
        rows += [
            (f"{kind}, median wall, one connection kept", median_ms(kept), aim),
            (f"{kind}, median wall, a connection each", median_ms(fresh), aim),
            (f"{kind}, processor", f"{cpu * 1000:.1f} ms", aim),
        ]
        rows += [("memory, idle", f"{idle:.0f} MiB", "≤ 110 MiB")] if sentences is PLAIN else []
    with server(python, port, model) as house:
        wait_for(f"http://127.0.0.1:{port}/health")
        house.say("hello there")
        settle(house)
        before = house.cpu()
        talk(house, SENTENCES, count)
        settle(house)
        whole, after = (house.cpu() - before) / count, house.memory()
    return [
        *rows,
        ("mixed messages, processor with the background's embedding", f"{whole * 1000:.1f} ms", "–"),
        (f"memory, after {count} messages, encoder loaded", f"{after:.0f} MiB", "≤ 150 MiB"),
    ]


def talk(
    house: Server, sentences: tuple[str, ...], count: int, line: http.client.HTTPConnection | None = None
) -> tuple[list[float], float]:
    """Send `count` messages one after another: the seconds each took, and the processor seconds of one."""
    before = house.cpu()
    times = [house.say(sentences[number % len(sentences)], line) for number in range(count)]
    return times, (house.cpu() - before) / count


def settle(house: Server) -> None:
    """Wait until the process rests: nothing is queued any more."""
    while True:
        before = house.cpu()
        time.sleep(1.5)
        if house.cpu() - before < 0.03:
            return


def measure_prompt(python: str, port: int, model: str) -> list[Row]:
    """What goes to the model: bytes, the full agent's bytes, and how much of a request the next one repeats."""
    with server(python, port, model, EMBEDDER="none") as house:
        wait_for(f"http://127.0.0.1:{port}/health")
        seen(model)
        house.say("what is on my shopping list?")
        [single] = seen(model)
        house.say("mmm")
        full = seen(model)[-1]
        for number in range(60):
            house.say(SENTENCES[number % len(SENTENCES)])
        kept = [shared(before, after) for before, after in pairs(seen(model))]
    return [
        (
            "first request, one domain, tools included",
            f"{len(single) / 1000:.1f} kB, about {len(single) // 4:,} tokens",
            "≤ 12 kB, ≤ 3,000",
        ),
        ("first request, full agent", f"{len(full) / 1000:.1f} kB", "≤ 32 kB"),
        ("prompt prefix kept between calls", f"{100 * sum(kept) / len(kept):.2f} %", "≥ 99.5 %"),
    ]


def seen(model: str) -> list[str]:
    with urllib.request.urlopen(f"{model}/seen") as answer:
        return json.load(answer)


def pairs(bodies: list[str]) -> Iterator[tuple[str, str]]:
    """Consecutive requests of the same agent, as a model server reads them: tools, then messages."""
    read = [json.loads(body) for body in bodies]
    texts = [(json.dumps(body.get("tools")), json.dumps(body["messages"])) for body in read]
    for (tools, before), (next_tools, after) in itertools.pairwise(texts):
        if tools == next_tools:
            yield tools + before, tools + after


def shared(before: str, after: str) -> float:
    """The share of the earlier request with which the later one begins (its closing bracket aside)."""
    whole = len(before) - 1
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(before[:whole], after, strict=False))
    return sum(1 for _ in same) / whole


async def measure_users(count: int) -> list[Row]:
    """Eight users at once in one process, a model that takes no time."""
    sys.path.insert(0, str(REPOSITORY))
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    from app.bootstrap.services import build_services
    from app.config import Settings
    from app.messages import InboundMessage

    async def stream(messages: list[ModelMessage], _: AgentInfo) -> Any:
        yield "Right."

    class Instant:
        offline = FunctionModel(lambda *_: ModelResponse(parts=[TextPart("Right.")]), stream_function=stream)

        def chain(self, _: str) -> Any:
            return self.offline

        def online(self, _: str) -> Any:
            return None

        async def close(self) -> None:
            return

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), embedder="none", time_zone="UTC", _env_file=None)
        house = await build_services(settings, models=Instant())
        names = [f"user{number}" for number in range(8)]
        for name in names:
            await house.store.users.add(
                name, name=name, time_zone="UTC", zone_source="setting", locale="en-GB", at=house.clock.now()
            )

        async def talk(name: str, round_: str, count: int) -> None:
            for number in range(count):
                message = InboundMessage(name, "cli", f"{round_}{number}", "what is on my list?", house.clock.now())
                receipt = await house.conversation.receive(message)
                await house.conversation.answer(name, receipt.inbox_id, timeout=60)

        await talk(names[0], "warm", 5)
        began = time.perf_counter()
        await asyncio.gather(*(talk(name, "count", count) for name in names))
        rate = 8 * count / (time.perf_counter() - began)
        await house.close()
    return [("8 users at once", f"{rate:.0f} messages/s", "≥ 40")]


async def measure_routing() -> list[Row]:
    """The two stages of the router on sentences of several lengths."""
    from app.models.embeddings import EmbeddedEmbedder
    from app.routing.intent import IntentRouter, route_by_keywords

    sentences = [
        f"{text} number {number}" for number in range(20) for text in (*PLAIN, "how was your day", "hm, and you?")
    ]
    route_by_keywords("warm")
    began = time.perf_counter()
    for text in sentences * 20:
        route_by_keywords(text)
    keyword = (time.perf_counter() - began) / len(sentences) / 20
    router = IntentRouter(EmbeddedEmbedder())
    await router.route("something nobody listed")
    times, before = [], time.process_time()
    for number in range(40):
        began = time.perf_counter()
        await router.route(f"it was quite a day for all of us, {number}")
        times.append(time.perf_counter() - began)
    cpu = (time.process_time() - before) / 40
    return [
        ("keyword routing", f"{keyword * 1e6:.0f} µs", "≤ 50 µs"),
        ("routing with the embedding stage", f"{median_ms(times)}, processor {cpu * 1000:.1f} ms", "≤ 15 ms, ≤ 25 ms"),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    rows: list[Row] = []
    with mock_model(options.python, 18471) as model:
        rows += measure_start(options.python, 18472, model)
        rows += measure_messages(options.python, 18472, model, options.messages)
        rows += measure_prompt(options.python, 18472, model)
    rows += asyncio.run(measure_users(40))
    rows += asyncio.run(measure_routing())
    print("| | measured | aim |\n|---|---|---|")
    for name, figure, aim in rows:
        print(f"| {name} | {figure} | {aim} |")


if __name__ == "__main__":
    main()
