"""Activity over HTTP: what happened, each turn whole, what it cost, what runs, what went outside, and whose all of it is."""

import re
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from app.bootstrap.services import Services
from app.interfaces.web.views.activity.outside import tools
from app.memory.repositories.audit import AuditDraft
from app.memory.repositories.usage import UsageDraft
from tests.house import settings_in, tell
from tests.routers.test_tabs import HTMX, page_of

SECTIONS = ("talks", "costs", "loops", "outside")


async def kept(
    house: Services, name: str, *, user: str = "owner", at: int = 0, status: str = "done", text: str = ""
) -> None:
    """A turn as a model left it, so many minutes after the house's own time."""
    moment = house.clock.now() + timedelta(minutes=at)
    await house.store.turns.add(
        user,
        id=name,
        channel="telegram",
        text=text or f"question {name}",
        reply=f"answer {name}",
        status=status,
        route={"domains": ["email"], "method": "keyword", "hits": {"email": ["write"]}, "scores": {}},
        taint=["mail from news@example.org"],
        usage={"requests": 1, "input_tokens": 1200, "output_tokens": 34, "cost": 0.0123},
        model="anthropic:some",
        trace_id="x",
        started_at=moment - timedelta(seconds=4),
        finished_at=moment,
        messages=[],
    )


async def sent(
    house: Services, turn: str, tool: str = "send_mail", *, status: str = "done", user: str = "owner"
) -> None:
    """A call that went outside, with its lines in both books."""
    now, arguments = house.clock.now(), {"to": "ama@example.org", "subject": f"On {turn}"}
    await house.store.audit.add_many(user, turn, [AuditDraft(tool, arguments, "approved", status)], now)
    line = await house.store.ledger.start(user, turn_id=turn, call_key="k", tool=tool, arguments=arguments, at=now)
    assert line
    await house.store.ledger.finish(user, line.id, status=status, result=f"Sent on {turn}.", undo=None, at=now)


async def links(browser: httpx.AsyncClient, path: str) -> list[str]:
    """The rows of a page, by where each is shown whole."""
    return re.findall(r'<span class="what"><a href="(/activity/[^"]+)"', (await browser.get(path)).text)


async def test_what_was_asked_and_what_was_done_on_the_page_stand_newest_first(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "add milk to my shopping list")
        await browser.post("/act/add-task", data={"titles": "honey", "act_id": "a"}, headers=HTMX)
        shown = (await browser.get("/activity")).text
        assert "add milk to my shopping list" in shown
        assert "Add to “shopping”: milk" in shown
        assert "Add to your to-dos: honey" in shown
        assert "on the page" in shown
        found = await links(browser, "/activity")
        assert len(found) == 2
        assert any(link.startswith("/activity/act:") for link in found)
        for link in found:
            whole = await browser.get(link)
            assert whole.status_code == 200
            assert 'aria-current="page"' in whole.text
            assert '<button class="filled small">Undo</button>' in whole.text


async def test_a_turn_is_shown_whole_and_taken_back(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "add milk to my shopping list")
        [link] = await links(browser, "/activity")
        shown = (await browser.get(link)).text
        for words in (
            "Asked",
            "add milk to my shopping list",
            "What it called",
            "add_tasks",
            "ran at once",
            "What changed",
            "How it was understood",
        ):
            assert words in shown, words
        undone = await browser.post("/act/undo", data={"turn": link.removeprefix("/activity/")}, headers=HTMX)
        assert "wrong" not in undone.text
        after = (await browser.get(link)).text
        assert "taken back" in after
        assert ">Undo</button>" not in after


