"""Tools are known by the parts of their names."""

import pytest

from app.gate.claims.tools import reach
from app.gate.risk import Risk
from app.language.words.verbs import ANY
from app.tools.catalogue import TOOLSETS


@pytest.mark.parametrize(
    ("tool", "action", "place"),
    [
        ("send_email", "send", "mail"),
        ("slack_post_message", "send", "chat"),
        ("createCalendarEvent", "schedule", "calendar"),
        ("set_reminder", "remind", "reminder"),
        ("add_tasks", "keep", "tasks"),
        ("jira_transition_issue", "change", "tracker"),
        ("github_merge_pull_request", "complete", "tracker"),
        ("make_payment", "book", None),
    ],
)
def test_a_name_says_what_a_tool_does_and_where(tool: str, action: str, place: str | None) -> None:
    does = reach(tool)

    assert action in does.actions
    assert (place in does.places) if place else not does.places


def test_saving_is_not_sending() -> None:
    assert "send" not in reach("save_note").actions
    assert "remind" not in reach("add_tasks").actions
    assert "book" not in reach("add_tasks").actions


def test_a_name_that_says_nothing_may_have_done_anything() -> None:
    assert reach("frobnicate").actions == ANY


def test_every_tool_of_ours_that_changes_something_is_known() -> None:
    changing = [tool for tools in TOOLSETS.values() for tool in tools if _risk(tool.metadata()["risk"]).side_effect]

    assert [tool.name for tool in changing if reach(tool.name).actions == ANY and tool.name != "undo"] == []


def _risk(risk: Risk) -> Risk:
    return risk
