"""The digest of the reading list."""

from app.briefings.reading import reading
from tests.briefings.life import Life, at, lines

SATURDAY = at(28, 9)


async def test_by_its_tags_newest_first_and_what_has_waited_longest(life: Life) -> None:
    await life.read_later("Roses", "https://www.garden.example/r", "garden", kept=at(1))
    await life.read_later("Vacuum", "https://pg.example/v", "work", kept=at(18))
    await life.read_later("Locks", "https://pg.example/l", "work", kept=at(20))
    await life.read_later("", "https://example.org/essay", kept=at(21))
    sections = await reading(life.occasion("read-later digest", SATURDAY))
    assert [section.title for section in sections] == ["Work", "Others", "Waiting longest"]
    assert lines(sections, "Work") == ["Locks (pg.example)", "Vacuum (pg.example)"]
    assert lines(sections, "Others") == ["https://example.org/essay"]
    assert lines(sections, "Waiting longest") == ["Roses (garden.example), since Sunday 1 November"]


async def test_a_long_list_is_counted(life: Life) -> None:
    for number in range(9):
        await life.read_later(f"Page {number}")
    [section] = await reading(life.occasion("read-later digest", SATURDAY))
    assert (section.title, len(section.items), section.count) == ("To read", 4, 9)


async def test_what_was_read_is_not_spoken_of(life: Life) -> None:
    await life.read_later("Roses")
    [item] = await life.store.read_later.list(life.user.id)
    await life.store.read_later.mark_read(life.user.id, item.id, at(21))
    assert await reading(life.occasion("read-later digest", SATURDAY)) == []
