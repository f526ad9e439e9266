"""The buttons under an answer."""

import pytest

from app.conversation.buttons import choices


@pytest.mark.parametrize(
    ("number", "language", "labels"),
    [
        ("", "en", ["Confirm", "Cancel", "Edit"]),
        (" #2", "en", ["Confirm #2", "Cancel #2", "Edit #2"]),
        ("", "fr", ["Confirmer", "Annuler", "Modifier"]),
    ],
)
def test_each_call_that_waits_has_its_three_buttons(number: str, language: str, labels: list[str]) -> None:
    made = choices("a1", number, language)
    assert [one.label for one in made] == labels
    assert [(one.verb, one.target) for one in made] == [("confirm", "a1"), ("cancel", "a1"), ("edit", "a1")]
