"""Gmail as a mailbox, at the fake."""

from datetime import UTC, date, datetime
from email.message import EmailMessage

import pytest

from app.errors import AccountAway, AccountClosed, NotFound, SendRefused, SendUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.google import opening
from app.integrations.mail.mime import read_letter
from app.integrations.mail.writing import Draft, as_message
from app.integrations.ports import MailKey, MailQuery
from tests.fakes.vendors.google_api import GoogleApi
from tests.fakes.vendors.google_api.server import Trouble

ANA, KOFI = "ana@example.org", "kofi@acme.example"
AT = datetime(2026, 5, 4, 12, tzinfo=UTC)


def mail(
    subject: str, text: str, *, sender: str = f"Kofi Boateng <{KOFI}>", answers: str = "", file: bytes = b""
) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, f"Ana <{ANA}>", subject
    message["Message-ID"] = f"<{subject.lower().replace(' ', '-')}@acme.example>"
    if answers:
        message["In-Reply-To"] = message["References"] = answers
    message.set_content(text)
    if file:
        message.add_attachment(file, maintype="application", subtype="pdf", filename="x.pdf")
    return message.as_bytes()


@pytest.fixture
def inbox(fake: GoogleApi) -> GoogleApi:
    """Three mails in the inbox, one archived, one in the trash."""
    put = fake.mails.comes
    put(
        mail("Invoice 214", "please pay 480", file=b"%PDF"),
        "INBOX",
        "UNREAD",
        at=datetime(2026, 5, 2, 21, 30, tzinfo=UTC),
    )
    put(
        mail("Lunch", "Tu viens dimanche ?", sender="Esi Éva <esi@home.example>"),
        "INBOX",
        at=datetime(2026, 5, 3, 9, tzinfo=UTC),
    )
    put(mail("Reminder", "the invoice again"), "INBOX", "UNREAD", at=datetime(2026, 5, 3, 22, 30, tzinfo=UTC))
    put(mail("Old invoice", "long paid"), at=datetime(2026, 1, 3, 10, tzinfo=UTC))
    put(mail("Invoice of nobody", "spam"), "TRASH", at=datetime(2026, 5, 1, 10, tzinfo=UTC))
    return fake


@pytest.mark.parametrize(
    ("query", "subjects"),
    [
        (MailQuery(), ["Reminder", "Lunch", "Invoice 214"]),
        (MailQuery(words="invoice"), ["Reminder", "Invoice 214"]),
        (MailQuery(words="again invoice"), ["Reminder"]),
        (MailQuery(words="in:trash"), []),
        (MailQuery(words="-invoice OR lunch"), []),
        (MailQuery(sender="kofi"), ["Reminder", "Invoice 214"]),
        (MailQuery(sender=KOFI), ["Reminder", "Invoice 214"]),
        (MailQuery(recipient="ana", subject="lunch"), ["Lunch"]),
        (MailQuery(recipient="kofi"), []),
        (MailQuery(unread=True), ["Reminder", "Invoice 214"]),
        (MailQuery(unread=False), ["Lunch"]),
        (MailQuery(has_files=True), ["Invoice 214"]),
        (MailQuery(message_id="<lunch@acme.example>"), ["Lunch"]),
        (MailQuery(words="invoice", folder="*"), ["Reminder", "Invoice 214", "Old invoice"]),
        (MailQuery(folder="archive"), ["Old invoice"]),
        (MailQuery(folder="trash"), ["Invoice of nobody"]),
        (MailQuery(folder="sent"), []),
        (MailQuery(since=date(2026, 5, 3), until=date(2026, 5, 3)), ["Reminder", "Lunch"]),
    ],
)
async def test_what_fits_is_listed_newest_first(
    inbox: GoogleApi, access: Access, query: MailQuery, subjects: list[str]
) -> None:
    async with opening.mail(access) as box:
        assert [one.subject for one in await box.search(query, 10)] == subjects


async def test_days_are_those_of_the_user(inbox: GoogleApi, access: Access) -> None:
    async with opening.mail(access) as box:
        found = await box.search(MailQuery(since=date(2026, 5, 4), until=date(2026, 5, 4), zone="Europe/Paris"), 10)
        assert [one.subject for one in found] == ["Reminder"]  # half past midnight in Paris


