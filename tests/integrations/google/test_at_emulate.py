"""Gmail and Google Calendar at `emulate`, which others wrote: what it has of them works there as at our fake.

It has no profile, no negated places, no single event, no changes of one and no rules; it doesn't know `rfc822msgid:` (it cuts off a sign too few) takes no ids,
and its raw mails have a head twice."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.errors import NotFound
from app.integrations.access import Access
from app.integrations.calendar.event import Event, Guest
from app.integrations.files.port import FileQuery, NewFile
from app.integrations.google import opening
from app.integrations.mail.mime import read_letter
from app.integrations.mail.writing import Draft, as_message
from app.integrations.ports import MailQuery
from tests.integrations.google.account import account_at
from tests.servers.emulate import ANA, Emulate, emulate

KOFI = "kofi@acme.example"
AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Paris")


def seeded(number: int, subject: str, text: str, *labels: str) -> dict[str, object]:
    return {
        "id": f"m{number}",
        "from": "Kofi Boateng <kofi@acme.example>",
        "to": ANA,
        "subject": subject,
        "body_text": text,
        "label_ids": list(labels),
        "date": f"2026-05-0{number}T10:00:00Z",
        "message_id": f"<{number}@acme.example>",
    }


MAILS = [
    seeded(1, "Invoice 214", "please pay 480", "INBOX", "UNREAD"),
    seeded(2, "Lunch", "on sunday?", "INBOX"),
    seeded(3, "Reminder", "the invoice again", "INBOX", "UNREAD"),
]
BOOKS = [{"id": "primary", "summary": "Ana", "time_zone": "Europe/Paris", "primary": True}]


FILES = [
    {"id": "legal-folder", "name": "Legal", "mime_type": "application/vnd.google-apps.folder", "user_email": ANA},
    {
        "id": "contract",
        "name": "Contract.txt",
        "mime_type": "text/plain",
        "parent_ids": ["legal-folder"],
        "data": "Between Ana and Kofi",
        "user_email": ANA,
    },
]


@pytest.fixture(scope="module")
def server() -> Iterator[Emulate]:
    with emulate(messages=MAILS, calendars=BOOKS, drive_items=FILES) as running:
        yield running


@pytest.fixture
def access(server: Emulate) -> Access:
    return account_at(server.url, "any")


@pytest.mark.parametrize(
    ("query", "subjects"),
    [
        (MailQuery(), ["Reminder", "Lunch", "Invoice 214"]),
        (MailQuery(words="invoice"), ["Reminder", "Invoice 214"]),
        (MailQuery(sender="kofi", subject="lunch"), ["Lunch"]),
        (MailQuery(sender="kofi@acme.example", recipient=ANA, subject="lunch"), ["Lunch"]),
        (MailQuery(unread=True), ["Reminder", "Invoice 214"]),
        (
            MailQuery(since=datetime(2026, 5, 2, tzinfo=UTC).date(), until=datetime(2026, 5, 2, tzinfo=UTC).date()),
            ["Lunch"],
        ),
        (MailQuery(folder="trash"), []),
    ],
)
async def test_mails_are_found_there(access: Access, query: MailQuery, subjects: list[str]) -> None:
    async with opening.mail(access) as box:
        assert [one.subject for one in await box.search(query, 10)] == subjects


async def test_a_mail_is_read_marked_and_moved_there(access: Access) -> None:
    async with opening.mail(access) as box:
        [found] = await box.search(MailQuery(subject="lunch", folder="*"), 5)
        assert read_letter(await box.fetch(found.key) or b"").text.endswith("on sunday?")
        assert await box.mark(found.key, unread=True)
        assert (await box.search(MailQuery(subject="lunch"), 1))[0].is_unread
        for place in ("trash", "inbox"):
            assert await box.move(found.key, place) == found.key
            assert [one.key for one in await box.search(MailQuery(subject="lunch", folder=place), 5)] == [found.key]
        assert await box.mark(found.key, unread=False)
        with pytest.raises(NotFound, match="Rent"):
            await box.move(found.key, "Rent")


async def test_a_mail_is_sent_there_and_found_and_a_draft_kept(access: Access) -> None:
    message = as_message(Draft((KOFI,), "On Friday", "I'll pay."), ANA, message_id="<ours@kwasi>", at=AT)
    async with opening.mail(access) as box:
        await box.send(message, ANA, [KOFI])
        [sent] = await box.search(MailQuery(folder="sent", message_id="<ours@kwasi>"), 1)
        assert sent.subject == "On Friday"
        assert await box.search(MailQuery(folder="sent", message_id="<other@kwasi>"), 1) == []
        key = await box.draft(message)
        assert [one.key for one in await box.search(MailQuery(folder="drafts"), 1)] == [key]


async def test_what_comes_is_told_there_by_its_history(access: Access) -> None:
    async with opening.mail_watch(access) as watch:
        new = await watch.news("1", 10)
        assert sorted(one.subject for one in new.mails) == ["Invoice 214", "Lunch", "Reminder"]
        assert (await watch.news(new.watermark, 10)).mails == ()


async def test_an_event_is_put_there_listed_and_makes_one_busy(access: Access) -> None:
    start = datetime(2026, 5, 4, 9, tzinfo=ZONE)
    event = Event(
        uid="u1", key="u1", title="Dentist", start=start, end=start + timedelta(hours=1), guests=(Guest("", KOFI),)
    )
    async with opening.calendar(access) as calendars:
        [book] = await calendars.calendars()
        assert book.is_default
        made = await calendars.create(event, zone=ZONE, at=AT)
        [found] = await calendars.between(start, start + timedelta(days=1), zone=ZONE)
        assert (found.title, found.start, found.end) == ("Dentist", start, start + timedelta(hours=1))
        assert [one.address for one in found.guests] == [KOFI]
        assert found.href == made.href
        busy = await calendars.busy(["primary", KOFI], start, start + timedelta(days=1))
        assert [one.start for one in busy["primary"] or ()] == [start]


async def test_files_are_listed_read_and_put_there(access: Access) -> None:
    """emulate looks into nothing for words, and gives out no ids."""
    async with opening.files(access) as drive:
        [legal] = (await drive.search(FileQuery(folder="Legal"), 10)).files
        assert (legal.name, (await drive.read(legal)).data) == ("Contract.txt", b"Between Ana and Kofi")
        place = await drive.place("notes.txt", "Legal")
        made = await drive.create(NewFile(place, "notes.txt", b"h\xc3\xa9", "text/plain", "Legal"))
        assert (made.name, made.size, (await drive.read(made)).data) == ("notes.txt", 3, b"h\xc3\xa9")
        assert {one.name for one in (await drive.recent(10)).files} == {"Contract.txt", "notes.txt"}
