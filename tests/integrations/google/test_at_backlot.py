"""Gmail's reading at `backlot`, which others wrote and measured at the real one: what a search finds there is what our own plain reading of
the criteria finds among all mails, word by word as Gmail counts words.

Not asked of it, as it doesn't know them: read and unread, Message-IDs and conversations, and several words of a text that stand apart (it
takes all that is in quotes for one phrase)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import AccountClosed, NotFound, ToolProblem
from app.integrations.access import Access
from app.integrations.calls import Calls
from app.integrations.google import opening
from app.integrations.google.mail import Gmail
from app.integrations.mail.mime import attachment, read_letter
from app.integrations.ports import MailKey, MailQuery
from tests.integrations.google.account import account_at
from tests.servers.backlot import ANA, Backlot, backlot

BULK = 130  # more than a page
ME = "Ana Mensah <ana@example.org>"
FIRST = datetime(2026, 1, 1, 9, tzinfo=UTC)
FILE = {"filename": "rent.txt", "mime": "text/plain", "content": "480 a month"}


@dataclass(frozen=True, slots=True)
class Kept:
    """One mail of the mailbox. Its sender's name is made of the address there: capitals, blanks for dots."""

    sender: str
    subject: str
    text: str
    at: datetime
    to: str = ME
    cc: str = ""
    labels: tuple[str, ...] = ("INBOX",)
    files: tuple[dict[str, str], ...] = ()
    html: str = ""

    def record(self) -> dict[str, Any]:
        """As a mailbox there is filled."""
        given: dict[str, Any] = {"source_type": "gmail", "mailbox": ANA, "title": self.subject, "content": self.text}
        head = {"author_email": self.sender, "to": self.to, "created": self.at.isoformat(), "readers": [f"user:{ANA}"]}
        extra = {"cc": self.cc, "html": self.html, "attachments": list(self.files)}
        return {
            **given,
            **head,
            "label_ids": list(self.labels),
            **{key: value for key, value in extra.items() if value},
        }


def mail(number: int, sender: str, subject: str, text: str, **other: Any) -> Kept:
    return Kept(sender, subject, text, datetime(2026, 5, number, 10, tzinfo=UTC), **other)


MAILS = [
    mail(1, "kofi.boateng@acme.example", "Invoice 214", "please pay 480 by Friday", files=(FILE,)),
    mail(2, "kofi@acme.example", "Lunch", "a table on Sunday?", cc="Zoë Ångström <zoe@firma.example>"),
    mail(3, "boateng@other.example", "Re: Invoice 214", "paid, see the well-known rent.pdf", labels=("INBOX", "STARRED")),
    mail(4, "jürgen.groß@firma.example", "Grüße aus Köln", "der Vertrag für Straßenbau", to="Ana Müller <ana@example.org>"),
    mail(5, "h&m@shop.example", "Your order", "with H&M and AT&T", labels=()),
    mail(6, "no-reply@shop.example", "Your C++17 order v4.5", "it's on its way", files=(FILE,)),
    mail(7, "noreply@bank.example", "Statement", "the balance is 12.50"),
    mail(8, "kofi+news@acme.example", "May", "templates of an invoice"),
    mail(9, "ops_team@acme.example", "On call", "you're next", to="team@example.org", cc=ME),
    mail(10, "mary.o'brien@acme.example", "Dinner at O'Hara's", "bring Joan", labels=("STARRED",)),
    mail(11, ANA, "Re: Lunch", "see you there", to="Joan O'Brien <joan@x.example>", labels=("SENT",)),
    mail(12, ANA, "Invoice 215", "mine", to="Kofi Boateng <kofi.boateng@acme.example>", labels=("SENT",), files=(FILE,)),
    mail(13, ANA, "Not ready", "an invoice of tomorrow", to="kofi@acme.example", labels=("DRAFT",)),
    mail(14, "prize@spam.example", "Invoice for a prize", "pay now", labels=("SPAM",)),
    mail(15, "kofi@acme.example", "Old invoice", "forget it", labels=("TRASH",)),
    mail(16, "info@me.example", "Me and more", "an offer", to="me@me.example"),
    mail(17, "shop@list.example", "Newsletter", "", html="<h1>Spring sale</h1><script>x()</script><p>All you need.</p>"),
    Kept("night@acme.example", "Late", "before midnight in Paris", datetime(2026, 5, 20, 21, 59, 59, tzinfo=UTC)),
    Kept("night@acme.example", "Later", "at midnight in Paris", datetime(2026, 5, 20, 22, tzinfo=UTC)),
    *(Kept("bulk@list.example", f"Digest {n}", "all of it", FIRST + timedelta(minutes=n)) for n in range(BULK)),
]  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[Backlot]:
    with backlot([one.record() for one in MAILS]) as running:
        yield running


