#!/usr/bin/env python3
"""How large a first request is, by part, as a model server on loopback sees it. Prints a Markdown table.

    prompt_size.py [--today] [--python .venv/bin/python]

A house is asked one thing of each domain, and one thing of none, each time by somebody it has never spoken to: once knowing nothing
of them, once with as many facts as are ever sent and a profile as long as it can be; with an account connected that offers
everything. With the tools that are still to come (`stand_ins.py`), unless `--today`. Exit code 1 when a request to one domain has more than 12,000 bytes or the full agent's more than
32,000.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.bootstrap.services import Services, build_services
from app.config import Settings
from app.messages import InboundMessage
from app.routing.agents import Agents
from app.tools.catalogue import TOOLSETS
from scripts.bench.message import mock_model, seen
from scripts.bench.stand_ins import with_stand_ins

PORT = 18473
ASKED = {
    "utility": "what is 17 % of 240?",
    "memory": "what is on my shopping list?",
    "email": "is there any new email in my inbox?",
    "calendar": "what is in my calendar tomorrow?",
    "github": "are there open pull requests on github?",
    "news": "what are the news headlines today?",
    "slack": "what did they say on slack?",
    "jira": "show me my jira tickets",
    "drive": "find the google drive document about the budget",
    "meetings": "what was decided in the meeting transcript?",
    "diagnostics": "show me your error log",
    "health": "what was my resting heart rate last night?",
    "(none)": "mmm",
}
PARTS = ("rules", "about", "tools", "message", "around")
MOST = {"one": 12_000, "all": 32_000}
FACT = "Prefers the window seat on trains that take more than an hour, and tea over coffee, number {}."
PROFILE = '## Work\nLeads a small team in Accra; "deep work" until noon.\n## Family\nA sister, Ama, in Kumasi.\n'


@dataclass
class Seen:
    """One request: the agent's domains, how many tools it was shown, its bytes by part and in all."""

    domains: str
    tools: int
    parts: dict[str, int]
    total: int


def weigh(domains: str, raw: str) -> Seen:
    """A body as it came in, by part."""
    body = json.loads(raw)
    *system, message = body["messages"]
    rules, _, about = "\n\n".join(each["content"] for each in system).partition("\n\nWhat you know about ")
    tools = body.get("tools", [])
    parts = {"rules": size(rules), "about": size(about), "tools": size(tools), "message": size(message["content"])}
    total = len(raw.encode())
    return Seen(domains, len(tools), {**parts, "around": total - sum(parts.values())}, total)


def size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()) if value else 0


async def first_request(house: Services, model: str, text: str, *, known: bool) -> Seen:
    """What is sent for the first message of somebody new."""
    name = uuid.uuid4().hex
    now = house.clock.now()
    await house.store.users.add(name, name="Ana", time_zone="Europe/Paris", zone_source="setting", locale="en", at=now)
    # An account that offers everything: tools that need one are shown. Nothing reaches it.
    await house.store.accounts.put(name, "google", "ana@example.org", label="personal", settings={}, scopes=[], at=now)
    if known:
        await make_known(house, name)
    await asyncio.to_thread(seen, model)
    receipt = await house.conversation.receive(InboundMessage(name, "cli", "1", text, now))
    await house.conversation.answer(name, receipt.inbox_id, timeout=60)
    [raw, *_] = await asyncio.to_thread(seen, model)
    [turn] = await house.store.turns.recent(name, 1)
    return weigh(" + ".join(sorted(turn.route["domains"])) or "full agent", raw)


async def make_known(house: Services, name: str) -> None:
    """More facts than are sent, and a profile longer than is sent."""
    now = house.clock.now()
    for number in range(60):
        await house.store.facts.add(
            name,
            key=f"k{number}",
            statement=FACT.format(number),
            confidence=1.0,
            source="user",
            confirmed=True,
            turn_id=None,
            taint=[],
            at=now,
        )
    await house.store.contexts.put(name, "profile", PROFILE * 100, now)


async def measure(model: str, *, today: bool) -> list[tuple[str, Seen, Seen]]:
    """All rows: what was asked for, knowing nothing and knowing all."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder),
            embedder="none",
            time_zone="UTC",
            model_name="local:mock",
            openai_base_url=f"{model}/v1",
            _env_file=None,  # type: ignore[call-arg]
        )
        house = await build_services(settings, agents=Agents(toolsets=TOOLSETS if today else with_stand_ins()))
        rows = []
        for domain, text in ASKED.items():
            empty = await first_request(house, model, text, known=False)
            rows.append((domain, empty, await first_request(house, model, text, known=True)))
        await house.close()
    return rows


def main() -> int:
    """0 when every request keeps to its aim."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--today", action="store_true")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    with mock_model(options.python, PORT) as model:
        rows = asyncio.run(measure(model, today=options.today))
    print(f"| asked of | agent | known of the user | tools shown | {' | '.join(PARTS)} | bytes |\n|{'---|' * 10}")
    too_large = 0
    for asked, *both in rows:
        most = MOST["all" if asked == "(none)" else "one"]
        for known, request in zip(("nothing", "all there is room for"), both, strict=True):
            parts = " | ".join(f"{request.parts[part]:,}" for part in PARTS)
            mark = "" if request.total <= most else " **over**"
            too_large += request.total > most
            print(f"| {asked} | {request.domains} | {known} | {request.tools} | {parts} | {request.total:,}{mark} |")
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
