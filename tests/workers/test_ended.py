"""Runs that ended: told again to whoever goes on with the turn, with their sources and what they wait for."""

from app.workers.ended import ended_runs, told_again
from tests.house import says, tell
from tests.workers.conftest import Opens, asks, cast, once, only


async def test_a_run_is_told_again_as_the_call_it_was(opens: Opens) -> None:
    async with opens(cast(asks("Clerk"), once("add_tasks", "It is there.", titles=["milk"]))) as house:
        reply = await tell(house, "add milk")
        user = house.owner.id
        [run] = await ended_runs(house.store, user, reply.turn_id)
        assert run.of(await only(house))
        assert run.asked == "add milk"
        retold = await told_again(house.store, user, reply.turn_id)
        [(call, told)] = retold.calls
        assert call.args == {"name": "Clerk", "message": "add milk"}
        assert told.content == "Clerk: It is there."
        assert (retold.taint, retold.waiting) == ([], [])
        assert await ended_runs(house.store, user, reply.turn_id[:-1]) == []
        assert await ended_runs(house.store, "somebody else", reply.turn_id) == []


async def test_what_it_read_and_what_waits_are_told_with_it(opens: Opens) -> None:
    async with opens(cast(asks("Clerk"), once("add_tasks", titles=["milk"]))) as house:
        await tell(house, "begin")
        worker = await only(house)
        await house.store.workers.update(
            house.owner.id,
            worker.id,
            running_summary="",
            status="idle",
            question={},
            taint=["mail"],
            at=worker.updated_at,
        )
        reply = await tell(house, "add more")
        retold = await told_again(house.store, house.owner.id, reply.turn_id)
        assert retold.taint == ["mail"]
        assert len(retold.waiting) == 1
        assert "Waiting for your OK: Add to your to-dos" in str(retold.calls[0][1].content)


async def test_a_turn_without_workers_has_none(opens: Opens) -> None:
    async with opens(lambda _: says("Hello.")) as house:
        reply = await tell(house, "hello")
        assert (await told_again(house.store, house.owner.id, reply.turn_id)).calls == []