async def test_a_listed_mail_says_who_when_and_whether_it_was_read(inbox: GoogleApi, access: Access) -> None:
    async with opening.mail(access) as box:
        [found] = await box.search(MailQuery(sender="eva"), 1) or await box.search(MailQuery(subject="lunch"), 1)
    assert (found.sender_name, found.sender, found.message_id) == (
        "Esi Éva",
        "esi@home.example",
        "<lunch@acme.example>",
    )
    assert found.received_at == datetime(2026, 5, 3, 9, tzinfo=UTC)
    assert not found.is_unread
    assert found.size > 100


async def test_no_more_is_asked_for_than_is_wanted(fake: GoogleApi, access: Access) -> None:
    for number in range(45):
        fake.mails.comes(mail(f"Number {number}", "x"), "INBOX")
    fake.mails.page = 20
    async with opening.mail(access) as box:
        assert [one.subject for one in await box.search(MailQuery(), 3)] == ["Number 44", "Number 43", "Number 42"]
        assert fake.ids().count("gmail.users.messages.get") == 3
        assert len(await box.search(MailQuery(), 42)) == 42


async def test_what_gmail_finds_too_much_is_left_out(fake: GoogleApi, access: Access) -> None:
    fake.mails.comes(mail("From Kofi", "x", sender="kofi@elsewhere.example"), "INBOX")
    fake.mails.comes(mail("Not from him", "x", sender="Ama <ama@example.org>"), "INBOX")
    fake.mails._test = lambda q: lambda kept: True  # as loose as a search can be
    async with opening.mail(access) as box:
        assert [one.subject for one in await box.search(MailQuery(sender="kofi"), 5)] == ["From Kofi"]
        assert await box.search(MailQuery(until=date(2020, 1, 1)), 5) == []


async def test_a_mail_is_read_as_it_came_and_stays_unread(inbox: GoogleApi, access: Access) -> None:
    async with opening.mail(access) as box:
        [first, *_] = await box.search(MailQuery(), 1)
        data = await box.fetch(first.key)
        assert data == next(one.raw for one in inbox.mails.kept.values() if one.id == first.key.uid)
        assert read_letter(data or b"").text.strip() == "the invoice again"
        assert (await box.search(MailQuery(), 1))[0].is_unread
        assert await box.fetch(MailKey("", "7fffffff")) is None


async def test_a_mail_is_marked_and_moved_and_keeps_its_name(inbox: GoogleApi, access: Access) -> None:
    inbox.mails.own_labels["Label_7"] = "House/Bills"
    async with opening.mail(access) as box:
        [first, *_] = await box.search(MailQuery(), 1)
        assert await box.mark(first.key, unread=False)
        assert not (await box.search(MailQuery(), 1))[0].is_unread
        for place in ("archive", "junk", "trash", "bills", "inbox"):
            assert await box.move(first.key, place) == first.key
            there = await box.search(MailQuery(folder=place, subject="reminder"), 5)
            assert [one.key for one in there] == [first.key], place
            elsewhere = "archive" if place == "inbox" else "inbox"
            assert not await box.search(MailQuery(folder=elsewhere, subject="reminder"), 5), place
        del inbox.mails.kept[first.key.uid]
        assert await box.move(first.key, "archive") is None
        assert await box.move(first.key, "trash") is None
        assert not await box.mark(first.key, unread=True)


async def test_a_label_that_is_not_there_is_told_with_those_that_are(inbox: GoogleApi, access: Access) -> None:
    inbox.mails.own_labels["Label_7"] = "Bills"
    async with opening.mail(access) as box:
        with pytest.raises(NotFound, match=r"Rent.*INBOX.*Bills"):
            await box.search(MailQuery(folder="Rent"), 1)
        with pytest.raises(ToolProblem, match="sent"):
            await box.move(MailKey("", "1"), "sent")


def ours(message_id: str = "<ours@kwasi>", answers: str = "", cc: tuple[str, ...] = ()) -> bytes:
    draft = Draft(
        (KOFI,), "Re: Invoice 214", "On Friday.", cc, in_reply_to=answers, references=(answers,) if answers else ()
    )
    return as_message(draft, ANA, message_id=message_id, at=AT)


