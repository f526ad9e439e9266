"""Lines under headings: in order, one line each, never more than fit a phone."""

from datetime import time

from app.briefings.section import MOST, Item, Section, arranged, capital, clipped


def test_an_item_says_its_hour_its_words_and_its_aside() -> None:
    assert Item("call the bank", time(9, 30)).said == "09:30 Call the bank"
    assert Item("pay rent", aside="since Friday").said == "Pay rent, since Friday"


def test_sections_of_one_title_are_one_and_hours_come_first() -> None:
    one = Section("Today", (Item("b"), Item("late", time(18))), (1,))
    other = Section("Today", (Item("early", time(7)),), (1,))
    first = Section("First", (Item("x"),), (0,))
    sections = arranged([one, other, Section("Empty", ()), first])
    assert [section.title for section in sections] == ["First", "Today"]
    assert [item.text for item in sections[1].items] == ["early", "late", "b"]


def test_what_is_too_much_is_counted() -> None:
    [section] = arranged([Section("Today", tuple(Item(str(number)) for number in range(MOST + 3)))])
    assert (len(section.items), section.more, section.count) == (MOST, 3, MOST + 3)


def test_stored_text_stays_one_line_of_its_length() -> None:
    assert clipped("two\nlines\u200b here.") == "two lines here"
    assert len(clipped("word " * 500)) <= 160
    assert clipped("word " * 500).endswith("…")


def test_an_address_keeps_its_letters() -> None:
    assert (capital("milk"), capital("https://a.example/x")) == ("Milk", "https://a.example/x")
