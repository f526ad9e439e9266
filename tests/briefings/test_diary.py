"""The digest of the journal."""

from app.briefings.diary import diary
from tests.briefings.life import Life, at, lines


async def test_a_week_of_it_in_its_writers_words_oldest_first(life: Life) -> None:
    await life.journal(10, "too old")
    await life.journal(17, "The projector died.", "tired")
    await life.journal(21, "Beach with Esi.")
    await life.journal(22, "Jollof. " * 40, "calm")
    [section] = await diary(life.occasion("journal digest", at(22, 19)))
    first, second, third = lines([section])
    assert (first, second) == ("Tuesday (tired): The projector died", "Yesterday: Beach with Esi")
    assert third.startswith("Today (calm): Jollof. Jollof.")
    assert third.endswith("…")


async def test_nothing_written_is_nothing_said(life: Life) -> None:
    assert await diary(life.occasion("journal digest", at(22, 19))) == []