@pytest.fixture
def access(server: Backlot) -> Access:
    return account_at(server.url, server.tokens[ANA])


def words(text: str) -> list[str]:
    """As its makers measured Gmail: "&" and "_" are letters."""
    return re.findall(r"[\w&]+", text.casefold())


def holds(text: str, asked: str) -> bool:
    """Whether each of what was asked stands there, its own words one after another."""
    there = f" {' '.join(words(text))} "
    return all(f" {' '.join(words(one))} " in there for one in asked.split())


def is_meant(query: MailQuery, one: Kept) -> bool:
    """Our own reading of the criteria."""
    day = one.at.astimezone(ZoneInfo(query.zone)).date()
    place = {"": "INBOX", "inbox": "INBOX", "sent": "SENT", "starred": "STARRED", "drafts": "DRAFT"}.get(query.folder)
    labels = one.labels or ("INBOX",)
    left_out = {"*": {"SPAM", "TRASH"}, "archive": {"INBOX", "SENT", "DRAFT", "SPAM", "TRASH"}}.get(
        query.folder, set[str]()
    )
    return (
        (place is None or place in labels)
        and not left_out & set(labels)
        and holds(f"{one.sender.split('@')[0]} {one.sender}", query.sender)
        and holds(f"{one.to} {one.cc}", query.recipient)
        and holds(one.subject, query.subject)
        and holds(f"{one.subject} {one.text}", query.words)
        and (query.since is None or query.since <= day)
        and (query.until is None or day <= query.until)
        and (bool(one.files) or not query.has_files)
    )


def said(query: MailQuery) -> str:
    """A query as a test's name has it."""
    given = (query.sender, query.recipient, query.subject, query.words, query.folder, query.since, query.until)
    return " ".join(f"{one}" for one in (*given, query.zone) if one)


MAY = date(2026, 5, 1)
PARIS = "Europe/Paris"
QUERIES = [
    MailQuery(since=MAY),
    *(MailQuery(since=MAY, folder=place) for place in ("*", "sent", "drafts", "archive", "starred")),
    *(
        MailQuery(sender=sender, folder="*")
        for sender in (
            "kofi", "KOFI", "Kofi Boateng", "boateng kofi", "kofi.boateng", "kofi@acme.example", "boateng@acme.example",
            "kofi@acme", "boateng@acme", "kofi@", "@acme.example", "acme.example", "acme", "example acme", "kofi+news",
            "kofi+news@acme.example", "h&m", "H&M", "no-reply", "no-reply@shop.example", "noreply", "ops_team",
            "jürgen", "GROß", "jürgen.groß@firma.example", "o'brien", "mary o'brien", "O’Brien", "ana@example.org", "nobody",
        )
    ),
    *(
        MailQuery(recipient=recipient, folder=place, since=MAY)
        for place in ("*", "sent")
        for recipient in (
            "kofi", "kofi@acme", "Joan O'Brien", "joan o’brien", "Müller", "Zoë", "ångström zoë", "zoe@firma.example", "firma.example",
            "team", "ana@example.org", "x.example", "me@me.example", "me.example", "me@me",
        )
    ),
    *(
        MailQuery(subject=subject, folder="*")
        for subject in ("invoice", "invoice 214", "Grüße", "köln", "C++17", "v4.5", "O'Hara's", "order your", "re: lunch", "215 invoice")
    ),
    *(
        MailQuery(words=said, folder="*")
        for said in (
            "invoice", "please pay", "well-known", "rent.pdf", "12.50", "Straßenbau", "vertrag", "AT&T", "it's", "214", "in:sent", "-invoice",
            "kofi@acme.example",
        )
    ),
    *(MailQuery(since=first, until=last, zone=zone) for zone in ("UTC", PARIS, "America/Los_Angeles") for first, last in (
        (date(2026, 5, 20), date(2026, 5, 20)), (date(2026, 5, 21), None), (date(2026, 5, 3), date(2026, 5, 6)), (date(1970, 1, 1), date(2025, 12, 31)),
    )),
    MailQuery(since=date(1970, 1, 1), sender="kofi"),
    MailQuery(until=date(2026, 5, 2), sender="kofi"),
    MailQuery(has_files=True),
    MailQuery(has_files=True, folder="*", recipient="kofi"),
    MailQuery(has_files=True, sender="kofi@acme", subject="invoice", words="friday", since=MAY, until=MAY, zone=PARIS),
    MailQuery(words="invoice", sender="kofi", folder="*", until=date(2026, 5, 8)),
    MailQuery(words="invoice", folder="sent", since=date(2026, 5, 12)),
    MailQuery(subject="lunch", recipient="zoë", sender="acme.example", folder=""),
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES, ids=said)
async def test_a_search_finds_what_is_meant_and_nothing_else(access: Access, query: MailQuery) -> None:
    async with opening.mail(access) as box:
        found = await box.search(query, 200)
    meant = sorted((one for one in MAILS if is_meant(query, one)), key=lambda one: one.at, reverse=True)
    assert [one.subject for one in found] == [one.subject for one in meant]


