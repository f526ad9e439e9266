"""What comes into an inbox at Microsoft, against our Graph server."""

from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.integrations.access import Access
from app.integrations.microsoft import mail_watch, opening
from tests.fakes.vendors.graph import Fault, GraphServer
from tests.fakes.vendors.graph.mails import deliver
from tests.integrations.microsoft.test_mail import mime


async def test_only_what_came_after_the_watermark_is_told_once_oldest_first(
    server: GraphServer, access: Access
) -> None:
    for number in range(40):
        deliver(server.world, mime(f"Old {number}"))
    async with opening.mail_watch(access) as watch:
        assert isinstance(access.clock, ManualClock)
        access.clock.set(server.world.now + timedelta(seconds=1))
        first = await watch.news("", 10)
        assert first.mails == ()
        asked = len(server.asked)
        assert asked <= 2
        for subject in ("One", "Two"):
            deliver(server.world, mime(subject))
        deliver(server.world, mime("Mine"), where="sentitems")
        news = await watch.news(first.watermark, 10)
        assert [one.subject for one in news.mails] == ["One", "Two"]
        assert not news.missed
        assert (await watch.news(news.watermark, 10)).mails == ()


async def test_a_mail_that_is_only_read_elsewhere_is_no_news(server: GraphServer, access: Access) -> None:
    async with opening.mail_watch(access) as watch:
        start = await watch.news("", 10)
        item = deliver(server.world, mime("One"))
        first = await watch.news(start.watermark, 10)
        server.world.journal.append(("updated", item["id"]))
        server.world.journal.append(("removed", "gone"))
        assert [one.subject for one in first.mails] == ["One"]
        assert (await watch.news(first.watermark, 10)).mails == ()


async def test_more_than_is_wanted_comes_in_pieces_and_none_is_lost(server: GraphServer, access: Access) -> None:
    async with opening.mail_watch(access) as watch:
        watermark = (await watch.news("", 10)).watermark
        for number in range(5):
            deliver(server.world, mime(f"Mail {number}"))
        told: list[str] = []
        for _ in range(4):
            news = await watch.news(watermark, 2)
            assert len(news.mails) <= 2
            told += [one.subject for one in news.mails]
            watermark = news.watermark
    assert told == [f"Mail {number}" for number in range(5)]


@pytest.mark.parametrize("status", [410, 404, 400])
async def test_a_watermark_that_is_none_any_more_is_said_to_have_missed(
    server: GraphServer, access: Access, status: int
) -> None:
    async with opening.mail_watch(access) as watch:
        watermark = (await watch.news("", 10)).watermark
        server.fail(Fault(on="delta", status=status))
        news = await watch.news(watermark, 10)
        assert (news.mails, news.missed) == ((), True)
        deliver(server.world, mime("Seen"))
        assert [one.subject for one in (await watch.news(news.watermark, 10)).mails] == ["Seen"]


async def test_waiting_asks_nothing_and_takes_a_minute_at_least(
    server: GraphServer, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(mail_watch.asyncio, "sleep", sleep)
    async with opening.mail_watch(access) as watch:
        assert await watch.wait(5)
        assert await watch.wait(300)
    assert waited == [60, 300]
    assert server.asked == []
