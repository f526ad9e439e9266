"""A message of a team's chat, as people name it."""

import pytest

from app.language.team_messages import Named, is_in_channel, last_message


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Ben's last message in #garden", Named("Ben", "#garden", "")),
        ("the last message from Ben in the garden channel", Named("Ben", "garden", "")),
        ("the latest one in #garden", Named("", "#garden", "")),
        ("le dernier message de Ben dans #garden", Named("Ben", "#garden", "")),
        ("Ben's last message", Named("Ben", "", "")),
        ("Ben's message in garden", Named("Ben", "garden", "")),
        ("that last one from Ben in the garden", Named("Ben", "garden", "")),
        ("message d'Ana sur la panne", Named("Ana", "", "panne")),
        ("Ana's post about the broken hose", Named("Ana", "", "broken hose")),
        ("Ana dans jardin", Named("Ana", "jardin", "")),
        ("the message about the hose", None),
        ("Ana", None),
        ("#garden/1796002454.000160", None),
        ("", None),
    ],
)
def test_the_last_message(words: str, found: Named | None) -> None:
    assert last_message(words) == found


def test_a_channel_tells_a_message_from_a_mail() -> None:
    assert is_in_channel("Ana's message in garden")
    assert not is_in_channel("Ana's message")
    assert not is_in_channel("it")
