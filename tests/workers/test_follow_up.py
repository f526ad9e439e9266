"""What a worker asks: from a tool's fields or from whatever a model writes, and how it is told."""

import pytest

from app.workers.follow_up import UNSAID, FollowUp, follow_up_of, for_the_main_agent, for_the_user, written

WHOLE = FollowUp("Which city?", "two fit", "dates known", "trip in May")


@pytest.mark.parametrize(
    "text",
    [
        "FOLLOW_UP_NEEDED\nReason: two fit\nQuestion: Which city?\nStatus: dates known\nContext: trip in May",
        "FOLLOW_UP_NEEDED (reason: two fit, question: Which city?, status: dates known, context: trip in May)",
        'FOLLOW_UP_NEEDED(reason="two fit", question="Which city?", status="dates known", context="trip in May")',
        '{"FOLLOW_UP_NEEDED": {"reason": "two fit", "question": "Which city?", "status": "dates known", "context": "trip in May"}}',
        'FOLLOW_UP_NEEDED\n```json\n{"question": "Which city?", "reason": "two fit", "status": "dates known", "context": "trip in May"}\n```',
        "**FOLLOW_UP_NEEDED**\n- **Question:** Which city?\n- **Reason:** two fit\n- **Status:** dates known\n- **Context:** trip in May",
        "Follow_Up_Needed:\nquestion = Which city?\nreason = two fit\nstatus = dates known\ncontext = trip in May",
    ],
)
def test_a_model_may_write_it_in_many_ways(text: str) -> None:
    assert written(text) == WHOLE


def test_a_question_alone_is_enough() -> None:
    assert written("FOLLOW_UP_NEEDED: Which city shall it be?") == FollowUp("Which city shall it be?")
    assert written("FOLLOW_UP_NEEDED") == FollowUp(UNSAID)


def test_what_stands_before_it_is_how_far_it_is() -> None:
    assert written("I know the dates.\nFOLLOW_UP_NEEDED: Which city?") == FollowUp(
        "Which city?", status="I know the dates."
    )


@pytest.mark.parametrize(
    "text", ["All done.", "There was no FOLLOW_UP_NEEDED this time.", "", "Is a follow up needed?"]
)
def test_other_answers_ask_nothing(text: str) -> None:
    assert written(text) is None


def test_a_model_may_fill_in_anything() -> None:
    assert follow_up_of({"Question": 5, "reason": None, "other": []}) == FollowUp("5")
    assert follow_up_of({}) == FollowUp(UNSAID)
    assert len(follow_up_of({"question": "x" * 9_000}).question) == 1_000


def test_the_main_agent_is_told_who_waits_and_where_the_answer_goes() -> None:
    told = for_the_main_agent("Scout", WHOLE)
    assert told.startswith("FOLLOW_UP_NEEDED from Scout: Which city?")
    assert "Why: two fit" in told
    assert 'invoke_worker_agent("Scout"' in told


def test_the_user_reads_the_question_and_why() -> None:
    assert for_the_user("Scout", WHOLE) == "Scout asks: Which city?\n(two fit)"
    assert for_the_user("Scout", FollowUp("Which city?")) == "Scout asks: Which city?"
