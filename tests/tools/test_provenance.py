"""What was made from other people's text taints whoever reads it."""

from app.tools import facts, journal, notes, provenance, read_later, reminders, tasks
from tests.tools.conftest import Desk


async def test_every_kind_of_hit_brings_its_sources(desk: Desk) -> None:
    stranger = desk.tainted("mail:stranger")
    await notes.save_note(stranger.ctx, "zebra note")
    await tasks.add_tasks(stranger.ctx, ["zebra task"])
    await reminders.set_reminder(stranger.ctx, "zebra reminder", "tomorrow at 9")
    await journal.save_journal_entry(stranger.ctx, "zebra entry")
    await read_later.save_to_read_later(stranger.ctx, title="zebra page")
    kinds = ("note", "task", "reminder", "journal", "read_later")
    found = await desk.deps.search.search("ama", "zebra", kinds=kinds, limit=20)
    assert {hit.kind for hit in found.hits} == set(kinds)
    for hit in found.hits:
        reader = desk.later(minutes=1)
        await provenance.carry_hits(reader.deps, [hit])
        assert reader.deps.taint.sources == ["mail:stranger"], hit.kind


async def test_the_users_own_words_taint_nothing(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "I live in Accra")
    await facts.recall_facts(desk.ctx)
    assert not desk.deps.taint
