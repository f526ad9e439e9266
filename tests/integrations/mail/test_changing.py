"""Changes in a mailbox whose answer is lost: a real Dovecot, behind a line that is cut."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.errors import AccountAway, OutcomeUnknown
from app.integrations.mail.imap import ImapMailbox
from app.integrations.mail.server import Security, Server
from app.integrations.ports import MailQuery
from tests.servers.cutting import Cutting, cutting
from tests.servers.post import ANA, Post

DRAFT = b"From: ana@example.org\r\nSubject: Later\r\nMessage-ID: <d@example.org>\r\n\r\nnot yet\r\n"
WITHOUT_MOVE = (b"MOVE",)


@pytest.fixture
def line(mail: Post) -> Iterator[Cutting]:
    with cutting(mail.box.port) as between:
        yield between


@pytest.fixture
def far(box: ImapMailbox, line: Cutting) -> ImapMailbox:
    """The same mailbox, behind a line that can be cut."""
    return replace(box, imap=Server("127.0.0.1", line.port, Security.NONE))


async def lies(box: ImapMailbox, folder: str) -> list[str]:
    """The subjects there."""
    return [one.subject for one in await box.search(MailQuery(folder=folder), 10)]


@pytest.mark.parametrize(
    ("lacks", "at"),
    [((), "UID MOVE"), (WITHOUT_MOVE, "UID COPY"), (WITHOUT_MOVE, "UID STORE"), (WITHOUT_MOVE, "UID EXPUNGE")],
)
async def test_a_move_whose_answer_is_lost_is_found_done_or_brought_to_its_end(
    box: ImapMailbox, far: ImapMailbox, line: Cutting, lacks: tuple[bytes, ...], at: str
) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    line.lacks = lacks
    line.cut(at)
    key = await far.move(first.key, "trash")
    assert line.is_cut
    assert key is not None
    assert await box.fetch(key) is not None
    assert await lies(box, "trash") == ["Reminder"]
    assert await lies(box, "inbox") == ["Déjeuner", "Invoice 214"]


@pytest.mark.parametrize(("lacks", "at"), [((), "UID MOVE"), (WITHOUT_MOVE, "UID COPY")])
async def test_a_move_that_was_never_heard_is_told_as_not_done(
    box: ImapMailbox, far: ImapMailbox, line: Cutting, lacks: tuple[bytes, ...], at: str
) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    line.lacks = lacks
    line.cut(at, heard=False)
    with pytest.raises(AccountAway):
        await far.move(first.key, "trash")
    assert await lies(box, "trash") == []
    assert await far.move(first.key, "trash") is not None
    assert await lies(box, "trash") == ["Reminder"]


async def test_a_copy_that_was_made_is_not_made_again(box: ImapMailbox, far: ImapMailbox, line: Cutting) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    line.lacks = WITHOUT_MOVE
    line.cut("UID STORE", heard=False)
    assert await far.move(first.key, "trash") is not None
    assert await lies(box, "trash") == ["Reminder"]
    assert await lies(box, "inbox") == ["Déjeuner", "Invoice 214"]
    assert sum(b"UID COPY" in command for command in line.commands) == 1


@pytest.mark.parametrize("at", ["UID MOVE", "UID STORE", "APPEND"])
async def test_where_nobody_can_look_nobody_knows(box: ImapMailbox, far: ImapMailbox, line: Cutting, at: str) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    line.cut(at, then_away=True)
    changes = {
        "UID MOVE": lambda: far.move(first.key, "trash"),
        "UID STORE": lambda: far.mark(first.key, unread=False),
        "APPEND": lambda: far.draft(DRAFT),
    }
    with pytest.raises(OutcomeUnknown):
        await changes[at]()


@pytest.mark.parametrize("heard", [True, False])
async def test_a_server_that_falls_silent_is_looked_into(
    box: ImapMailbox, far: ImapMailbox, line: Cutting, heard: bool
) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    patient = replace(far, seconds=1)
    line.cut("UID MOVE", heard=heard, silent=True)
    if heard:
        assert await patient.move(first.key, "trash") is not None
    else:
        with pytest.raises(OutcomeUnknown):
            await patient.move(first.key, "trash")


@pytest.mark.parametrize("heard", [True, False])
async def test_a_mark_whose_answer_is_lost_is_there(
    box: ImapMailbox, far: ImapMailbox, line: Cutting, heard: bool
) -> None:
    [first, *_] = await box.search(MailQuery(), 1)
    line.cut("UID STORE", heard=heard)
    assert await far.mark(first.key, unread=False)
    assert [one.is_unread for one in await box.search(MailQuery(), 10)] == [False, True, True]


async def test_a_draft_whose_answer_is_lost_is_kept_once(box: ImapMailbox, far: ImapMailbox, line: Cutting) -> None:
    line.cut("APPEND")
    key = await far.draft(DRAFT)
    assert key is not None
    assert await box.fetch(key) is not None
    assert await far.draft(DRAFT) == key
    assert await lies(box, "drafts") == ["Later"]


async def test_a_draft_that_was_never_heard_is_told_as_not_kept(
    box: ImapMailbox, far: ImapMailbox, line: Cutting
) -> None:
    line.cut("APPEND", heard=False)
    with pytest.raises(AccountAway):
        await far.draft(DRAFT)
    assert await lies(box, "drafts") == []


async def test_a_mail_without_an_id_is_found_by_its_headers(
    mail: Post, box: ImapMailbox, far: ImapMailbox, line: Cutting
) -> None:
    mail.box.deliver(
        ANA, b"From: x@example.net\r\nSubject: Bare\r\nDate: Wed, 10 Mar 2027 12:00:00 +0000\r\n\r\nhello\r\n"
    )
    [first, *_] = await box.search(MailQuery(), 1)
    line.cut("UID MOVE")
    key = await far.move(first.key, "trash")
    assert key is not None
    assert await lies(box, "trash") == ["Bare"]


async def test_what_its_owner_only_marked_as_deleted_stays(box: ImapMailbox, far: ImapMailbox, line: Cutting) -> None:
    marked, moved, read = await box.search(MailQuery(), 3)
    with box.in_our_words():
        session = box.connect()
        session.folder.set("INBOX")
        session.client.uid("STORE", marked.key.uid.partition(":")[2], "+FLAGS", "(\\Deleted)")
        session.logout()
    assert await lies(box, "inbox") == ["Déjeuner", "Invoice 214"]
    line.lacks = WITHOUT_MOVE
    assert await far.move(moved.key, "trash") is not None
    assert await far.mark(read.key, unread=False)
    assert await box.fetch(marked.key) is not None
