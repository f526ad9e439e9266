"""A message of a team's chat, as people name it."""

import pytest

from app.language.team_messages import last_message


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Ben's last message in #garden", ("Ben", "#garden")),
        ("the last message from Ben in the garden channel", ("Ben", "garden")),
        ("the latest one in #garden", ("", "#garden")),
        ("le dernier message de Ben dans #garden", ("Ben", "#garden")),
        ("Ben's last message", None),
        ("#garden/1796002454.000160", None),
        ("", None),
    ],
)
def test_the_last_message(words: str, found: tuple[str, str] | None) -> None:
    assert last_message(words) == found
