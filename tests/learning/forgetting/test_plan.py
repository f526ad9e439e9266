"""A plan: each row once, told by counts, kept without a word."""

import json

from app.learning.forgetting.plan import Forgetting, counted, line_mark, plural, unpinned


def test_a_row_is_taken_once_and_the_first_few_are_named() -> None:
    plan = Forgetting()
    for number in (1, 2, 2, 3, 4):
        plan.add("notes", number, name=f"note about tea {number}", sources=["mail"] if number == 4 else [])
    assert plan.keys("notes") == [1, 2, 3, 4]
    assert plan.names["notes"] == ["#1 note about tea 1", "#2 note about tea 2", "#3 note about tea 3"]
    assert plan.sources == []


def test_a_long_name_is_cut_and_a_talk_has_no_number() -> None:
    plan = Forgetting()
    plan.add("turns", 7, name="so\n\nlong " * 40)
    [name] = plan.names["turns"]
    assert name.startswith("so long so long")
    assert name.endswith("…")
    assert len(name) == 70


def test_nothing_is_nothing() -> None:
    assert not Forgetting()
    assert not Forgetting(rows={"notes": {}})
    assert Forgetting(lines=["x"])


def test_what_is_kept_makes_the_same_plan_and_another_plan_has_another_mark() -> None:
    plan = Forgetting(asked="t1", lines=[line_mark("Kofi is a cousin.")])
    plan.add("facts", 3, name="Kofi")
    stored = json.loads(json.dumps(plan.pinned()))
    assert "Kofi" not in json.dumps(stored)
    assert unpinned(stored).fingerprint() == plan.fingerprint()
    plan.add("facts", 4)
    assert unpinned(stored).fingerprint() != plan.fingerprint()


def test_a_table_that_is_none_is_left_out() -> None:
    assert unpinned({"rows": {"users": ["x"], "facts": [1]}, "lines": [], "asked": ""}).rows == {"facts": {1: None}}


def test_counts_read_as_a_sentence() -> None:
    assert counted([]) == "nothing"
    assert counted([("fact", 0), ("note", 1)]) == "1 note"
    assert (
        counted([("fact", 2), ("journal entry", 2), ("exchange", 1204)])
        == "2 facts, 2 journal entries and 1,204 exchanges"
    )
    assert plural("news story") == "news stories"


def test_a_line_is_the_same_whatever_stands_around_it() -> None:
    assert line_mark(" tea\n") == line_mark("tea")
    assert line_mark("tea") != line_mark("Tea")
