"""Settings over HTTP: a name, a clock, quiet, a pause and whom to trust are set here; the rest says how it is."""

from pathlib import Path

from pydantic import SecretStr

from app.timetable.manners import quiet_hours, unasked_per_day
from app.timetable.said_first import chosen
from tests.house import settings_in, tell
from tests.routers.test_tabs import HTMX, page_of


async def test_todays_greeting_and_the_settings_know_the_name_that_was_told(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "my name is Esi")
        assert "Good morning, Esi." in (await browser.get("/today")).text
        assert 'name="called" value="Esi"' in (await browser.get("/settings")).text
        await browser.post("/act/set-name", data={"called": "Nana <Esi>"}, headers=HTMX)
        assert "Good morning, Nana &lt;Esi&gt;." in (await browser.get("/today")).text
        assert len(await house.store.facts.current("owner")) == 1


async def test_clock_and_quiet_are_set_and_taken_back(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        done = await browser.post("/act/set-zone", data={"place": "Kumasi"}, headers=HTMX)
        assert "wrong" not in done.text or "I don" in done.text
        await browser.post("/act/set-zone", data={"place": "Europe/Paris"}, headers=HTMX)
        await browser.post("/act/set-quiet", data={"hours": "21:30–06:15"}, headers=HTMX)
        most = await browser.post("/act/set-most", data={"most_a_day": "3"}, headers=HTMX)
        assert ">Undo</button>" in most.text
        user = await house.store.users.get("owner")
        assert user is not None
        assert user.time_zone == "Europe/Paris"
        assert str(quiet_hours(user, house.settings)) == "21:30-06:15"
        assert unasked_per_day(user, house.settings) == 3
        page = (await browser.get("/settings")).text
        assert 'value="21:30–06:15"' in page
        assert "as you said; it is 10:00 there" in page
        await browser.post("/act/set-quiet", data={"hours": "off"}, headers=HTMX)
        assert 'name="hours" value="off"' in (await browser.get("/settings")).text


async def test_a_pause_is_a_press_and_so_is_its_end(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        paused = await browser.post("/act/pause", headers=HTMX)
        assert "Paused" in paused.text
        assert 'action="/act/resume"' in paused.text
        assert paused.headers["hx-trigger"] == "changed"
        assert (await house.store.controls.get("owner")).paused_at is not None
        assert "Paused today at 10:00" in (await browser.get("/settings")).text
        plain = await browser.post("/act/resume", headers={"Referer": "http://127.0.0.1:8321/settings"})
        assert '<a href="/settings">Back</a>' in plain.text
        assert (await house.store.controls.get("owner")).paused_at is None
        assert await house.store.outbox.after("owner", ("web",), 0, 10) == []


async def test_only_what_is_always_itself_can_be_trusted(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        for name in ("file a <b>.pdf", "forwarded from Kofi"):
            await house.store.sources.seen("owner", name, "m", house.clock.now())
        page = (await browser.get("/settings")).text
        assert page.count('action="/act/trust"') == 1
        assert "file a &lt;b&gt;.pdf" in page
        await browser.post("/act/trust", data={"source": "file a <b>.pdf"}, headers=HTMX)
        refused = await browser.post("/act/trust", data={"source": "forwarded from Kofi"}, headers=HTMX)
        assert "wrong" in refused.text
        assert await house.store.sources.trusted("owner") == {"file a <b>.pdf"}
        await browser.post("/act/distrust", data={"source": "file a <b>.pdf"}, headers=HTMX)
        assert await house.store.sources.trusted("owner") == frozenset()


async def test_it_says_who_answers_what_is_set_up_and_what_is_theirs_to_take(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        page = (await browser.get("/settings")).text
        assert "I understand everyday sentences by myself" in page
        assert "no phones paired" in page
        assert 'href="/export"' in page
        assert 'href="/sessions"' in page
        assert f"Kwasi {house.version}" in page
        assert 'action="/logout"' not in page


async def test_a_linked_channel_is_shown_and_chosen_for_what_is_said_first(tmp_path: Path) -> None:
    async with page_of(tmp_path, settings=settings_in(tmp_path, whatsapp_access_token=SecretStr("t"))) as (
        house,
        browser,
    ):
        page = (await browser.get("/settings")).text
        assert "set, but not linked to you yet: ./scripts/run link whatsapp" in page
        assert "SLACK_BOT_TOKEN sets it up" in page
        assert 'action="/act/set-channel"' not in page
        await house.store.users.link("owner", "whatsapp", "FR.1001", house.clock.now())
        done = await browser.post("/act/set-channel", data={"channel": "whatsapp"}, headers=HTMX)
        assert ">Undo</button>" in done.text
        page = (await browser.get("/settings")).text
        assert '<option value="whatsapp" selected>WhatsApp</option>' in page
        assert "linked; what is said first goes there" in page
        await browser.post("/act/set-channel", data={"channel": "any"}, headers=HTMX)
        user = await house.store.users.get("owner")
        assert user is not None
        assert chosen(user) == ""
