"""What people read about what came late or was missed."""

from datetime import UTC, datetime, timedelta

from app.timetable.wording import LISTED, Moment, Reader, late_list, late_text, missed_text, set_aside_text

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
PARIS = Reader("Europe/Paris", NOON)


def test_what_is_late_says_when_it_was_due_on_the_readers_clock() -> None:
    assert late_text(Moment("call mum", NOON), PARIS) == "call mum\n(Late: this was due today at 13:00.)"
    assert "(and 2 earlier)" in late_text(Moment("call mum", NOON, earlier=2), PARIS)
    assert "(and over 999 earlier)" in late_text(Moment("call mum", NOON, earlier=999, has_older=True), PARIS)


def test_one_that_was_missed_is_a_sentence_and_several_are_a_list() -> None:
    one = Moment("call mum", NOON - timedelta(days=30))
    assert missed_text([one], PARIS) == "Missed while I was off: call mum — it was due Monday 8 February at 13:00."
    several = missed_text([one, Moment("stretch", NOON, earlier=4)], PARIS)
    assert several.splitlines() == [
        "Missed while I was off:",
        "- call mum — due Monday 8 February at 13:00",
        "- stretch — due today at 13:00 (and 4 earlier)",
    ]


def test_a_long_list_of_missed_ones_says_how_many_more() -> None:
    many = [Moment(str(number), NOON) for number in range(LISTED + 3)]
    assert missed_text(many, PARIS).splitlines()[-1] == "- and 3 more"


def test_of_what_is_late_nothing_is_left_out() -> None:
    texts = late_list([Moment(f"thing {number}", NOON) for number in range(2 * LISTED + 1)], PARIS)
    assert len(texts) == 3
    assert all(f"thing {number} " in "\n".join(texts) for number in range(2 * LISTED + 1))


def test_a_zone_nobody_knows_is_read_as_utc() -> None:
    assert "at 12:00" in late_text(Moment("call mum", NOON), Reader("Europe/Atlantis", NOON))


def test_what_is_set_aside_says_what_to_do() -> None:
    assert set_aside_text(["plants"]).startswith("“plants” is paused")
    assert set_aside_text(["plants", "news"]).startswith("“plants”, “news” are paused")
