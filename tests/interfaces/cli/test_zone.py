"""Whoever talks in a terminal on a machine that runs on UTC is asked once where their clock is; nobody else is."""

from collections.abc import Sequence

import pytest

from app.bootstrap.services import Services
from app.interfaces.cli.zone import ask_zone
from tests.e2e.commands import Machine


async def _asked(house: Services, *lines: str | None) -> tuple[list[str], str]:
    """The questions that were put, answered by these lines, and what was written."""
    questions: list[str] = []
    written: list[str] = []
    answers: Sequence[str | None] = [*lines, None]

    async def read(question: str) -> str | None:
        questions.append(question)
        return answers[len(questions) - 1]

    await ask_zone(house, read, written.append)
    return questions, "".join(written)


async def _zone(house: Services) -> tuple[str, str]:
    user = await house.store.users.get(house.owner.id)
    assert user is not None
    return user.time_zone, user.zone_source


@pytest.fixture
async def unknown(house: Services) -> Services:
    await house.store.users.set_zone(house.owner.id, "UTC", "system")
    return house


async def test_a_city_is_kept_and_nobody_asks_again(unknown: Services) -> None:
    questions, said = await _asked(unknown, "Accra")
    assert len(questions) == 1
    assert "Enter keeps this machine's clock, UTC" in questions[0]
    assert "Your time zone is Africa/Accra, where it is 12:00." in said
    assert await _zone(unknown) == ("Africa/Accra", "user")
    assert (await _asked(unknown, "Tokyo"))[0] == []


async def test_enter_takes_the_machines_and_nobody_asks_again(unknown: Services) -> None:
    await _asked(unknown, "")
    assert await _zone(unknown) == ("UTC", "user")
    assert (await _asked(unknown, "Tokyo"))[0] == []


async def test_a_place_nobody_knows_is_asked_about_again(unknown: Services) -> None:
    questions, said = await _asked(unknown, "Atlantis", "Tokyo")
    assert len(questions) == 2
    assert "“Atlantis”" in said
    assert (await _zone(unknown))[0] == "Asia/Tokyo"


async def test_who_leaves_the_question_is_asked_another_time(unknown: Services) -> None:
    await _asked(unknown, None)
    assert await _zone(unknown) == ("UTC", "system")


@pytest.mark.parametrize(
    ("zone", "source"), [("Europe/Paris", "system"), ("UTC", "user"), ("UTC", "setting"), ("UTC", "browser")]
)
async def test_who_is_known_to_be_somewhere_is_not_asked(house: Services, zone: str, source: str) -> None:
    await house.store.users.set_zone(house.owner.id, zone, source)
    assert (await _asked(house, "Tokyo"))[0] == []


def test_no_pipe_and_no_script_is_asked(machine: Machine) -> None:
    for said in (
        machine.run("chat", stdin=b"hello\n", TIME_ZONE="", TZ="UTC"),
        machine.ask("hello", TIME_ZONE="", TZ="UTC"),
    ):
        assert (said.code, "city" in said.read) == (0, False)
