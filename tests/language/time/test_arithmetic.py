"""Questions about dates, answered in one sentence; questions about anything else, left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.time.arithmetic import answer_date_question
from tests.language.time.said import NOW


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many days until Christmas?", "36 days until Friday 25 December."),
        ("What day is 3 March?", "That is Wednesday 3 March 2027."),
        ("what's the date next Friday", "Next Friday is Friday 27 November."),
        ("what date is it in 10 days", "That is Sunday 29 November."),
        ("how long until 5pm", "3 hours until 17:00."),
        ("what week is it", "It is week 47."),
        ("days between 1 May and 3 June", "33 days from Saturday 1 May 2027 to Thursday 3 June 2027."),
        ("is it leap year", "No, 2026 is not a leap year; the next one is 2028."),
        ("is 2028 a leap year?", "Yes, 2028 is a leap year."),
        ("what is today's date", "Today is Thursday 19 November 2026."),
        ("Hey, can you tell me what day it is?", "Today is Thursday 19 November 2026."),
        ("what time is it", "It's 14:00."),
        ("when is Easter", "Easter is Sunday 28 March 2027."),
        ("how many weeks since 1 May", "28 weeks and 6 days since Friday 1 May 2026."),
        ("how long since Christmas", "329 days since Thursday 25 December 2025."),
        ("how many days in February", "February 2027 has 28 days."),
        ("how many working days until 1 December", "8 working days until Tuesday 1 December."),
        ("what day is 31 February", "There is no 31 February in the calendar. Which date do you mean?"),
    ],
)
def test_a_question_about_dates_is_answered(question: str, answer: str) -> None:
    assert answer_date_question(question, NOW) == answer


@pytest.mark.parametrize(
    "question",
    [
        "when is my dentist appointment",
        "what's on tomorrow",
        "how long until my meeting",
        "what time is my flight",
        "remind me tomorrow at 9",
        "what is the weather on Friday",
        "how many days does the trip take",
        "what day should we meet",
        "hello",
        "",
    ],
)
def test_a_question_about_the_users_own_things_is_not(question: str) -> None:
    assert answer_date_question(question, NOW) is None


@given(st.text(max_size=120))
def test_no_question_raises(question: str) -> None:
    answer_date_question(question, NOW)
