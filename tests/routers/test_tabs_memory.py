"""Memory and notes over HTTP: what is known and from where, what is put right in place, and what waits for a word."""

import re
from pathlib import Path

import httpx

from app.bootstrap.services import Services
from app.learning.profile import ProfileLine, write_profile
from tests.house import tell
from tests.routers.test_tabs import HTMX, page_of


async def _doubtful(house: Services, statement: str = "my bank is <b>Evil</b> Bank") -> int:
    """A fact that was read in a file, and waits."""
    fact = await house.store.facts.add(
        "owner",
        key="bank",
        statement=statement,
        confidence=0.8,
        source="extraction",
        turn_id="t9",
        taint=["file letter.pdf"],
        confirmed=False,
        at=house.clock.now(),
    )
    return fact.id


async def _press(browser: httpx.AsyncClient, act: str, **fields: str) -> str:
    answer = await browser.post(f"/act/{act}", data=fields, headers=HTMX)
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_what_is_known_says_where_it_is_from_and_what_was_so_before(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        reply = await tell(house, "I live in Accra")
        await tell(house, "I've moved to Kumasi")
        page = (await browser.get("/memory")).text
        assert "You live in Kumasi" in page
        assert "2 March" in page
        assert "<s><bdi>You live in Accra</bdi></s>" in page
        assert f"/activity/{reply.turn_id}" in page
        assert 'What I know of you <span class="when">1</span>' in page


async def test_a_fact_is_corrected_found_and_forgotten_where_it_stands(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await _press(browser, "add-fact", statement="my sister's name is Ama")
        [fact] = await house.store.facts.current("owner")
        await _press(browser, "correct-fact", key=fact.key, statement="my sister's name is Abena")
        [now] = await house.store.facts.current("owner")
        assert (now.key, now.statement) == (fact.key, "my sister's name is Abena")
        assert "Abena" in (await browser.get("/memory?q=sister")).text
        assert "has to do with “zebra”" in (await browser.get("/memory?q=zebra")).text
        assert "Abena" in (await browser.get(f"/memory?fact={now.id}")).text
        card = await _press(browser, "forget-fact", row=str(now.id))
        assert ">Forget for good</button>" in card
        assert 'class="held final"' in card
        assert len(await house.store.facts.current("owner")) == 1
        action = re.search(r'name="action" value="([^"]+)"', card)
        assert action
        done = await browser.post("/act/decide", data={"action": action[1], "verb": "confirm"}, headers=HTMX)
        assert "Forgotten for good" in done.text
        assert await house.store.facts.current("owner") == []


async def test_what_was_read_elsewhere_is_kept_or_dropped_with_one_press(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        number = await _doubtful(house)
        page = (await browser.get("/memory")).text
        assert "Is that so?" in page
        assert "from file letter.pdf" in page
        assert "<b>Evil" not in page
        assert "I&#39;ll go by it" in await _press(browser, "keep-fact", row=str(number))
        [kept] = await house.store.facts.current("owner")
        assert kept.id == number
        other = await _doubtful(house, "my bank is Acme")
        assert "Left out" in await _press(browser, "drop-fact", row=str(other))
        assert await house.store.facts.waiting("owner") == []
        assert [fact.id for fact in await house.store.facts.current("owner")] == [number]
        assert await house.store.pending.waiting("owner", house.clock.now()) == []


async def test_no_press_decides_what_is_not_on_its_row(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "I live in Accra")
        assert "wrong" in await _press(browser, "keep-fact", row="1")
        assert "wrong" in await _press(browser, "drop-fact", row="everything")
        assert len(await house.store.facts.current("owner")) == 1


async def test_proposed_guidelines_are_accepted_and_dropped_without_a_word_in_the_conversation(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        one = await house.store.learnings.add(
            "owner",
            kind="learning",
            content="Keep <i>answers</i> short",
            status="proposed",
            source="reflection",
            turn_id=None,
            taint=[],
            at=house.clock.now(),
        )
        page = (await browser.get("/memory")).text
        assert "Shall I go by this?" in page
        assert "Keep &lt;i&gt;answers" in page
        done = await _press(browser, "accept", row=str(one.id))
        assert "From now on I go by this." in done
        assert 'action="/act/dismiss"' in done
        assert [row.id for row in await house.store.learnings.active("owner")] == [one.id]
        assert "What I go by" in (await browser.get("/memory")).text
        await _press(browser, "dismiss", row=str(one.id))
        assert await house.store.learnings.active("owner") == []
        assert "wrong" in await _press(browser, "accept", row="4711")
        assert "wrong" in await _press(browser, "accept", row="x")
        rows = await house.database.fetch("SELECT tool FROM audit_log WHERE user_id = $1", "owner")
        assert {row["tool"] for row in rows} == {"accept_learning", "dismiss_learning"}
        assert await house.store.outbox.after("owner", ("web",), 0, 10) == []


async def test_the_profile_and_earlier_talks_lie_folded(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        now = house.clock.now()
        await write_profile(house.store, "owner", [ProfileLine("people", "Her sister is <u>Ama</u>", ("t1",))], now)
        note = await house.store.notes.add(
            "owner",
            title="Summary: the cabin",
            content="Esi asked about the cabin.",
            tags=[],
            source="session",
            turn_id=None,
            taint=["file a.pdf"],
            at=now,
        )
        await house.store.sessions.add(
            "owner", first_turn=1, last_turn=2, turns=2, topic="", note_id=note.id, started_at=now, ended_at=now
        )
        page = (await browser.get("/memory")).text
        assert "Her sister is &lt;u&gt;Ama" in page
        assert f'id="talk-{note.id}" >' in page
        assert "from file a.pdf" in page
        assert f'id="talk-{note.id}" open>' in (await browser.get(f"/memory?talk={note.id}")).text
        assert "Esi asked about the cabin." not in (await browser.get("/notes")).text


async def test_notes_are_written_changed_found_and_thrown_away(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await _press(browser, "add-note", content="the wifi code is\r\n<4711>", title="")
        [note] = await house.store.notes.list("owner", limit=5)
        assert note.content == "the wifi code is\n<4711>"
        page = (await browser.get("/notes")).text
        assert "&lt;4711&gt;" in page
        await _press(browser, "edit-note", row=str(note.id), content="the wifi code is 4712")
        assert "4712" in (await browser.get("/notes?q=wifi")).text
        gone = await _press(browser, "delete-note", row=str(note.id))
        assert ">Undo</button>" in gone
        assert "None yet." in (await browser.get("/notes")).text
        assert "isn’t there any more" in (await browser.get(f"/notes?note={note.id}")).text


async def test_a_long_note_is_never_cut_by_being_changed_here(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        text = "a line of a long note\n" * 2_000
        note = await house.store.notes.add(
            "owner", title="Long", content=text, tags=[], source="user", turn_id=None, taint=[], at=house.clock.now()
        )
        page = (await browser.get("/notes")).text
        assert len(page) < 20_000
        assert "/act/edit-note" not in page
        whole = (await browser.get(f"/notes?note={note.id}")).text
        assert "/act/edit-note" not in whole
        await _press(browser, "add-to-note", row=str(note.id), content="the end")
        changed = await house.store.notes.get("owner", note.id)
        assert changed is not None
        assert changed.content == f"{text}\nthe end"


async def test_the_reading_list_and_the_journal_stand_beside_the_notes(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await _press(browser, "add-reading", url="example.org/kente", title="How to weave")
        await _press(browser, "write-journal", content="A walk on the beach", mood="calm")
        page = (await browser.get("/notes")).text
        assert 'href="https://example.org/kente"' in page
        assert "A walk on the beach" in page
        assert "calm" in page
        await _press(browser, "read", row="1")
        [item] = await house.store.read_later.list("owner", include_read=True)
        assert item.read_at is not None
        await _press(browser, "delete-reading", row="1")
        assert await house.store.read_later.list("owner", include_read=True) == []
        assert "wrong" in await _press(browser, "add-reading", url="javascript:alert(1)")


async def test_addresses_that_mean_nothing_show_a_page(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        for path in ("/memory", "/notes", "/search", "/settings"):
            for query in (
                "fact=x&note=-1&talk=99999999999999999999",
                "page=99999&talks=99999&reading=9999&journal=9999",
                "q=%00%F0",
            ):
                assert (await browser.get(f"{path}?{query}")).status_code == 200, (path, query)
