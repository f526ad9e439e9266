"""A mailbox by IMAP: a real Dovecot."""

from datetime import date

import pytest

from app.errors import NotFound
from app.integrations.mail.imap import ImapMailbox
from app.integrations.ports import MailKey, MailQuery


@pytest.mark.parametrize(
    ("query", "subjects"),
    [
        (MailQuery(), ["Reminder", "Déjeuner", "Invoice 214"]),
        (MailQuery(sender="kofi"), ["Reminder", "Invoice 214"]),
        (MailQuery(words="invoice"), ["Reminder", "Invoice 214"]),
        (MailQuery(words="again invoice"), ["Reminder"]),
        (MailQuery(subject="déjeuner"), ["Déjeuner"]),
        (MailQuery(sender="esi", words="dimanche", folder="*"), ["Déjeuner"]),
        (MailQuery(since=date(2020, 1, 1), until=date(2020, 1, 2)), []),
        (MailQuery(unread=False), []),
        (MailQuery(has_files=True), []),
        (MailQuery(message_id="2@example.net"), ["Déjeuner"]),
        (MailQuery(folder="sent"), []),
    ],
)
async def test_what_fits_is_listed_newest_first(box: ImapMailbox, query: MailQuery, subjects: list[str]) -> None:
    assert [one.subject for one in await box.search(query, 10)] == subjects


async def test_reading_leaves_a_mail_unread(box: ImapMailbox) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    data = await box.fetch(first.key)
    assert data is not None
    assert b"the invoice again" in data
    assert [one.is_unread for one in await box.search(MailQuery(), 10)] == [True, True, True]


async def test_a_mail_is_marked_and_moved(box: ImapMailbox) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    assert await box.mark(first.key, unread=False)
    assert [one.is_unread for one in await box.search(MailQuery(), 3)] == [False, True, True]
    lies = await box.move(first.key, "archive")
    assert lies is not None
    assert [one.subject for one in await box.search(MailQuery(folder="archive"), 3)] == ["Reminder"]
    assert await box.fetch(first.key) is None
    assert await box.move(first.key, "trash") is None
    assert not await box.mark(first.key, unread=True)
    back = await box.move(lies, "inbox")
    assert back is not None
    assert len(await box.search(MailQuery(), 10)) == 3


async def test_a_folder_that_is_not_there_is_told_with_those_that_are(box: ImapMailbox) -> None:
    with pytest.raises(NotFound, match="Sent"):
        await box.search(MailQuery(folder="Bills"), 3)


async def test_a_mail_of_older_numbers_is_not_another_one(box: ImapMailbox) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    uid = first.key.uid.partition(":")[2]
    assert await box.fetch(MailKey("INBOX", f"1:{uid}")) is None
    assert await box.fetch(MailKey("INBOX", "nonsense")) is None
    assert await box.fetch(MailKey("No such folder", first.key.uid)) is None


async def test_a_draft_lies_among_the_drafts(box: ImapMailbox) -> None:
    key = await box.draft(b"From: ana@example.org\r\nSubject: Later\r\nMessage-ID: <d@example.org>\r\n\r\nnot yet\r\n")
    assert key is not None
    assert [one.subject for one in await box.search(MailQuery(folder="drafts"), 3)] == ["Later"]
