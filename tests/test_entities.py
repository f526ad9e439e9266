"""Characters that markup refers to, also those that nobody could mean."""

import pytest

from app.entities import unescaped


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tom &amp; Ama", "Tom & Ama"),
        ("&#39;yes&#x27;", "'yes'"),
        ("&#" + "9" * 5_000 + ";", "&#" + "9" * 5_000 + ";"),
        ("", ""),
    ],
)
def test_they_stand_in_their_place(text: str, said: str) -> None:
    assert unescaped(text) == said
