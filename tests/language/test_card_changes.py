"""One other value of a call that waits, as people say it."""

from typing import Any

import pytest

from app.language.card_changes import other_value, puts_right

TICKET: dict[str, Any] = {"ticket": "PROJ-1", "summary": "", "priority": "low", "assignee": "Ana", "person": "712020:ana", "fields": []}  # fmt: skip
NEW: dict[str, Any] = {"project": "PROJ", "summary": "Slow", "description": "", "kind": "Bug", "priority": "", "labels": [], "fields": ["Severity: Low"]}  # fmt: skip
POST: dict[str, Any] = {"channel": "#general", "text": "The beans are in", "place": "C1"}
AT_FIVE: dict[str, Any] = {**POST, "text": "Deploy at 5"}
MOVE: dict[str, Any] = {"ticket": "PROJ-1", "to": "Done", "fields": []}
ISSUE: dict[str, Any] = {"repo": "ana/site", "title": "Crash", "text": "", "labels": [], "assign": []}
REVIEW: dict[str, Any] = {"item": "ana/site#1", "verdict": "approve", "text": "", "head": "abc"}
THURSDAY: dict[str, Any] = {**POST, "text": "It's on Thursday"}
TO_LENA: dict[str, Any] = {"channel": "@lena", "text": "Hello", "place": "D1"}
SHARED: dict[str, Any] = {"file": "Plan.pdf", "with_whom": "Lena", "may_change": True}
MERGE: dict[str, Any] = {"item": "ana/site#1", "method": "merge", "head": "abc"}
MAIL: dict[str, Any] = {"to": ["kofi@x.org"], "subject": "Visit", "body": "On Friday."}


