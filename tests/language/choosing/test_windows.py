"""Where messages that were sent at once begin and end."""

from datetime import UTC, datetime

from app.language.choosing.understand import understand
from app.language.choosing.windows import messages
from app.tools.catalogue import TOOLSETS

TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
MOMENT = datetime(2026, 11, 23, 15, tzinfo=UTC)
THINGS = (
    "apples cherries milk bananas dates figs elderberries kiwis grapes mangos lemons screws nails brushes tape rope bulbs "
    "paint glue hinges fuses"
).split()


def apart(text: str) -> list[str]:
    return [text[start:end] for start, end in messages(text)]


def test_orders_with_lines_of_their_own_are_messages_of_their_own() -> None:
    assert apart("add milk to groceries\nplease remind me at 5 to call Ama") == [
        "add milk to groceries",
        "please remind me at 5 to call Ama",
    ]


def test_what_a_line_announces_stays_with_it() -> None:
    for text in (
        "note: checklist\ncheck the oven\ncall mum later",
        "remind me tomorrow at 9 to\ncall the bank",
        "shopping list:\nmilk\neggs",
        "add to my hardware list\nnails\ncheck valve\nscrews",
    ):
        assert apart(text) == [text]


def test_twenty_messages_sent_at_once_are_each_done_once() -> None:
    plan = understand("\n".join(f"add {thing} to my shopping list" for thing in THINGS), MOMENT, TOOLS)
    assert [(call.tool, call.arguments) for call in plan.calls] == [
        ("add_tasks", {"titles": [thing], "list_name": "shopping"}) for thing in THINGS
    ]


def test_a_later_message_may_mean_what_one_before_it_named() -> None:
    plan = understand("add milk to groceries\nadd eggs to the list too", MOMENT, TOOLS)
    assert [call.arguments.get("list_name") for call in plan.calls] == ["groceries"] * 2


def test_a_thousand_lines_are_read_within_bounds() -> None:
    assert len(apart("add milk to it\n" * 1_000)) == 40