def test_most_of_what_is_asked_is_there() -> None:
    """Two empty lists are equal too."""
    found = [sum(is_meant(query, one) for one in MAILS) for query in QUERIES]
    assert sum(count > 0 for count in found) > len(QUERIES) * 2 / 3
    assert all(count < len(MAILS) for count in found)


@pytest.mark.parametrize("limit", [1, 49, 50, 60, 100, 101, BULK, 500])
async def test_a_list_goes_on_behind_its_first_page(access: Access, limit: int) -> None:
    async with opening.mail(access) as box:
        found = await box.search(MailQuery(sender="bulk", folder="*"), limit)
    newest = [f"Digest {n}" for n in reversed(range(BULK))]
    assert [one.subject for one in found] == newest[:limit]


@pytest.mark.parametrize(
    ("query", "text", "files"),
    [
        (MailQuery(subject="invoice 214", sender="kofi"), "please pay 480 by Friday", {"rent.txt": b"480 a month"}),
        (MailQuery(subject="grüße"), "der Vertrag für Straßenbau", {}),
        (MailQuery(subject="newsletter"), "Spring sale\n\nAll you need.", {}),
    ],
)
async def test_a_mail_is_read_with_its_texts_and_files(
    access: Access, query: MailQuery, text: str, files: dict[str, bytes]
) -> None:
    async with opening.mail(access) as box:
        [found] = await box.search(query, 5)
        message = await box.fetch(found.key) or b""
    [kept] = [one for one in MAILS if one.subject == found.subject and one.sender == found.sender]
    letter = read_letter(message)
    assert (letter.subject, letter.sender.address, letter.date) == (kept.subject, kept.sender, kept.at)
    assert (letter.text.strip(), letter.message_id, letter.notes) == (text, found.message_id, ())
    parts = [attachment(message, one.part) for one in letter.attachments]
    assert {part[0].name: part[1] for part in parts if part} == files


async def test_what_is_no_longer_there_is_none_and_an_unknown_label_names_those_there_are(access: Access) -> None:
    async with opening.mail(access) as box:
        assert await box.fetch(MailKey("", "7fffffffffffffff")) is None
        with pytest.raises(ToolProblem):
            await box.fetch(MailKey("", "no-id"))
        with pytest.raises(NotFound, match="STARRED"):
            await box.search(MailQuery(folder="Rent"), 5)


async def test_a_token_that_is_refused_closes_the_account(server: Backlot) -> None:
    async with opening.mail(account_at(server.url, "another")) as box:
        with pytest.raises(AccountClosed):
            await box.search(MailQuery(), 5)


async def test_the_mailbox_of_somebody_else_is_refused(server: Backlot, access: Access) -> None:
    async with Calls(access, f"{server.url}/gmail/v1/users/kofi@acme.example") as calls:
        with pytest.raises(ToolProblem):
            await Gmail(calls).search(MailQuery(), 5)


async def test_a_state_that_is_not_known_there_gives_the_present_one(access: Access) -> None:
    async with opening.mail_watch(access) as watch:
        begun = await watch.news("", 10)
        assert (begun.mails, begun.missed) == ((), False)
        again = await watch.news(begun.watermark, 10)
        assert (again.mails, again.watermark, again.missed) == ((), begun.watermark, True)
