"""Whose deed a verb names: an order's, or somebody's."""

import pytest

from app.language.choosing.imperatives import is_ordered, names_deed

MERGE, REVIEW, CHANGE, MOVE = "merge_pull_request", "review_pull_request", "change_github_item", "jira_transition"


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (MERGE, "merge …"),
        (MERGE, "could you please just merge … ?"),
        (MERGE, "tests are green, so merge … now"),
        (MERGE, "I'd like … merged"),
        (MERGE, "… needs to be merged"),
        (MERGE, "would you mind merging … ?"),
        (MERGE, "don't forget to merge …"),
        (MERGE, "why don't you merge …"),
        (MERGE, "… merge please"),
        (REVIEW, "I approve …"),
        (CHANGE, "… was closed too early, reopen it"),
        (CHANGE, "the customer says the bug is back, reopen …"),
        (MOVE, "peux-tu fermer … ?"),
        (MERGE, "il faut fusionner …"),
        (MERGE, "fusionne … stp"),
        ("slack_post", "post … in …"),
    ],
)
def test_an_order_is_one(tool: str, said: str) -> None:
    assert is_ordered(tool, said)


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (MERGE, "Kofi merged …"),
        (MERGE, "I might merge …"),
        (MERGE, "Kofi will merge …"),
        (MERGE, "ask Kofi to merge …"),
        (MERGE, "he keeps saying merge …"),
        (MERGE, "Ama thinks … should be merged"),
        (MERGE, "there's no need to merge …"),
        (MERGE, "… isn't ready to merge"),
        (MERGE, "can I merge … ?"),
        (MERGE, "wait with merging …"),
        (MERGE, "merging … would be a mistake"),
        (MERGE, "would you have merged … ?"),
        (REVIEW, "Kofi approved …"),
        (CHANGE, "it's too early to close …"),
        (MOVE, "I forgot to close …"),
        (MERGE, "Kofi dit qu'il faut fusionner …"),
        (MERGE, "je pense fusionner …"),
        (MOVE, "j'hésite à fermer …"),
        (MERGE, "supposons qu'on fusionne …"),
    ],
)
def test_what_is_somebodys_deed_is_none(tool: str, said: str) -> None:
    assert is_ordered(tool, said) is False


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (MERGE, "press the merge button on …"),
        (REVIEW, "give … my approval"),
        (MERGE, "move … to done"),
        ("slack_post", "tell … that I merged it"),
        ("read_github_item", "read …"),
        (MERGE, ""),
    ],
)
def test_where_no_verb_names_the_deed_nothing_is_said_of_it(tool: str, said: str) -> None:
    assert is_ordered(tool, said) is None
    assert not names_deed(tool, said)


def test_no_text_takes_long() -> None:
    for said in ("merge " * 5_000, "please " * 5_000 + "merge", "a " * 20_000, "needs " * 9_000 + "merged"):
        assert is_ordered(MERGE, said) in (True, False, None)
