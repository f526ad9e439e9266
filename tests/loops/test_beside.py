"""Work beside the loops: begun while it is wanted, ended when it no longer is, begun again where it ended by itself."""

import asyncio
import logging

import pytest

from app.loops.beside import Beside


async def test_it_goes_on_while_it_is_wanted_and_is_begun_once() -> None:
    begun, ended = list[str](), list[str]()

    async def work() -> None:
        begun.append("inbox")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("inbox")

    beside = Beside()
    assert await beside.keep({"inbox": work}) == 1
    await asyncio.sleep(0)
    assert await beside.keep({"inbox": work}) == 0
    assert (begun, ended, beside.names) == (["inbox"], [], frozenset({"inbox"}))
    await beside.keep({})
    assert (ended, beside.names) == (["inbox"], frozenset())
    await beside.close()


async def test_what_failed_is_in_the_log_and_begun_again(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise ZeroDivisionError

    beside = Beside()
    await beside.keep({"inbox": work})
    with caplog.at_level(logging.ERROR):
        while beside.names:
            await asyncio.sleep(0)
    assert [getattr(record, "event", "") for record in caplog.records] == ["beside.failed"]
    assert await beside.keep({"inbox": work}) == 1
    await beside.close()
