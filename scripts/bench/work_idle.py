#!/usr/bin/env python3
"""What each service of work is asked in an hour in which nobody says anything: without an alert, and with one for each. Prints a Markdown table.

    python -m scripts.bench.work_idle

GitHub, Jira, Slack and Drive are connected and everything is on as it is by default. The house's own loops run on a clock that is moved a minute at a time,
each when it is due by its cadence. The servers are ours and count what they are asked: GitHub's sends a tag with each answer (ETag) and says 304 where
it is asked with that tag, which costs no rate limit there. Half an hour passes before the hour that is counted: what is done once is done.
"""

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.integrations.tokens import TokenLogin, connect_token
from app.loops.table import LOOPS
from tests.fakes.vendors.google_api import google_api
from tests.fakes.vendors.jira import EMAIL, TOKEN, jira_cloud
from tests.fakes.vendors.jira.world import World
from tests.house import open_house, settings_in, tell
from tests.servers.emulate_slack import ANA_TOKEN, emulated_slack
from tests.servers.json_server import Question, Status, json_server
from tests.servers.slack_front import slack_front
from tests.tools.file_houses import House, with_google

_BEGINS = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)  # a Tuesday
_BEFORE, _COUNTED, _STEP = timedelta(minutes=30), timedelta(hours=1), timedelta(minutes=1)
_TAG = '"v1"'
_ALERTS = ("tell me when the build of ana/site fails", "tell me when PROJ-1 moves")
_RUNS, _REPO = (
    {"total_count": 0, "workflow_runs": []},
    {"full_name": "ana/site", "name": "site", "default_branch": "main"},
)
_ANSWERS: Mapping[str, object] = {
    "/user": {"login": "ana", "id": 1},
    "/user/repos": [_REPO],
    "/repos/ana/site": _REPO,
    "/repos/ana/site/actions/runs": _RUNS,
    "/notifications": [],
    "/search/issues": {"total_count": 0, "items": []},
}


@contextmanager
def _github(said: Counter[int]) -> Iterator[str]:
    """One that sends tags; `said` counts its answers by their status."""

    def answering(body: object) -> Callable[[Question], object]:
        def answers(asked: Question) -> object:
            code = 304 if asked.headers.get("if-none-match") == _TAG else 200
            said[code] += 1
            return Status(code, None if code == 304 else body, {"etag": _TAG, "x-oauth-scopes": "repo, notifications"})

        return answers

    with json_server({path: answering(body) for path, body in _ANSWERS.items()}) as running:
        yield running.url


async def _hour(*, alerts: bool) -> dict[str, int]:
    """How often each was asked in that hour."""
    said, clock = Counter[int](), ManualClock(_BEGINS)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        github = servers.enter_context(_github(said))
        jira, slack = servers.enter_context(jira_cloud()), servers.enter_context(emulated_slack())
        front, drive = servers.enter_context(slack_front(slack.url)), servers.enter_context(google_api())
        jira.world = World(now=_BEGINS - timedelta(days=1))
        jira.world.add("Slow export")
        async with open_house(Path(folder), settings=settings_in(Path(folder), time_zone="UTC"), clock=clock) as house:
            for login in (
                TokenLogin("github", SecretStr("ghp_ana_test"), url=github),
                TokenLogin("jira", SecretStr(TOKEN), url=jira.url, user=EMAIL),
                TokenLogin("slack", SecretStr(ANA_TOKEN), url=front.api),
            ):
                await connect_token(house.accounts, house.owner.id, login)
            await with_google(House(house), drive, offers=["files"])
            for words in _ALERTS if alerts else ():
                assert "I'll tell you" in (await tell(house, words)).text
            due = dict.fromkeys((loop.name for loop in LOOPS if not loop.routine), _BEGINS)
            await _passes(house, clock, due, _BEFORE)
            before = dict(said), jira.http.count, len(front.asked), len(drive.asked)
            await _passes(house, clock, due, _COUNTED)
    return {
        "GitHub": sum(said.values()) - sum(before[0].values()),
        "of these 304": said[304] - before[0].get(304, 0),
        "Jira": jira.http.count - before[1],
        "Slack": len(front.asked) - before[2],
        "Drive": len(drive.asked) - before[3],
    }


async def _passes(house: Services, clock: ManualClock, due: dict[str, datetime], time: timedelta) -> None:
    """Let time pass; each loop runs when it is due."""
    until = clock.now() + time
    while clock.now() < until:
        clock.set(clock.now() + _STEP)
        for loop in LOOPS:
            if not loop.routine and loop.condition(house.settings) and due[loop.name] <= clock.now():
                ran = await loop.function(house.ground)
                after = clock.now() + loop.cadence
                due[loop.name] = min(ran.next_at or after, after)
        await house.background.drain()


def main() -> None:
    """Count both hours."""
    logging.disable(logging.CRITICAL)
    rows = {
        name: asyncio.run(_hour(alerts=on))
        for name, on in (("idle", False), ("with an alert at GitHub and one at Jira", True))
    }
    columns = list(next(iter(rows.values())))
    print(f"| an hour | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name, counts in rows.items():
        print(f"| {name} | {' | '.join(str(counts[column]) for column in columns)} |")


if __name__ == "__main__":
    main()