async def test_what_a_turn_read_spent_and_sent_is_there(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await kept(house, "t1", text="<script>alert(1)</script> & <b>write</b> Ama")
        await sent(house, "t1")
        await house.store.usage.add_many(
            "owner", "t1", [UsageDraft("primary", "anthropic:some", 1200, 34, 0.0123, house.clock.now())]
        )
        shown = (await browser.get("/activity/t1")).text
        for words in (
            "mail from news@example.org",
            "Telegram",
            "1,234 tokens",
            "$0.012",
            "1,200",
            "Sent on t1.",
            "outside",
            "you said yes",
            "found by words in it",
        ):
            assert words in shown, words
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", shown)


async def test_what_went_wrong_stands_by_itself(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await kept(house, "fine")
        await kept(house, "broken", at=1, status="failed")
        await kept(house, "half", at=2)
        await sent(house, "half", status="unknown")
        await sent(house, "act:gone", "move_mail", status="failed")
        found = await links(browser, "/activity?only=failed")
        assert sorted(found) == ["/activity/act:gone", "/activity/broken", "/activity/half"]
        assert "Nothing went wrong that day." in (await browser.get("/activity?only=failed&day=2020-01-01")).text


async def test_pages_follow_one_another_without_a_gap_and_without_a_double(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        for number in range(90):
            await kept(house, f"t{number}", at=number)
            if number % 3 == 0:
                at = house.clock.now() + timedelta(minutes=number)
                await house.store.audit.add_many(
                    "owner", f"act:{number}", [AuditDraft("complete_tasks", {}, "run", "done")], at
                )
        seen, path = list[str](), "/activity"
        for _ in range(9):
            seen += await links(browser, path)
            older = re.search(r'<a href="([^"]+)">Older</a>', (await browser.get(path)).text)
            if older is None:
                break
            path = older[1].replace("&amp;", "&")
        assert len(seen) == len(set(seen)) == 120
        assert [link for link in seen if "/t" in link] == [f"/activity/t{number}" for number in range(89, -1, -1)]


async def test_a_day_is_that_day_on_the_users_clock(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        for day in range(4):
            await kept(house, f"t{day}", at=1440 * day)
        day = (house.clock.now() + timedelta(days=1)).date()
        assert await links(browser, f"/activity?day={day}") == ["/activity/t1"]
        assert len(await links(browser, "/activity?day=nonsense")) == 4


async def test_what_the_clock_brought_stands_there_too(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "remind me tomorrow at 9 to call mum")
        for owner, status, reason in (("1", "ran", ""), ("77", "skipped", "quiet hours")):
            now = house.clock.now()
            await house.store.occurrences.record(
                "owner", owner_kind="reminder", owner_id=owner, due_at=now, status=status, reason=reason, at=now
            )
        shown = (await browser.get("/activity")).text
        assert "Reminder: call mum" in shown
        assert "A reminder, deleted since" in shown
        assert "left out · quiet hours" in shown


async def test_nobody_elses_rows_are_ever_shown(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        now = house.clock.now()
        await house.store.users.add("ben", name="Ben", time_zone="UTC", zone_source="user", locale="en", at=now)
        await kept(house, "bens", user="ben", text="zanzibar")
        await sent(house, "bens", user="ben")
        await house.store.usage.add_many("ben", "bens", [UsageDraft("primary", "zanzibar", 12, 3, 5.0, now)])
        for path in ("/activity", "/activity?only=failed", *(f"/activity?show={name}" for name in SECTIONS)):
            shown = (await browser.get(path)).text
            assert "zanzibar" not in shown, path
            assert "bens" not in shown, path
        missing = await browser.get("/activity/bens")
        assert missing.status_code == 404
        assert "There’s nothing under that name" in missing.text
        assert "zanzibar" not in missing.text


async def test_costs_are_told_by_day_by_model_by_role_and_under_each_cap(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, max_daily_cost=2.0, max_turn_tokens=9_000)
    async with page_of(tmp_path, settings=settings) as (house, browser):
        now = house.clock.now()
        calls = [UsageDraft("primary", "dear", 900, 100, 1.5, now), UsageDraft("mini", "cheap", 90, 10, 0.5, now)]
        await house.store.usage.add_many("owner", "t1", calls)
        shown = (await browser.get("/activity?show=costs")).text
        for words in (
            "1,100 tokens · $2.00",
            "dear",
            "cheap",
            "answering",
            "$2.00 of $2.00",
            "MAX_DAILY_COST",
            "At most 9,000 tokens a message",
            "trouble",
        ):
            assert words in shown, words
        for frame in ("wide", "narrow"):
            drawn = await browser.get(f"/activity/costs.svg?frame={frame}")
            assert drawn.headers["content-type"] == "image/svg+xml"
            assert "sandbox" in drawn.headers["content-security-policy"]
            assert "What models cost, by day" in drawn.text


async def test_the_loops_are_told_with_what_went_wrong(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        now = house.clock.now()
        run = await house.store.loop_runs.start("to-do", now)
        await house.store.loop_runs.finish(
            run.id, status="failed", error="It <b>broke</b>", next_run_at=now + timedelta(minutes=5), at=now
        )
        shown = (await browser.get("/activity?show=loops")).text
        assert "It &lt;b&gt;broke&lt;/b&gt;" in shown
        assert "keeps lists the same as elsewhere" in shown
        assert "nothing to push" in shown
        await tell(house, "/pause")
        assert "Paused since" in (await browser.get("/activity?show=loops")).text


async def test_what_went_outside_is_a_page_of_its_own(tmp_path: Path) -> None:
    assert {"send_mail", "delete_mail", "add_event", "browser_submit_form"} <= set(tools())
    assert not {"add_tasks", "set_reminder", "undo", "find_everything", "search_web"} & set(tools())
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "add milk to my shopping list")
        for number in range(45):
            await sent(house, f"t{number}")
        found = await links(browser, "/activity?show=outside")
        assert found[:2] == ["/activity/t44", "/activity/t43"]
        older = re.search(r'<a href="([^"]+)">Older</a>', (await browser.get("/activity?show=outside")).text)
        assert older
        assert await links(browser, older[1].replace("&amp;", "&")) == [
            f"/activity/t{number}" for number in range(4, -1, -1)
        ]


async def test_a_talk_is_played_again_event_by_event(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "add milk to my shopping list")
        await tell(house, "what is on my shopping list?")
        assert "/activity?session=now" in (await browser.get("/activity?show=talks")).text
        shown = (await browser.get("/activity?session=now")).text
        assert shown.index("add milk to my shopping list") < shown.index("what is on my shopping list?")
        assert "list_name" in shown
        assert "no such conversation" in (await browser.get("/activity?session=99")).text


@pytest.mark.parametrize(
    "path",
    [
        "/activity?before=1.2.3",
        "/activity?before=a.b.c.d",
        "/activity?before=....",
        "/activity?day=9999-99-99",
        "/activity?show=<b>",
        "/activity?session=%00",
        "/activity?show=outside&before=-1",
        f"/activity?before={'9' * 30}...",
        "/activity?session=now&after=x",
    ],
)
async def test_an_address_that_means_nothing_is_a_page_all_the_same(tmp_path: Path, path: str) -> None:
    async with page_of(tmp_path) as (_, browser):
        assert (await browser.get(path)).status_code == 200


async def test_below_the_tab_nobody_gets_in_who_is_not_signed_in(tmp_path: Path) -> None:
    async with page_of(tmp_path, signed_in=False) as (_, browser):
        for path in ("/activity/t1", "/activity/costs.svg"):
            assert (await browser.get(path)).status_code == 401, path


@pytest.mark.slow
async def test_a_full_page_stays_small(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        long = "a sentence that goes on and on " * 200
        for number in range(60):
            await kept(house, f"t{number}", at=number, text=long)
            drafts = [AuditDraft("save_note", {"title": long, "content": long}, "run", "done")] * 20
            await house.store.audit.add_many(
                "owner", f"t{number}", drafts, house.clock.now() + timedelta(minutes=number)
            )
        assert len((await browser.get("/activity")).content) < 85_000
        assert len((await browser.get("/activity/t1")).content) < 85_000
