"""The text of an itemBody."""

import pytest

from app.integrations.microsoft.bodies import MOST_CHARACTERS, text_of


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"contentType": "text", "content": "One\r\n\r\n\r\nTwo <b>"}, "One\n\nTwo <b>"),
        ({"contentType": "html", "content": "<p>One</p><script>x</script><p>Two &lt;</p>"}, "One\n\nTwo <"),
        ({"contentType": "HTML", "content": "<b>x"}, "x"),
        ({"content": 7}, ""),
        ({}, ""),
    ],
)
def test_a_body_is_what_it_says(body: dict[str, object], said: str) -> None:
    assert text_of(body) == said


def test_a_long_body_is_cut() -> None:
    assert len(text_of({"contentType": "html", "content": "<p>word</p>" * 50_000})) <= MOST_CHARACTERS
