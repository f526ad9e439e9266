"""A fortnight of one person's chat on both databases: what is recalled, corrected and forgotten is right, and the same on both."""

from contextlib import AbstractAsyncContextManager

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from scripts.prove.fortnight.play import ZONE, Heard, play
from scripts.prove.fortnight.scenes import SCENES
from tests.house import open_house


async def test_the_fortnight_goes_as_its_person_expects(home: Settings) -> None:
    settings = home.model_copy(update={"time_zone": str(ZONE)})

    def opened(clock: ManualClock) -> AbstractAsyncContextManager[Services]:
        return open_house(settings.data_dir, settings=settings, clock=clock)

    heard: list[Heard] = []
    await play(SCENES, opened, heard.append)
    assert [(one.scene.at, one.scene.say, one.problem, one.answer) for one in heard if one.problem] == []
    assert len(heard) > 50
