"""A message of which one half is for work and the other for nobody here: the first is done, the second named."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)


@pytest.mark.parametrize(
    ("text", "tool", "left"),
    [
        ("merge ana/site#2 and order pizza for the team", "merge_pull_request", "order pizza for the team"),
        ("merge the dark mode PR and order pizza for the team", "merge_pull_request", "order pizza for the team"),
        ("move PROJ-1 to done and play some music", "jira_transition", "play some music"),
    ],
)
def test_what_is_not_taken_is_said(text: str, tool: str, left: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert [call.tool for call in plan.calls] == [tool]
    assert f"Not done: “{left}”." in (plan.question or "")


def test_what_is_dictated_goes_to_its_end() -> None:
    plan = understand("comment on PROJ-1 that we should merge and order pizza", NOON, TOOLS)
    assert [dict(call.arguments) for call in plan.calls] == [
        {"ticket": "PROJ-1", "text": "We should merge and order pizza"}
    ]