@pytest.mark.parametrize(
    ("call", "words", "now"),
    [
        (TICKET, "make it high instead", {"priority": "high"}),
        (TICKET, "no, medium", {"priority": "medium"}),
        (TICKET, "change the priority to highest", {"priority": "highest"}),
        (TICKET, "mets-la en haute plutôt", {"priority": "haute"}),
        (TICKET, "for Lena rather", {"assignee": "Lena", "person": ""}),
        (TICKET, "assign it to Lena Berg", {"assignee": "Lena Berg", "person": ""}),
        (NEW, "make it high", {"fields": ["Severity: High"]}),
        (NEW, "change the title to Export is slow", {"summary": "Export is slow"}),
        (NEW, "call it Slow export", {"summary": "Slow export"}),
        (NEW, "no, a task", {"kind": "task"}),
        (NEW, "it's a story, obviously", {"kind": "story"}),
        (NEW, "c'est une tâche", {"kind": "tâche"}),
        (NEW, "no, in OPS", {"project": "OPS"}),
        (TICKET, "me instead", {"assignee": "me", "person": ""}),
        (TICKET, "oh sorry, I meant Lena", {"assignee": "Lena", "person": ""}),
        (TICKET, "no, she has enough to do. Me instead.", {"assignee": "me", "person": ""}),
        (POST, "no, in garden", {"channel": "#garden", "place": ""}),
        (TO_LENA, "send that to Kofi instead", {"channel": "@kofi", "place": ""}),
        (SHARED, "no, with Kofi", {"with_whom": "Kofi"}),
        (SHARED, "no editing, just look", {"may_change": False}),
        (SHARED, "en lecture seule", {"may_change": False}),
        (REVIEW, "with a comment: small and clear", {"text": "Small and clear"}),
        (REVIEW, 'wait, add "good work" to it', {"text": "Good work"}),
        ({**REVIEW, "text": "Small"}, "actually just comment that", {"verdict": "comment"}),
        (MERGE, "squash it", {"method": "squash"}),
        (POST, "change the text to “the beans are out”", {"text": "the beans are out"}),
        (POST, "not in, out", {"text": "The beans are out"}),
        (NEW, "add the label billing", {"labels": ["billing"]}),
        (NEW, "the description should be: every Monday.", {"description": "every Monday."}),
        (POST, "send it to #design rather", {"channel": "#design", "place": ""}),
        (POST, "no, in #garden", {"channel": "#garden", "place": ""}),
        (POST, "envoie-le dans #garden plutôt", {"channel": "#garden", "place": ""}),
        (POST, "make it say that they are late", {"text": "they are late"}),
        (POST, "the text should be: late", {"text": "late"}),
        (AT_FIVE, "make it 6 instead", {"text": "Deploy at 6"}),
        (AT_FIVE, "no, 6:30", {"text": "Deploy at 6:30"}),
        ({**POST, "text": "deploy at 5pm"}, "make it 6", {"text": "deploy at 6pm"}),
        (MOVE, "no, in review", {"to": "in review"}),
        (MOVE, "ah non, en cours", {"to": "en cours"}),
        (ISSUE, "in kofi/api instead", {"repo": "kofi/api"}),
        (ISSUE, "assign it to ben", {"assign": ["ben"]}),
        (ISSUE, "le titre doit être Panne au démarrage", {"title": "Panne au démarrage"}),
        (MAIL, "send it to ama@x.org rather", {"to": ["ama@x.org"]}),
        (MAIL, "change the subject to Monday", {"subject": "Monday"}),
        (TICKET, "put Lena on it", {"assignee": "Lena", "person": ""}),
        (TICKET, "no, Lena instead", {"assignee": "Lena", "person": ""}),
        (TICKET, "put me on it instead", {"assignee": "me", "person": ""}),
        (TICKET, "no wait, give it to Lena again", {"assignee": "Lena", "person": ""}),
        (TICKET, "mets Lena dessus", {"assignee": "Lena", "person": ""}),
        (TICKET, "no, proj-3", {"ticket": "PROJ-3"}),
        (ISSUE, "put me on it", {"assign": ["@me"]}),
        (REVIEW, "no, ana/site#2", {"item": "ana/site#2", "head": ""}),
        (REVIEW, "no, the other one, rotate the keys", {"item": "rotate the keys", "head": ""}),
        (REVIEW, "yes but say thanks Kofi", {"text": "Thanks Kofi"}),
        (REVIEW, "no, request changes: it flickers", {"verdict": "request changes", "text": "It flickers"}),
        (THURSDAY, "make that friday", {"text": "It's on Friday"}),
        (THURSDAY, "no, friday", {"text": "It's on Friday"}),
        ({**POST, "text": "C'est jeudi"}, "plutôt vendredi", {"text": "C'est vendredi"}),
        (POST, "non, mets que la salle est libre", {"text": "La salle est libre"}),
        (POST, "add: with the sugar", {"text": "The beans are in with the sugar"}),
        (POST, "add that the tea is late", {"text": "The beans are in. The tea is late"}),
        (POST, "and say thanks", {"text": "The beans are in. Thanks"}),
        (MAIL, "put hi Kofi first", {"body": "Hi Kofi, On Friday."}),
    ],
)
def test_one_value_takes_the_place_of_another(call: dict[str, Any], words: str, now: dict[str, Any]) -> None:
    assert other_value(call, words) == {**call, **now}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (POST, "make it high"),  # it has no such value
        ({**NEW, "priority": "high"}, "make it low"),  # of two that it could be
        (TICKET, "for Lena"),  # may begin anything
        (TICKET, "Lena"),
        (TICKET, "no, the other one"),
        (TICKET, "yes, and comment: waiting for the beans"),  # a description is no comment
        (TICKET, "no, in garden"),
        (POST, "no, in 5 minutes"),
        (SHARED, "have a look"),
        (REVIEW, "just comment that"),  # with nothing to say
        (TICKET, "is it high?"),
        (POST, "comment on PROJ-8: all good"),  # an order of its own
        (POST, "put comment to PROJ-8: all good"),
        (POST, "message Kofi that I am late"),
        (POST, "message #general hello all"),
        (POST, "text ingrid I am late"),
        (POST, "yes and comment that the fix broke again"),
        (POST, "make it 6 instead"),  # there is no figure, or there are two
        ({**POST, "text": "deploy at 5 or 6"}, "make it 7 instead"),
        (TICKET, "set the priority of PROJ-2 to high"),
        (TICKET, "assign PROJ-2 to Lena"),
        (TICKET, "low"),  # as it is
        (POST, "what's new in #garden"),
        (POST, "post in #garden that the tea is in"),
        (ISSUE, "in kofi/api"),
        (MAIL, "send it to Ama and remind me at 5"),
        ({**MAIL, "to": ["a@x.org", "b@x.org"]}, "send it to ama@x.org rather"),
        (NEW, "call it " + "a" * 500),
        (TICKET, ""),
        (TICKET, "do it instead"),
        (TICKET, "no thanks"),
        (POST, "add milk to my list"),
        (POST, "no, tell Ama I am late"),
        (POST, "say that again?"),
        ({**POST, "text": "Thursday or Friday"}, "make that monday"),
        (POST, "yes and move PROJ-1 to done"),
    ],
)
def test_what_fits_no_value_or_says_more_changes_none(call: dict[str, Any], words: str) -> None:
    assert other_value(call, words) is None


@pytest.mark.parametrize(
    ("words", "does"), [("no, at 5", True), ("at 5 instead", True), ("at 5", False), ("north", False)]
)
def test_words_that_put_something_right(words: str, *, does: bool) -> None:
    assert puts_right(words) is does


def test_what_is_closed_is_given_to_nobody_by_the_way() -> None:
    closing = {"item": "acme/site#2", "state": "closed", "assign": []}
    assert other_value(closing, "no, to Noor") is None
    given = {"item": "acme/site#2", "state": "", "assign": ["Ama"]}
    assert other_value(given, "no, to Noor") == {**given, "assign": ["Noor"]}
