"""One event: what its user knows it by, and the mark that the clock asked for it."""

from datetime import timedelta

from tests.conversation.lane import ONE, Lane, schedule, start


async def test_what_was_asked_bears_the_mark_of_the_clock(quick: Lane) -> None:
    await schedule(quick.house, "check the weather", name="weather check", at=ONE - timedelta(minutes=3))
    await schedule(quick.house, "list my tasks", at=ONE - timedelta(minutes=2))
    await schedule(quick.house, "", name="daily briefing", at=ONE - timedelta(minutes=1))
    await schedule(quick.house, f"tell me {'more and ' * 30}more", name="")
    await start(quick)
    await quick.house.background.drain()
    asked = [event.asked for event in quick.events]
    assert asked[:3] == [
        "(scheduled: weather check) check the weather",
        "(scheduled: list my tasks)",
        "(scheduled: daily briefing)",
    ]
    assert quick.events[3].name.endswith("…")
    assert len(quick.events[3].name) <= 60


async def test_its_moments_are_said_on_its_users_clock(quick: Lane) -> None:
    await schedule(quick.house, "list my tasks")
    await start(quick)
    await quick.house.background.drain()
    [event] = quick.events
    assert f"{event.local(ONE):%H:%M}" == "14:00"
