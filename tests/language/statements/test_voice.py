"""What is written about "the user" is said as they would say it."""

import pytest

from app.language.statements.wording import first_person


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("The user lives in Accra", "I live in Accra"),
        ("User is vegan", "I am vegan"),
        ("User has two kids", "I have two kids"),
        ("The user teaches maths", "I teach maths"),
        ("User studies law", "I study law"),
        ("The user doesn't like tea", "I don't like tea"),
        ("The user's sister is Ama", "my sister is Ama"),
        ("The user loves her dog", "I love my dog"),
        ("I live in Accra", "I live in Accra"),
        ("", ""),
    ],
)
def test_the_third_person_becomes_the_first(written: str, said: str) -> None:
    assert first_person(written) == said
