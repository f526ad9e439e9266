"""What is believed of what a model hears. (That it hears is shown by test_embedded.)"""

import pytest

from app.models.speech.whisper import Heard


@pytest.mark.parametrize(
    ("text", "sure", "doubtful"),
    [
        ("Remind me to call the dentist tomorrow.", -0.2, False),
        ("", 0.0, False),
        ("Yes, yes, yes.", -0.2, False),
        ("Remind me to call the dentist tomorrow.", -1.3, True),
        ("the man, " * 20, -0.2, True),
        ("ok " * 60, -0.1, True),
    ],
)
def test_improbable_words_and_words_that_go_round_in_circles_are_doubted(
    text: str, sure: float, doubtful: bool
) -> None:
    assert Heard(text, "en", sure).doubtful == doubtful
