"""What comes into a Gmail inbox, at the fake."""

from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.integrations.access import Access
from app.integrations.google import opening
from app.integrations.google.mail_watch import GmailWatch
from tests.fakes.vendors.google_api import GoogleApi


def mail(number: int) -> bytes:
    return f"From: kofi@acme.example\r\nSubject: Number {number}\r\nMessage-ID: <{number}@x>\r\n\r\nx\r\n".encode()


async def test_nothing_is_new_at_first_and_then_what_came_since_oldest_first(fake: GoogleApi, access: Access) -> None:
    fake.mails.comes(mail(0), "INBOX", "UNREAD")
    async with opening.mail_watch(access) as watch:
        first = await watch.news("", 10)
        assert (first.mails, first.missed) == ((), False)
        for number in (1, 2):
            fake.mails.comes(mail(number), "INBOX", "UNREAD")
        fake.mails.comes(mail(3), "SENT")
        then = await watch.news(first.watermark, 10)
        assert [one.subject for one in then.mails] == ["Number 1", "Number 2"]
        assert (await watch.news(then.watermark, 10)).mails == ()


@pytest.mark.parametrize("page", [100, 2])
async def test_what_is_more_than_wanted_comes_the_next_time(fake: GoogleApi, access: Access, page: int) -> None:
    fake.mails.page, told = page, list[str]()
    async with opening.mail_watch(access) as watch:
        watermark = (await watch.news("", 3)).watermark
        for number in range(7):
            fake.mails.comes(mail(number), "INBOX")
        for _ in range(4):
            new = await watch.news(watermark, 3)
            assert len(new.mails) <= 3
            told, watermark = [*told, *(one.subject for one in new.mails)], new.watermark
    assert told == [f"Number {number}" for number in range(7)]


async def test_a_mail_that_is_gone_again_is_not_told(fake: GoogleApi, access: Access) -> None:
    async with opening.mail_watch(access) as watch:
        watermark = (await watch.news("", 5)).watermark
        gone, read = fake.mails.comes(mail(1), "INBOX"), fake.mails.comes(mail(2), "INBOX")
        del fake.mails.kept[gone]
        assert [one.key.uid for one in (await watch.news(watermark, 5)).mails] == [read]


@pytest.mark.parametrize("watermark", ["1001", "not a number"])
async def test_a_state_that_gmail_has_forgotten_says_that_something_may_be_missed(
    fake: GoogleApi, access: Access, watermark: str
) -> None:
    fake.mails.comes(mail(1), "INBOX")
    fake.mails.forgotten = 1002
    async with opening.mail_watch(access) as watch:
        new = await watch.news(watermark, 5)
        assert (new.mails, new.missed) == ((), True)
        fake.mails.comes(mail(2), "INBOX")
        assert [one.subject for one in (await watch.news(new.watermark, 5)).mails] == ["Number 2"]


async def test_it_is_not_asked_again_within_a_minute(fake: GoogleApi, access: Access) -> None:
    clock, slept = ManualClock(access.clock.now()), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.advance(timedelta(seconds=seconds))

    async with opening.mail_watch(access) as opened:
        watch = GmailWatch(opened._calls, clock, sleep)
        await watch.news("", 1)
        assert [await watch.wait(25) for _ in range(3)] == [False, False, True]
    assert slept == [25, 25, 25]
    assert fake.ids() == ["gmail.users.getProfile"]
