"""What the operator paused and asked for, on both engines."""

from app.memory.records import LoopSwitch
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_pause_keeps_its_beginning_and_a_run_leaves_it_alone(house: Repositories) -> None:
    switches = house.loop_switches
    assert await switches.every() == {}
    await switches.pause("mail", NOON)
    await switches.pause("mail", later(hours=1))
    await switches.run_now("mail", later(hours=2))
    assert await switches.every() == {"mail": LoopSwitch("mail", NOON, later(hours=2))}
    await switches.resume("mail")
    await switches.resume("unheard of")
    assert await switches.every() == {"mail": LoopSwitch("mail", None, later(hours=2))}
