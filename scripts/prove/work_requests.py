"""How well requests to GitHub, Jira, Slack, drives and meetings are understood without a model, on rows that others wrote.

    python scripts/prove/work_requests.py ROWS [--failures] [--least SHARE]

ROWS is a file of JSON lines: `id`, `say`, `tool` ("none" where nothing of work is asked for), `values` (the arguments that the message gives, free
text in any case), `also` (further calls, as `tool` and `values`). All tools are at hand, nothing was said before. Prints, for each tool's service, in
how many rows the right tools are called, in how many each value stands in its argument as well, and the time that it takes. Exit code 1 where the
share of right tools is below SHARE (0 as it is). Rows score blind only once, before anything was mended by them.
"""

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.language.choosing.understand import understand
from app.tools.catalogue import TOOLSETS

NONE = "none"
SERVICES = ("github", "jira", "slack", "drive", "meetings")
SERVICE_OF = {row.name: name for name in SERVICES for row in TOOLSETS[name]}
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
NOW = datetime(2027, 3, 10, 9, 12, tzinfo=ZoneInfo("Africa/Accra"))
Wanted = Mapping[str, Any]


def wanted_of(row: Wanted) -> dict[str, Mapping[str, Any]]:
    """Tool -> the values that are asked of it; {} for a row of nothing."""
    calls = [row, *row.get("also", [])]
    return {one["tool"]: one.get("values", {}) for one in calls if one["tool"] != NONE}


def called(say: str) -> dict[str, Mapping[str, Any]]:
    """Tool -> arguments: what is called of the services of work; a call that only waits for an answer of the user counts."""
    plan = understand(say, NOW, TOOLS)
    waiting = plan.pending.calls if plan.pending else ()
    return {call.tool: call.arguments for call in (*plan.calls, *waiting) if call.tool in SERVICE_OF}


def lacks(values: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """The arguments whose value isn't what was asked."""
    return [name for name, value in values.items() if _plain(value) != _plain(given.get(name))]


def _plain(value: Any) -> Any:
    """Without what makes no difference to a tool: case, marks at the ends, the sign before a name, whether one stands in a list."""
    if isinstance(value, list):
        found = sorted(str(_plain(one)) for one in value)
        return found[0] if len(found) == 1 else found
    said = re.sub(r"\s+", " ", str(value or "")).strip(" .!?,;:\"'«»“”‘’").casefold()
    return said.removeprefix("the ").lstrip("#@")


def main(arguments: list[str]) -> int:
    """Print the table; 1 where too few are understood."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--least", type=float, default=0.0)
    asked = parser.parse_args(arguments)
    rows = [json.loads(line) for line in asked.rows.read_text(encoding="utf-8").splitlines() if line.strip()]
    total, tools, strict = Counter[str](), Counter[str](), Counter[str]()
    spent = list[float]()
    for row in rows:
        wanted, started = wanted_of(row), time.perf_counter()
        found = called(row["say"])
        spent.append(time.perf_counter() - started)
        service = SERVICE_OF.get(row["tool"], NONE)
        is_right = set(found) == set(wanted)
        missing = {tool: lacks(values, found.get(tool, {})) for tool, values in wanted.items()}
        is_strict = is_right and not any(missing.values())
        total[service] += 1
        tools[service] += is_right
        strict[service] += is_strict
        if asked.failures and not is_strict:
            mark = "half " if is_right else "wrong"
            print(f"{mark} {row['id']}: {row['say']}\n    wanted {wanted}\n    called {dict(found)}")
    for service in (*SERVICES, NONE):
        if total[service]:
            print(f"{service:9} {tools[service]:4} tools, {strict[service]:4} with all values, of {total[service]}")
    spent.sort()
    print(f"all       {tools.total():4} tools, {strict.total():4} with all values, of {total.total()}")
    print(
        f"a message: median {spent[len(spent) // 2] * 1000:.1f} ms, p95 {spent[int(len(spent) * 0.95)] * 1000:.1f} ms"
    )
    return 0 if tools.total() >= asked.least * total.total() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
