"""Commands that are pressed on a page: done at once, told there, and no word of it in the conversation."""

from pathlib import Path

from tests.house import open_house


async def test_it_is_done_and_nothing_is_said_in_the_conversation(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        done = await house.conversation.order("owner", "pause", "", channel="web", external_id="1")
        assert (done.ok, done.can_undo) == (True, False)
        assert (await house.store.controls.get("owner")).paused_at is not None
        assert await house.store.outbox.after("owner", ("web",), 0, 10) == []


async def test_what_is_refused_is_a_sentence(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        refused = await house.conversation.order("owner", "learnings", "accept 9", channel="web", external_id="1")
        assert not refused.ok
        assert "#9" in refused.text
