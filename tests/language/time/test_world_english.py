"""Times as people say them whose first language is another, or whose English is West African. Said on Thursday 19 November 2026 at 14:00."""

import pytest

from tests.language.time.said import read, read_rule


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("at 7 of the morning", "Fri 2026-11-20 07:00"),
        ("5 of the afternoon", "Thu 2026-11-19 17:00"),
        ("9 in the night", "Thu 2026-11-19 21:00"),
        ("by 8 the evening", "Thu 2026-11-19 20:00"),
        ("at 8 in morning", "Fri 2026-11-20 08:00"),
        ("tomorrow in the morning at 8", "Fri 2026-11-20 08:00"),
        ("tomorrow 8 the morning", "Fri 2026-11-20 08:00"),
        ("in evening", "Thu 2026-11-19 19:00"),
        ("at the evening", "Thu 2026-11-19 19:00"),
        ("at 7h of the morning", "Fri 2026-11-20 07:00"),
        ("the morning at 8", "Fri 2026-11-20 08:00"),
        ("at 7 and a half", "Thu 2026-11-19 19:30"),
        ("7 evening", "Thu 2026-11-19 19:00"),
        ("tomorrow 7 evening", "Fri 2026-11-20 19:00"),
        ("monday 8 morning", "Mon 2026-11-23 08:00"),
        ("by morning", "Fri 2026-11-20 09:00"),
        ("in the evening time", "Thu 2026-11-19 19:00"),
        ("tomorrow evening time", "Fri 2026-11-20 19:00"),
        ("at 10 hours", "Fri 2026-11-20 10:00"),
        ("at 18 hours", "Thu 2026-11-19 18:00"),
        ("at 14 hours 30", "Thu 2026-11-19 14:30"),
        ("tomorrow at 14 hours 30 minutes", "Fri 2026-11-20 14:30"),
        ("the 25th of this month at 10 hours", "Wed 2026-11-25 10:00"),
        ("the day 15", "Tue 2026-12-15"),
        ("on the day 25 at 9", "Wed 2026-11-25 09:00"),
        ("day 15 of march", "Mon 2027-03-15"),
        ("day 3 of next month", "Thu 2026-12-03"),
        ("in 2 weeks on Monday", "Mon 2026-11-30"),
        ("the next Tuesday", "Tue 2026-11-24"),
        ("this Friday coming", "Fri 2026-11-20"),
        ("Friday next week", "Fri 2026-11-27"),
        ("next tomorrow", "Sat 2026-11-21"),
        ("next tomorrow at 5", "Sat 2026-11-21 17:00"),
        ("next next week", "Mon 2026-11-30"),
        ("all the Mondays", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov"),
        ("all Mondays at 7", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov 07:00"),
        ("all days at 7", "FREQ=DAILY from Fri 20 Nov 07:00"),
        ("all the evenings", "FREQ=DAILY from Thu 19 Nov 19:00"),
        ("each and every day at 6", "FREQ=DAILY from Thu 19 Nov 18:00"),
        ("every of Friday at 6", "FREQ=WEEKLY;BYDAY=FR from Fri 20 Nov 18:00"),
        ("each of Monday", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov"),
        ("each 2 hours", "FREQ=HOURLY;INTERVAL=2 from Thu 19 Nov 16:00"),
        ("every after 2 days", "FREQ=DAILY;INTERVAL=2 from Fri 20 Nov"),
        ("after every 2 hours", "FREQ=HOURLY;INTERVAL=2 from Thu 19 Nov 16:00"),
        ("every month end", "FREQ=MONTHLY;BYMONTHDAY=-1 from Mon 30 Nov"),
    ],
)
def test_words_in_another_order_are_read(said: str, when: str) -> None:
    assert (read_rule(said) or read(said)) == when


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("2 days to 12 December", "Thu 2026-12-10"),
        ("a day to christmas at 9", "Thu 2026-12-24 09:00"),
        ("tomorrow 5 sharp", "Fri 2026-11-20 17:00"),
        ("at 5 on the dot", "Thu 2026-11-19 17:00"),
        ("early tomorrow", "Fri 2026-11-20 07:00"),
        ("very early on friday", "Fri 2026-11-20 07:00"),
        ("early morning tomorrow", "Fri 2026-11-20 07:00"),
        ("late in the evening", "Thu 2026-11-19 22:00"),
        ("mid-afternoon", "Thu 2026-11-19 15:30"),
        ("tomorrow mid-morning", "Fri 2026-11-20 09:30"),
        ("in abt 2 hrs", "Thu 2026-11-19 16:00"),
        ("an hr n half", "Thu 2026-11-19 15:30"),
        ("qtr past 5", "Thu 2026-11-19 17:15"),
        ("in the next hour", "Thu 2026-11-19 15:00"),
        ("in 2 weeks time on friday", "Fri 2026-12-04"),
        ("friday by 5pm latest", "Fri 2026-11-20 17:00"),
        ("not later than friday", "Fri 2026-11-20"),
        ("this coming weekend", "Sat 2026-11-21"),
        ("in two fridays", "Fri 2026-11-27"),
        ("30 mins before my 5pm meeting", "Thu 2026-11-19 16:30"),
        ("the next two fridays", "FREQ=WEEKLY;BYDAY=FR;COUNT=2 from Fri 20 Nov"),
        ("every last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1 from Mon 30 Nov"),
        ("every 15th and last day of the month", "FREQ=MONTHLY;BYMONTHDAY=15,-1 from Mon 30 Nov"),
        ("once daily at 8", "FREQ=DAILY from Fri 20 Nov 08:00"),
        ("tomorrow but one", "Sat 2026-11-21"),
        ("month end", "Mon 2026-11-30"),
        ("noon time", "Fri 2026-11-20 12:00"),
    ],
)
def test_how_early_how_late_and_how_exactly_is_read(said: str, when: str) -> None:
    assert (read_rule(said) or read(said)) == when


@pytest.mark.parametrize(
    "said",
    [
        "an hour before the match at 7",
        "2 days to my wedding on 12 december",
        "the day before each month end",
    ],
)
def test_half_of_what_was_said_is_no_time(said: str) -> None:
    assert (read_rule(said) or read(said)) == ""
