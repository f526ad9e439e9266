"""A day on which nobody says anything: the house does what it does unasked, and no model is asked for any of it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.models import build_models
from app.clock import ManualClock
from app.loops.table import LOOPS
from tests.house import FixedModels, open_house, says, scripted, settings_in

MIDNIGHT = datetime(2027, 3, 10, tzinfo=UTC)


async def test_an_idle_day_asks_no_model_and_still_says_good_morning(tmp_path: Path) -> None:
    asked: list[list[ModelMessage]] = []

    def answer(messages: list[ModelMessage]) -> ModelResponse:
        asked.append(messages)
        return says("{}")

    settings, clock = settings_in(tmp_path, time_zone="UTC"), ManualClock(MIDNIGHT)
    models = FixedModels(scripted(answer), build_models(settings).offline, behind=scripted(answer))
    async with open_house(tmp_path, settings=settings, clock=clock, models=models) as house:
        for _ in range(24 * 4):
            for loop in LOOPS:
                if not loop.routine:
                    await loop.function(house.ground)
            await house.background.drain()
            clock.advance(timedelta(minutes=15))
        said = await house.store.outbox.after(house.owner.id, ("local",), 0, 50)
    assert asked == []
    assert [entry.body["text"] for entry in said] == [
        "Good morning. Nothing due today.",
        "Good evening. A quiet day, and nothing due tomorrow.",
    ]