async def test_an_answer_is_sent_in_its_conversation_and_found_there(inbox: GoogleApi, access: Access) -> None:
    async with opening.mail(access) as box:
        await box.send(ours(answers="<invoice-214@acme.example>"), ANA, [KOFI])
        whole = await box.search(MailQuery(folder="*", thread=("<invoice-214@acme.example>",)), 5)
        assert [one.subject for one in whole] == ["Invoice 214", "Re: Invoice 214"]
        assert [one.subject for one in await box.search(MailQuery(thread=("<ours@kwasi>",)), 5)] == ["Invoice 214"]
        assert await box.search(MailQuery(thread=("<unknown@x>",)), 5) == []


@pytest.mark.parametrize("renames", [False, True])
async def test_a_sent_mail_is_found_by_our_message_id_even_where_gmail_gave_it_another(
    fake: GoogleApi, access: Access, *, renames: bool
) -> None:
    fake.mails.renames = renames
    async with opening.mail(access) as box:
        assert not await box.search(MailQuery(folder="sent", message_id="<ours@kwasi>"), 1)
        await box.send(ours(), ANA, [KOFI])
        await box.send(ours("<other@kwasi>"), ANA, [KOFI])
        [found] = await box.search(MailQuery(folder="sent", message_id="<ours@kwasi>"), 2)
        assert (found.message_id == "<ours@kwasi>") is not renames
        assert b"X-Kwasi-Id: <ours@kwasi>" in fake.mails.kept[found.key.uid].raw


@pytest.mark.parametrize("is_done", [True, False])
async def test_where_google_breaks_off_while_sending_nobody_knows_until_it_is_looked_for(
    fake: GoogleApi, access: Access, *, is_done: bool
) -> None:
    fake.troubles.append(Trouble("gmail.users.messages.send", is_done=is_done))
    async with opening.mail(access) as box:
        with pytest.raises(SendUnknown):
            await box.send(ours(), ANA, [KOFI])
        assert bool(await box.search(MailQuery(folder="sent", message_id="<ours@kwasi>"), 1)) is is_done
    assert fake.ids().count("gmail.users.messages.send") == 1


@pytest.mark.parametrize(
    ("status", "kind"), [(400, SendRefused), (403, SendRefused), (503, AccountAway), (429, AccountAway)]
)
async def test_what_google_says_to_a_mail_is_said_in_our_words(
    fake: GoogleApi, access: Access, status: int, kind: type[Exception]
) -> None:
    fake.troubles += [Trouble("gmail.users.messages.send", status, is_done=False)] * 2
    async with opening.mail(access) as box:
        with pytest.raises(kind):
            await box.send(ours(), ANA, [KOFI])
    assert not fake.mails.kept


async def test_it_goes_to_those_who_were_named_and_to_nobody_else(fake: GoogleApi, access: Access) -> None:
    async with opening.mail(access) as box:
        with pytest.raises(SendRefused, match=r"esi@home\.example"):
            await box.send(ours(cc=("esi@home.example",)), ANA, [KOFI])
        assert "gmail.users.messages.send" not in fake.ids()
        await box.send(ours(), ANA, [KOFI.upper(), "ama@x.example", "yaw@x.example"])
    [sent] = fake.mails.kept.values()
    assert sent.mime["bcc"] == "ama@x.example, yaw@x.example"


async def test_a_draft_is_put_there_once(fake: GoogleApi, access: Access) -> None:
    async with opening.mail(access) as box:
        first = await box.draft(ours())
        assert first is not None
        assert await box.draft(ours()) == first
        assert [one.key for one in await box.search(MailQuery(folder="drafts"), 5)] == [first]
        assert await box.fetch(first) == ours()


async def test_a_token_that_is_not_taken_closes_the_account(fake: GoogleApi, access: Access) -> None:
    fake.troubles += [Trouble("gmail.users.messages.list", 401)] * 2
    async with opening.mail(access) as box:
        with pytest.raises(AccountClosed):
            await box.search(MailQuery(), 1)
