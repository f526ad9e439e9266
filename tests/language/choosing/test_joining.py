"""Parts put together where one thing goes on, and cut where two are asked for."""

from datetime import UTC, datetime

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Exchange
from app.tools.catalogue import TOOLSETS
from tests.language.orders.suite import exchange

TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)


def calls(said: str, before: Exchange | None = None) -> list[tuple[str, dict[str, object]]]:
    return [(call.tool, dict(call.arguments)) for call in understand(said, NOW, TOOLS, before).calls]


def told(*said: str) -> Exchange:
    """Messages before, each answered by what it did."""
    last: Exchange | None = None
    for one in said:
        last = exchange(one, "Done (#1).", NOW, last)
    assert last is not None
    return last


def test_what_is_bought_instead_is_not_dropped_too() -> None:
    assert calls("forget the milk, buy eggs") == [
        ("delete_tasks", {"tasks": ["milk"]}),
        ("add_tasks", {"titles": ["eggs"], "list_name": "shopping"}),
    ]


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("My bus is the 41. Correction: it's the 47", "My bus is the 47"),
        (
            "My plumber is Steve. Actually no, Stefan, Steve's the electrician",
            "My plumber is Stefan, Steve's the electrician",
        ),
        (
            "My new boss is called Marta. Sorry, I got that wrong, my new boss is called Magda",
            "my new boss is called Magda",
        ),
        ("I parked on level 3. No, that's not right, I parked on level 5", "I parked on level 5"),
    ],
)
def test_a_fact_taken_back_in_the_same_breath_is_the_one_that_was_meant(said: str, statement: str) -> None:
    assert calls(said) == [("remember_fact", {"statement": statement})]


@pytest.mark.parametrize(
    ("said", "titles"),
    [
        ("Task: email Tobias about the quote. Er, not Tobias, Thomas", ["email Thomas about the quote"]),
        ("Put salmon on the shopping list. Hmm, no, sorry, trout instead of salmon", ["trout"]),
        ("New task: order gravel, hmm no, order bark chips", ["order bark chips"]),
        ("Also add a task: pay the parking fine, er, the parking fee", ["parking fee"]),
        ("add bread, actually rolls, and jam", ["rolls", "jam"]),
    ],
)
def test_a_thing_taken_back_is_not_added(said: str, titles: list[str]) -> None:
    [(tool, arguments)] = calls(said)
    assert (tool, arguments["titles"]) == ("add_tasks", titles)


def test_what_is_set_against_what_was_just_done_puts_it_right() -> None:
    assert calls("Non, pas à Farid, à Rachid", told("Tâche : écrire à Farid")) == [
        ("edit_task", {"task": "écrire à Farid", "title": "écrire à Rachid"})
    ]
    said = "Oh, and it's not the projector, it's the extension lead I have to bring"
    assert calls(said, told("Remind me on Tuesday at 9 am to bring the projector")) == [
        ("change_reminder", {"reminder": "last", "text": "bring the extension lead"})
    ]


def test_a_note_or_a_text_keeps_its_end() -> None:
    assert calls("note aussi que le plombier s'appelle Karim et qu'il passe jamais le mercredi") == [
        ("save_note", {"content": "le plombier s'appelle Karim et qu'il passe jamais le mercredi"})
    ]
    assert calls("Rappelle-moi vendredi à 18h de récupérer le colis au relais") == [
        ("set_reminder", {"when": "vendredi à 18h", "text": "récupérer le colis au relais"})
    ]


def test_each_thing_has_the_time_beside_it() -> None:
    said = [
        (call.tool, call.arguments["when"])
        for call in understand(
            "Three reminders for tomorrow: 7am yoga, 11am dentist, 6:30pm dry cleaning", NOW, TOOLS
        ).calls
    ]
    assert [tool for tool, _ in said] == ["set_reminder"] * 3
    assert [any(hour in when for hour in ("7", "11", "6:30")) for _, when in said] == [True] * 3
