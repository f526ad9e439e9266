"""What a person is called."""

from pathlib import Path

import pytest

from app.language.statements.facts import name_in
from app.learning.own_name import own_name
from tests.house import open_house


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("my name is Esi", "Esi"),
        ("I'm called Esi Mensah", "Esi Mensah"),
        ("call me Esi.", "Esi"),
        ("I'm Esi", "Esi"),
        ("My name is Esi, not Essie", "Esi"),
        ("je m'appelle Esi", "Esi"),
        ("my sister's name is Ama", ""),
        ("I live in Accra", ""),
        ("", ""),
    ],
)
def test_a_name_is_read_from_what_says_it(statement: str, name: str) -> None:
    assert name_in(statement) == name


async def test_what_they_said_last_counts_and_never_what_others_wrote(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        user = house.owner

        async def told(statement: str, taint: list[str], *, confirmed: bool = True) -> str:
            await house.store.facts.add(
                user.id,
                key="name",
                statement=statement,
                confidence=1,
                source="user",
                turn_id=None,
                taint=taint,
                confirmed=confirmed,
                at=house.clock.now(),
            )
            return await own_name(house.store, user)

        assert await own_name(house.store, user) == user.name
        assert await told("my name is Mallory", ["file a.pdf"], confirmed=False) == user.name
        assert await told("my name is Esi", []) == "Esi"
        assert await told("call me Nana", []) == "Nana"
        assert await told("my name is Mallory", ["file a.pdf"]) == user.name
