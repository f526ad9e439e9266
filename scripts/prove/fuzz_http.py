"""Sends whatever can be sent to every route of a running server: none may answer 5xx, and it must live on.

Usage: python -m scripts.prove.fuzz_http [--examples N] [--seed S]. Starts a server with every door open, in a folder of its own on loopback. Of
each operation that OpenAPI names, N requests as the contract has them and N as it hasn't (Schemathesis); of the pages that it doesn't name, and
of every webhook, N bodies made of a real one by changing it, in bytes and as JSON. Prints what failed, and how to repeat it.
"""

import argparse
import asyncio
import contextlib
import copy
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import schemathesis
from schemathesis.checks import not_a_server_error

from tests.e2e.running import Program

ENDLESS = ("/chat/events",)  # a stream that stays open has no end to wait for
WORD = "a secret of the proof"
DOORS = dict.fromkeys(("API_TOKEN", "HEALTH_SECRET", "REFLECTION_SECRET"), WORD)
SHOWN = {
    "X-API-Token": WORD,
    "X-Health-Secret": WORD,
    "X-Reflection-Secret": WORD,
    "Sec-Fetch-Site": "same-origin",
}
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    2**63,
    10**400,
    1e308,
    float("nan"),
    "",
    "\x00",
    "\ud800",
    "\u202e",
    "a" * 10_000,
    [],
    {},
    [[[[]]]],
    {"": {"": None}},
)
PAGES = (("POST", "/login"), ("POST", "/logout"), ("GET", "/"), ("GET", "/assets/chat.js"), ("GET", "/chat/events"))
TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain",
    "",
    "/;;=",
)


def operations(url: str) -> list[Any]:
    """What OpenAPI names, but for what never ends."""
    published: Any = schemathesis.openapi.from_url(f"{url.rstrip('/')}/openapi.json")
    found = [one.ok() for one in published.get_all_operations()]
    return [one for one in found if one.path not in ENDLESS]


def hold(operation: Any, headers: dict[str, str], *, examples: int, seed: int) -> None:
    """Requests as the contract has them and as it hasn't; raises at an answer of 5xx."""
    for mode in schemathesis.GenerationMode:

        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=examples, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
        )
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        def answers(case: schemathesis.Case) -> None:
            case.call_and_validate(headers=headers, checks=[not_a_server_error])

        with contextlib.suppress(hypothesis.errors.Unsatisfiable):  # what takes nothing can't be asked wrongly
            answers()


def mutations(real: Any, count: int, seed: int) -> Iterator[bytes]:
    """Bodies made of a real one: its fields changed, gone, doubled or exchanged, and then its bytes."""
    lots = random.Random(seed)
    for number in range(count):
        changed = copy.deepcopy(real)
        for _ in range(lots.randint(1, 4)):
            _change(changed, lots)
        body = json.dumps(changed).encode()
        yield _in_bytes(body, lots) if number % 4 == 3 else body


def _change(value: Any, lots: random.Random) -> None:
    """Change one place of it."""
    places = [*_places(value)]
    if not places:
        return
    holder, key = lots.choice(places)
    other_holder, other_key = lots.choice(places)
    how = lots.randrange(4)
    if how == 0:
        holder[key] = lots.choice(ODD)
    elif how == 1:
        del holder[key]
    elif how == 2:
        holder[key] = [holder[key]] * lots.randint(0, 3)
    else:
        holder[key] = copy.deepcopy(other_holder[other_key])


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = [*value] if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _in_bytes(body: bytes, lots: random.Random) -> bytes:
    start, end = sorted((lots.randrange(len(body) + 1), lots.randrange(len(body) + 1)))
    return lots.choice((body[:start], body[:start] + lots.randbytes(8) + body[end:], body + body, body[start:end] * 3))


async def send_odd_bodies(url: str, headers: dict[str, str], *, count: int, seed: int) -> Counter[int]:
    """Bodies and types of every kind to the pages that OpenAPI doesn't name; how each was answered."""
    lots, seen = random.Random(seed), Counter[int]()
    bodies = [*mutations({"password": "a", "token": "b", "after": 1}, count, seed)]
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=20) as client:
        for body in bodies:
            method, path = lots.choice(PAGES)
            sent = {"Content-Type": lots.choice(TYPES)}
            query = {
                lots.choice(("token", "after", "name")): str(lots.choice(ODD)).encode("utf-8", "replace")[:500].decode()
            }
            async with client.stream(method, path, content=body, headers=sent, params=query) as answer:
                seen[answer.status_code] += 1
    return seen


async def prove(examples: int, seed: int) -> list[str]:
    """What failed."""
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        server = Program(Path(folder), {**DOORS, "EMBEDDER": "none", "HOST": "127.0.0.1"})
        await server.start()
        try:
            async with httpx.AsyncClient(headers=SHOWN) as browser:
                await browser.get(server.link)
                cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
            headers = {**SHOWN, "Cookie": cookie}
            for operation in await asyncio.to_thread(operations, server.url):
                try:
                    await asyncio.to_thread(hold, operation, headers, examples=examples, seed=seed)
                    print(f"ok      {operation.method.upper():6} {operation.path}", flush=True)
                except (AssertionError, ExceptionGroup, OSError) as failure:
                    failures.append(f"{operation.method.upper()} {operation.path}: {failure}")
                    print(f"FAILED  {failures[-1]}", flush=True)
            seen = await send_odd_bodies(server.url, headers, count=examples * 10, seed=seed)
            print(f"pages   {dict(sorted(seen.items()))}")
            failures += [f"a page answered {status}" for status in seen if status >= 500]
            async with httpx.AsyncClient() as client:
                alive = (await client.get(f"{server.url}health")).json()["status"] == "ok"
            failures += [] if alive else ["it didn't live on"]
            failures += ["a traceback in the log"] if "Traceback" in server.log.read_text("utf-8") else []
        finally:
            await server.end()
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description="Whatever can be sent to every route.")
    parser.add_argument("--examples", type=int, default=100, help="of each operation, right and wrong ones each")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    failures = asyncio.run(prove(options.examples, options.seed))
    print("\n".join(failures) or "nothing answered 5xx, and nothing left a traceback")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
