"""A day with connected accounts, at every vendor and on both databases, without a language model.

They are connected as a user does it; mail is found, read and answered, an event put in, moved and moved back, a list
kept the same; the next morning has its briefing; and the accounts are let go. Google is `emulate` for signing in and
Gmail, and our fake for what `emulate` lacks; Microsoft is our fakes. Neither company's servers are met.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.config import Settings
from app.loops.table import LOOPS
from app.main import create_app
from tests.e2e.commands import Machine
from tests.e2e.vendors_of_ana import BREAD, PAGE, VENDORS, Ana, Vendor, written
from tests.house import open_house, page_auth, tell

pytestmark = pytest.mark.slow
MONDAY = datetime(2027, 3, 8, 12, 0, tzinfo=UTC)
TUESDAY_AT_3 = datetime(2027, 3, 9, 15, 0, tzinfo=UTC)
BRIEFING = """Good morning.

Today:
- 15:00 Dentist
- Stamps (shopping list)
- Bread (shopping list)

Mail that matters:
- Kofi Boateng: The contract, asks you something, and names Wednesday
- Kofi Boateng: Invoice 214, names Friday"""
GONE = ("accounts", "vault_secrets", "mails", "mail_outbox", "calendar_events", "synced_lists", "synced_tasks")


@dataclass
class Day:
    """A house, whose it is, and where her accounts are."""

    house: Services
    ana: Ana
    vendor: Vendor

    def comes(self, subject: str, text: str, at: datetime) -> None:
        """Kofi writes to her."""
        self.vendor.comes(written(subject, text, to=self.vendor.address, at=at), at)

    async def says(self, text: str) -> str:
        """The answer to what she says, with its cards."""
        reply = await tell(self.house, text)
        return as_one_text(reply.text, reply.cards)

    async def passes(self, until: datetime) -> list[str]:
        """All that the server does unasked then; what it says."""
        self.house.clock.set(until)  # type: ignore[attr-defined]
        before = await self.house.store.outbox.last_id(self.house.owner.id, ("local",))
        for loop in LOOPS:
            if loop.condition(self.house.settings):
                await loop.function(self.house.ground)
                await self.house.background.drain()
        said = await self.house.store.outbox.after(self.house.owner.id, ("local",), before, 50)
        return [one.body["text"] for one in said]


@pytest.fixture(params=list(VENDORS))
async def vendor(request: pytest.FixtureRequest) -> AsyncIterator[Vendor]:
    async with VENDORS[request.param]() as opened:
        yield opened


@pytest.fixture
async def day(vendor: Vendor, home: Settings, tmp_path: Path) -> AsyncIterator[Day]:
    """It begins on a Monday at noon, with nothing connected."""
    settings = vendor.settings(tmp_path, time_zone="UTC", database_url=home.database_url)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(MONDAY)) as house, _browser(house) as browser:
        yield Day(house, Ana(_terminal(home, tmp_path), browser), vendor)


def _terminal(home: Settings, folder: Path) -> Machine:
    """One that works on the same data as the house."""
    url = {"DATABASE_URL": home.database_url.get_secret_value()} if home.database_url else {}
    (folder / "terminal").mkdir()
    return Machine(folder / "terminal", {"DATA_DIR": str(home.data_dir), "TIME_ZONE": "UTC", **url})


@asynccontextmanager
async def _browser(house: Services) -> AsyncIterator[httpx.AsyncClient]:
    """One that is signed in to the page."""
    auth = page_auth(house)
    app = create_app(house, auth=auth, closing=asyncio.Event())
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
    async with httpx.AsyncClient(transport=transport, base_url=PAGE) as browser:
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        await browser.get(f"/?token={auth.local.issue()}")
        yield browser


async def test_a_day_from_connecting_to_letting_go(day: Day) -> None:
    day.comes("Invoice 214", "Dear Ana,\n\nplease pay 480 by Friday.", MONDAY - timedelta(hours=3))
    assert "connect" in await day.says("what's new in my mail?")
    assert f"Connected {day.vendor.address}" in await day.vendor.connect(day.ana)
    await _a_mail_is_answered(day)
    await _an_appointment_is_made(day)
    await _a_list_is_kept_the_same(day)
    await _the_morning_after(day)
    await _all_is_let_go(day)


async def _a_mail_is_answered(day: Day) -> None:
    """Found and read; what answers it leaves after an OK alone, and once."""
    assert "Kofi Boateng: Invoice 214, today at 09:00, unread" in await day.says("what's new in my mail?")
    assert "Invoice 214" in await day.says("find the invoice from Kofi")
    assert "please pay 480 by Friday" in await day.says("read it")
    held = await day.says("reply that I'll pay on Friday")
    assert all(said in held for said in ("Waiting for your OK (#1)", "to kofi@acme.example", "I'll pay on Friday"))
    await day.passes(MONDAY + timedelta(minutes=1))
    assert (day.vendor.left(), day.vendor.sent()) == ([], [])
    assert "On its way to kofi@acme.example" in await day.says("confirm 1")
    assert day.vendor.left() == []
    for minutes in (2, 3, 13):
        await day.passes(MONDAY + timedelta(minutes=minutes))
    [left], [kept] = day.vendor.left(), day.vendor.sent()
    for message in (message_from_bytes(left), message_from_bytes(kept)):
        assert (message["To"], message["In-Reply-To"]) == ("kofi@acme.example", "<Invoice.214@acme.example>")
        assert "I'll pay on Friday" in message.get_payload()


async def _an_appointment_is_made(day: Day) -> None:
    assert "Dentist" in await day.says("put dentist in my calendar on Tuesday at 3")
    assert day.vendor.events() == {"Dentist": TUESDAY_AT_3}
    assert "16:00–17:00" in await day.says("move it to 4")
    assert day.vendor.events() == {"Dentist": TUESDAY_AT_3 + timedelta(hours=1)}
    assert "As it was" in await day.says("undo")
    assert day.vendor.events() == {"Dentist": TUESDAY_AT_3}
    assert "15:00–16:00" in await day.says("what's on tomorrow?")


async def _a_list_is_kept_the_same(day: Day) -> None:
    """What is added here after the OK lies there."""
    assert "Waiting for your OK (#2)" in await day.says("sync my shopping list with my reminders")
    assert "are kept the same" in await day.says("confirm 2")
    assert "Added stamps" in await day.says("add stamps to my shopping list for tomorrow")
    await day.passes(MONDAY + timedelta(minutes=14))
    assert sorted(day.vendor.tasks()) == [BREAD, "stamps"]


async def _the_morning_after(day: Day) -> None:
    """The night's loops run, and the briefing has all three."""
    day.comes("The contract", "Can you sign it by Wednesday?", MONDAY + timedelta(hours=5))
    await day.passes(MONDAY + timedelta(hours=9))
    [briefing] = await day.passes(MONDAY + timedelta(hours=20))
    assert briefing == BRIEFING
    assert (len(day.vendor.left()), len(day.vendor.sent())) == (1, 1)


async def _all_is_let_go(day: Day) -> None:
    house = day.house
    for account in await house.accounts.every(house.owner.id):
        gone = await day.ana.browser.post(f"/connections/{account.id}/disconnect")
        assert gone.status_code == 303
    assert "No account is connected yet" in (await day.ana.opens("/connections")).text
    for table in GONE:
        [row] = await house.database.fetch(f"SELECT count(*) AS rows FROM {table}")
        assert (table, row["rows"]) == (table, 0)
    assert "connect" in await day.says("what's new in my mail?")
    assert day.vendor.events() == {"Dentist": TUESDAY_AT_3}
