"""What a part points at, among the things that were shown."""

import pytest

from app.language.dialogue.pointed import as_one, mentioned, pointed
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, recorded
from app.language.reader.reading import Part
from tests.language.orders.test_building import part

TASKS = Before(
    (recorded(Call("list_tasks", {"list_name": "ibiza"}), "Your ibiza list:\n- suncream (#1)\n- swimmers (#2)"),)
)
REMINDERS = Before((recorded(Call("list_reminders"), "- gym, tomorrow at 06:00 (#4)\n- bins, tomorrow at 07:00 (#7)"),))
ONE = Before((recorded(Call("set_reminder", {"text": "gym"}), "I'll remind you tomorrow at 06:00: gym (#4)."),))


@pytest.mark.parametrize(
    ("said", "before", "intent", "slots"),
    [
        (part("delete_tasks", "drop the second", item="second"), TASKS, "delete_tasks", ["#2"]),
        (part("delete_tasks", "drop the second", item="second"), REMINDERS, "cancel_reminder", ["#7"]),
        (part("cancel_reminder", "bin the last", ref="last"), TASKS, "delete_tasks", ["#2"]),
        (part("complete_tasks", "swimmers r packed tick em off", item="em"), TASKS, "complete_tasks", ["#2"]),
        (part("complete_tasks", "tick them both off", item="both"), TASKS, "complete_tasks", ["#1", "#2"]),
        (part("cancel_reminder", "cancel it", ref="it"), ONE, "cancel_reminder", ["#4"]),
        (part("delete_tasks", "remove reminder 4", item="4"), REMINDERS, "cancel_reminder", ["#4"]),
        (part("cancel_reminder", "cancel it", ref="it"), REMINDERS, "cancel_reminder", ["it"]),
        (part("delete_tasks", "remove the milk", item="milk"), TASKS, "delete_tasks", ["milk"]),
        (part("delete_tasks", "drop the fifth", item="fifth"), TASKS, "delete_tasks", ["fifth"]),
    ],
)
def test_what_is_meant_is_one_of_what_was_shown(said: Part, before: Before, intent: str, slots: list[str]) -> None:
    found = pointed(said, before)
    assert (found.intent, [slot.text for slot in found.slots]) == (intent, slots)


def test_what_comes_to_the_same_is_as_sure_as_both_together() -> None:
    torn = Part("add_tasks", "…", 0, 1, (), 0.4, (("create_list", 0.3), ("aside", 0.2)))
    assert as_one(torn).sure == pytest.approx(0.7)


def test_what_all_have_in_common_tells_none_apart() -> None:
    both = Before((recorded(Call("list_tasks"), "- red bag (#1)\n- blue bag (#2)"),)).shown
    assert mentioned("the bags are here", both) == []
    assert mentioned("the blue one is here", both) == ["2"]
