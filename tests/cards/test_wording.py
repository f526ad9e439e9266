"""A held call in a person's words."""

from typing import Any

import pytest

from app.cards.wording import WORDINGS, fields_of, in_words, label_of, title_of
from app.gate.risk import Risk
from app.tools.catalogue import TOOLSETS


def test_every_tool_that_can_wait_is_worded() -> None:
    def can_wait(risk: Risk) -> bool:
        return risk.side_effect or risk.egress or risk.starts

    held = {tool.name: tool for tools in TOOLSETS.values() for tool in tools if can_wait(tool.risk)}
    assert set(held) - set(WORDINGS) == set()
    assert set(WORDINGS) - set(held) == {"run_plan", "follow_guideline"}


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        ("add_tasks", {"titles": ["passport", "charger"], "list_name": "packing"}, "Add to “packing”: passport, charger"),
        ("add_tasks", {"titles": ["milk"], "due": "tomorrow"}, "Add to your to-dos: milk; Due: tomorrow"),
        ("set_reminder", {"text": "call mum", "when": "at six"}, "Remind you: call mum; When: at six"),
        ("cancel_reminder", {"reminder": "dentist"}, "Cancel a reminder: dentist"),
        ("save_note", {"content": "the key is under the mat"}, "Keep a note: the key is under the mat"),
        ("send_mail", {"to": "ama"}, "Send mail: To: ama"),
    ],
)  # fmt: skip
def test_a_call_is_said_in_words(tool: str, arguments: dict[str, Any], line: str) -> None:
    assert in_words(tool, arguments) == line


def test_a_name_in_a_title_closes_no_quotes_and_is_told_whole_below_where_it_does_not_fit() -> None:
    name = "packing” and nothing else “"
    assert title_of("clear_list", {"list_name": name}) == "Clear"
    assert title_of("add_tasks", {"list_name": name}) == "Add to “packing' and nothing else '”"
    assert fields_of("add_tasks", {"titles": ["a"], "list_name": name}) == {"titles": ["a"], "list_name": name}
    assert fields_of("add_tasks", {"titles": ["a"], "list_name": "x" * 50}) == {"titles": ["a"], "list_name": "x" * 50}
    assert label_of("add_tasks", "list_name") == "List name"
