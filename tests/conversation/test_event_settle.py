"""The end of an event: said everywhere and remembered, or nothing at all; its schedule waits for its next moment either way."""

import pytest

from app.bootstrap.services import Services
from app.charts.selection import charts_in
from app.conversation.event import Event, Said
from app.conversation.event_settle import event_lease
from tests.charts.drawn import week
from tests.conversation.lane import ONE, Lane, endings, pass_time, said, schedule, start


async def test_the_conversation_remembers_what_was_said_first_and_who_asked_for_it(stored_house: Services) -> None:
    await schedule(stored_house, "list my tasks", name="morning list")
    await pass_time(stored_house, ONE)
    [turn] = await stored_house.store.turns.recent(stored_house.owner.id, 5)
    [entry] = await said(stored_house)
    assert (turn.channel, turn.text) == ("clock", "(scheduled: morning list) list my tasks")
    assert turn.reply == entry.body["text"]
    shown = str(await stored_house.resources.histories.load(stored_house.owner.id))
    assert "(scheduled: morning list) list my tasks" in shown
    assert turn.reply in shown


class TestSilence:
    """...leaves its row and the books of what ran, and nothing else."""

    @pytest.mark.parametrize(
        "answer", [Said(""), Said("No_Response_Needed"), Said("“No_Response_Needed.”"), Said("much", silent=True)]
    )
    async def test_leaves_the_occurrence_alone(self, quick: Lane, answer: Said) -> None:
        quick.says = lambda _: answer
        task = await schedule(quick.house, "look for news")
        await start(quick)
        await quick.house.background.drain()
        assert await endings(quick.house, task) == [("ran", "silent")]
        assert await said(quick.house) == []
        assert await quick.house.store.turns.count(quick.house.owner.id) == 0
        assert await quick.state_of(task) == "ACTIVE"
        assert await quick.house.store.leases.get(event_lease(quick.house.owner.id)) is None

    async def test_the_token_is_shown_to_nobody(self, quick: Lane) -> None:
        quick.says = lambda _: Said("It will rain.\nNo_Response_Needed")
        await schedule(quick.house, "look for news")
        await start(quick)
        await quick.house.background.drain()
        [entry] = await said(quick.house)
        assert entry.body["text"] == "It will rain."


async def test_what_a_schedule_had_read_when_it_was_set_its_turn_has_read(quick: Lane) -> None:
    await schedule(quick.house, "news", taint=["a mail of somebody's"])
    await start(quick)
    await quick.house.background.drain()
    assert quick.events[0].turn.taint.sources == ["a mail of somebody's"]
    [turn] = await quick.house.store.turns.recent(quick.house.owner.id, 1)
    assert turn.taint == ["a mail of somebody's"]


@pytest.mark.parametrize(("failed", "shown"), [(False, [week().title]), (True, [])])
async def test_what_was_drawn_goes_along_where_it_came_to_something(
    quick: Lane, failed: bool, shown: list[str]
) -> None:
    def drawing(event: Event) -> Said:
        event.turn.books.charts.append(week())
        return Said("You slept well.", failed=failed)

    quick.says = drawing
    await schedule(quick.house, "how did I sleep?")
    await start(quick)
    await quick.house.background.drain()
    [entry] = await said(quick.house)
    assert [chart.title for chart in charts_in(entry.body)] == shown
