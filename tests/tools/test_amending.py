"""A change of a held call in words, read by rules."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.tools import when as times
from app.tools.amending import amended, changes_text

NOW = datetime(2026, 11, 19, 8, 0, tzinfo=ZoneInfo("Europe/Paris"))  # a Thursday


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("tomorrow at 9", "make it 10", "2026-11-20T10:00"),
        ("tomorrow at 9", "tomorrow at 11 instead", "2026-11-20T11:00"),
        ("tomorrow at 9", "on Monday instead", "2026-11-23T09:00"),
        ("today at 17:00", "tomorrow", "2026-11-20T17:00"),
        ("tomorrow at 9", "no, at 6pm please", "2026-11-20T18:00"),
    ],
)
def test_a_time_takes_the_place_of_a_time(before: str, change: str, after: str) -> None:
    changed = amended({"text": "call mum", "when": before, "repeat": ""}, change, NOW)
    assert changed is not None
    assert changed["text"] == "call mum"
    assert times.plan(changed["when"], "", NOW).due.isoformat()[:16] == after


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ({"text": "call Kofi"}, "Ama instead of Kofi", {"text": "call Ama"}),
        ({"text": "call Kofi"}, "Ama, not Kofi", {"text": "call Ama"}),
        ({"text": "call Kofi"}, "change Kofi to Ama", {"text": "call Ama"}),
        ({"titles": ["milk", "bread"], "list_name": "shopping"}, "oat milk instead of milk", {"titles": ["oat milk", "bread"], "list_name": "shopping"}),
        ({"titles": ["milk"], "list_name": "shopping"}, "put it on my party list", {"titles": ["milk"], "list_name": "party"}),
        ({"content": "x y", "title": "Old"}, "call it New", {"content": "x y", "title": "New"}),
        ({"content": "buy milk", "title": ""}, "buy oat milk", {"content": "buy oat milk", "title": ""}),
        ({"content": "buy milk", "title": ""}, "make it “buy tea”", {"content": "buy tea", "title": ""}),
    ],
)  # fmt: skip
def test_a_name_takes_the_place_of_a_name(before: dict[str, Any], change: str, after: dict[str, Any]) -> None:
    assert amended(before, change, NOW) == after


EVENT = {
    "title": "Plan",
    "when": "2026-11-25T11:00",
    "length": "60 minutes",
    "guests": ["Esi <e@x.example>", "Yaw Darko <y@x.example>"],
}


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("Actually leave Yaw out, he'll only talk. And 45 minutes will do", {**EVENT, "length": "45 minutes", "guests": EVENT["guests"][:1]}),
        ("without Esi", {**EVENT, "guests": EVENT["guests"][1:]}),
        ("45 minutes is enough", {**EVENT, "length": "45 minutes"}),
    ],
)  # fmt: skip
def test_who_comes_and_how_long_is_changed(change: str, after: dict[str, Any]) -> None:
    assert amended(EVENT, change, NOW) == after


def test_a_subject_made_of_the_text_follows_it() -> None:
    mail = {"to": ["kofi@x.example"], "subject": "I'll come on Friday", "body": "I'll come on Friday"}
    changed = {**mail, "subject": "I'll come", "body": "I'll come"}
    assert amended(mail, "don't mention Friday", NOW) == changed
    assert amended({**mail, "subject": "Visit"}, "don't mention Friday", NOW) == {**changed, "subject": "Visit"}


FORM = {"url": "https://a.example/", "fields": ["Name: Ama", "Date: Friday"], "sends_to": "a.example", "form": "f"}


def test_a_field_of_a_form_is_changed_and_no_other_words_are() -> None:
    assert amended(FORM, "the date should be Saturday", NOW) == {**FORM, "fields": ["Name: Ama", "Date: Saturday"]}
    assert changes_text(FORM, "the date should be Saturday")
    assert not changes_text(FORM, "remind me of the date")
    assert not changes_text({**FORM, "fields": [1, 2]}, "the date should be Saturday")


@pytest.mark.parametrize(("words", "is_one"), [("leave Yaw out", True), ("make it 10", False), ("add milk", False)])
def test_what_can_only_mean_a_change(words: str, *, is_one: bool) -> None:
    assert changes_text(EVENT, words) is is_one


@pytest.mark.parametrize(
    "change",
    [
        "make it friendlier",
        "shorter please",
        "the other one",
        "not that one",
        "translate it to French",
        "Esi instead of Yaw",
    ],
)
def test_what_asks_for_judgement_is_not_pasted_into_the_call(change: str) -> None:
    assert amended({"content": "see you at six", "title": ""}, change, NOW) is None


def test_what_a_card_is_tied_to_is_no_word_of_its_text() -> None:
    held = {"channel": "#general", "text": "meet at 3", "account": "Slack #3", "place": "C3"}
    assert amended(held, "5 instead of 3", NOW) == {**held, "text": "meet at 5"}
