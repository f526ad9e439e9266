"""Several times, days or parts of the day in one repetition, and how often in other words. Said on Thursday 19 November 2026 at 14:00."""

import pytest

from tests.language.time.said import read_rule


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("mondays and thursdays at 7", "FREQ=WEEKLY;BYDAY=MO,TH from Mon 23 Nov 07:00"),
        ("every mon, wed n fri 6.30am", "FREQ=WEEKLY;BYDAY=MO,WE,FR from Fri 20 Nov 06:30"),
        ("mon wed fri at 6am", "FREQ=WEEKLY;BYDAY=MO,WE,FR from Fri 20 Nov 06:00"),
        ("tue/thu 7pm", "FREQ=WEEKLY;BYDAY=TU,TH from Thu 19 Nov 19:00"),
        ("mon-fri at 9", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 09:00"),
        ("monday to friday at 7am", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 07:00"),
        ("mondays at 7 and thursdays at 7", "FREQ=WEEKLY;BYDAY=MO,TH from Mon 23 Nov 07:00"),
        ("every monday and every thursday at 7", "FREQ=WEEKLY;BYDAY=MO,TH from Mon 23 Nov 07:00"),
        ("8am and 8pm daily", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("at 8 and 20 every day", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("at 7am, 1pm and 9pm every day", "FREQ=DAILY;BYHOUR=7,13,21;BYMINUTE=0 from Thu 19 Nov 21:00"),
        ("6 and 6pm every day", "FREQ=DAILY;BYHOUR=6,18;BYMINUTE=0 from Thu 19 Nov 18:00"),
        ("every day at 8 and 8", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("twice a day at 8 and 8", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("twice a day morning and night", "FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0 from Thu 19 Nov 21:00"),
        ("every morning and evening", "FREQ=DAILY;BYHOUR=9,19;BYMINUTE=0 from Thu 19 Nov 19:00"),
        ("every morning and night at 8", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("every day in the morning and in the evening", "FREQ=DAILY;BYHOUR=9,19;BYMINUTE=0 from Thu 19 Nov 19:00"),
        ("every other saturday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA from Sat 21 Nov"),
        ("every two weeks on friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR from Fri 20 Nov"),
        ("the last working day of each month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 from Mon 30 Nov"),
        ("weekdays except friday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH from Mon 23 Nov"),
        ("every day but sunday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA from Fri 20 Nov"),
        ("1st and 15th of the month", "FREQ=MONTHLY;BYMONTHDAY=1,15 from Tue 01 Dec"),
        ("8 hourly", "FREQ=HOURLY;INTERVAL=8 from Thu 19 Nov 22:00"),
        ("4-hourly", "FREQ=HOURLY;INTERVAL=4 from Thu 19 Nov 18:00"),
        ("once in 2 weeks", "FREQ=WEEKLY;INTERVAL=2 from Thu 26 Nov"),
        ("once in two days", "FREQ=DAILY;INTERVAL=2 from Fri 20 Nov"),
        ("once in a week", "FREQ=WEEKLY from Thu 26 Nov"),
        ("twice in a week on monday and friday", "FREQ=WEEKLY;BYDAY=MO,FR from Fri 20 Nov"),
        ("3 times in a day at 8, 2 and 8pm", "FREQ=DAILY;BYHOUR=8,14,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("every weekday bar friday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH from Mon 23 Nov"),
        ("every day minus sunday at 7", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA from Fri 20 Nov 07:00"),
        ("mon to thurs 6pm", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH from Thu 19 Nov 18:00"),
        ("mon-thu 6pm", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH from Thu 19 Nov 18:00"),
        ("all weeks on monday", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov"),
        ("all months on the 5", "FREQ=MONTHLY;BYMONTHDAY=5 from Sat 05 Dec"),
        ("every 5 of the month", "FREQ=MONTHLY;BYMONTHDAY=5 from Sat 05 Dec"),
        ("each 15 of the month at 9", "FREQ=MONTHLY;BYMONTHDAY=15 from Tue 15 Dec 09:00"),
        ("every month the 5", "FREQ=MONTHLY;BYMONTHDAY=5 from Sat 05 Dec"),
        ("daily 6am 2pm 10pm", "FREQ=DAILY;BYHOUR=6,14,22;BYMINUTE=0 from Thu 19 Nov 22:00"),
        ("three times daily 8am 2pm 8pm", "FREQ=DAILY;BYHOUR=8,14,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("every 12hrs starting 8am", "FREQ=HOURLY;INTERVAL=12 from Fri 20 Nov 08:00"),
    ],
)
def test_a_list_is_one_repetition(said: str, when: str) -> None:
    assert read_rule(said) == when


@pytest.mark.parametrize(
    "said",
    [
        "twice a day",
        "twice a day at 8",
        "every monday at 7 and friday at 5",
        "sat and sun at 9 every week",
        "once in a while",
        "the hourly rate",
    ],
)
def test_half_a_list_is_no_repetition(said: str) -> None:
    assert read_rule(said) == ""
