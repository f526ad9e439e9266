"""The patterns that say that something must be looked up first."""

import re

import pytest

from app.planning.signals import CRITERIA, KINDS, LOOK_UP, SOURCE


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("part of a thing", "post a summary of ‹url› in # general"),
        ("from a source", "update the list with the numbers in ‹file›"),
        ("for each", "thank everybody who came"),
        ("described by what happened", "merge the pull request that yaw approved"),
        ("what somebody did", "transfer what i owe nana"),
        ("the one that is most", "archive my oldest mails"),
        ("of somebody", "call ama's number"),
        ("another time for it", "reschedule lunch"),
        ("an open question", "tell kofi what was decided"),
        ("after its name", "write to the channel starting with dev"),
        ("beside another event", "set a reminder two hours before my flight"),
        ("people by their part", "write the participants"),
        ("when they are free", "set up a call when both of them are free"),
        ("blanks to fill", "send a mail called ‹blank›"),
    ],
)
def test_each_look_up_is_recognised(name: str, text: str) -> None:
    assert LOOK_UP[name].search(text)


@pytest.mark.parametrize(
    "text",
    [
        "set an alarm for every morning",
        "cancel the alarm that is set for eight",
        "schedule lunch next friday",
        "turn off all lights",
        "write me a poem about a programmer who never sleeps",
        "change my name to kofi",
    ],
)
def test_what_needs_no_look_up_hits_none(text: str) -> None:
    assert not [name for name, pattern in LOOK_UP.items() if pattern.search(text)]


def test_kinds_of_things_are_told_apart() -> None:
    hit = {name for name, pattern in KINDS.items() if pattern.search("put the flight from my mail into my calendar")}
    assert hit == {"travel", "mail", "calendar"}


def test_a_moment_is_no_criterion() -> None:
    assert not CRITERIA.search("next friday")
    assert CRITERIA.findall("the cheapest hotel with good reviews under ‹number› euros") == [
        "cheapest",
        "reviews",
        "under ‹number›",
    ]


def test_where_things_stand_is_a_source() -> None:
    assert SOURCE.search("the bill came today")
    assert not SOURCE.search("the weather is nice")


def test_every_pattern_is_compiled() -> None:
    assert all(isinstance(pattern, re.Pattern) for pattern in (*LOOK_UP.values(), *KINDS.values()))
