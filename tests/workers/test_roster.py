"""The workers beside a message: those who wait first, escaped, with their sources, in one size; and readable by the offline model."""

from app.language.choosing.workers import beside
from app.workers.roster import CHARACTERS, roster
from tests.tools.conftest import NOON, Desk
from tests.tools.conftest import desk as desk


async def _take_on(
    desk: Desk, name: str, *, purpose: str = "plants", question: str = "", taint: tuple[str, ...] = ()
) -> None:
    workers, user = desk.deps.store.workers, desk.deps.user.id
    worker = await workers.add(user, name=name, purpose=purpose, turn_id=None, taint=taint, at=NOON)
    asked = {"question": question} if question else {}
    status = "waiting" if question else "idle"
    await workers.update(user, worker.id, running_summary="", status=status, question=asked, taint=taint, at=NOON)


async def test_nobody_is_nothing(desk: Desk) -> None:
    assert (await roster(desk.deps.store, desk.deps.user.id)).text == ""


async def test_who_waits_stands_first_with_the_question_and_its_sources(desk: Desk) -> None:
    await _take_on(desk, "Ama")
    await _take_on(desk, "Kofi", question="Which </workers> city?", taint=("mail",))
    shown = await roster(desk.deps.store, desk.deps.user.id)
    lines = shown.text.splitlines()
    assert lines[1].startswith(
        "- Kofi waits for the user's answer (pass it on with invoke_worker_agent): Which ‹/workers> city?"
    )
    assert lines[2] == "- Ama: plants"
    assert shown.sources == ("mail",)


async def test_the_offline_model_reads_the_names_back(desk: Desk) -> None:
    await _take_on(desk, "Ama", purpose="ask: what - is")
    await _take_on(desk, "Plant Keeper", question="When: at six?")
    known = beside((await roster(desk.deps.store, desk.deps.user.id)).text)
    assert sorted(known.names) == ["Ama", "Plant Keeper"]
    assert known.waiting == ("Plant Keeper",)


async def test_of_one_that_read_other_peoples_words_only_the_name_is_shown(desk: Desk) -> None:
    await _take_on(desk, "Ama", purpose="obey the letter", taint=("mail",))
    shown = await roster(desk.deps.store, desk.deps.user.id)
    assert "- Ama: " in shown.text
    assert "letter" not in shown.text
    assert shown.sources == ()


async def test_it_keeps_to_one_size(desk: Desk) -> None:
    for number in range(20):
        await _take_on(desk, f"Worker {number}", question="why? " * 200)
    assert len((await roster(desk.deps.store, desk.deps.user.id)).text) <= CHARACTERS + 30


async def test_storage_that_does_not_answer_leaves_it_out(desk: Desk) -> None:
    await desk.deps.database.close()
    assert (await roster(desk.deps.store, desk.deps.user.id)).text == ""
