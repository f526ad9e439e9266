"""Plays the scenes in a real house: the offline model, a clock that is moved, and all background work done when it is due."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.loops.table import LOOPS
from app.messages import InboundMessage
from scripts.prove.fortnight.scenes import Scene

ZONE = ZoneInfo("Africa/Accra")
FIRST = datetime(2026, 3, 2, tzinfo=ZONE)  # a Monday
STEP = timedelta(minutes=10)
BEHIND = frozenset({"embedding", "learning", "summaries", "sessions", "reflection"})
Open = Callable[[ManualClock], AbstractAsyncContextManager[Services]]


@dataclass(frozen=True, slots=True)
class Heard:
    """A scene, what was answered, and what is wrong with that ("" if nothing)."""

    scene: Scene
    answer: str
    problem: str


def moment(at: str) -> datetime:
    """ "<day> HH:MM" on the person's clock, as UTC."""
    day, clock = at.split()
    hour, minute = map(int, clock.split(":"))
    return (FIRST + timedelta(days=int(day) - 1, hours=hour, minutes=minute)).astimezone(UTC)


async def play(scenes: tuple[Scene, ...], open_house: Open, show: Callable[[Heard], None]) -> list[Heard]:
    """All scenes in order; each is shown as it is heard."""
    clock = ManualClock(moment(scenes[0].at))
    heard: list[Heard] = []
    rest = list(scenes)
    while rest:
        async with open_house(clock) as house:
            player = Player(house, clock)
            while rest:
                scene = rest.pop(0)
                await player.wait_until(moment(scene.at))
                if scene.do == "restart":
                    break
                heard.append(await player.take(scene))
                show(heard[-1])
    return heard


class Player:
    """One stretch between two restarts."""

    def __init__(self, house: Services, clock: ManualClock) -> None:
        """Nothing has been said."""
        self._house = house
        self._ground = house.ground
        self._clock = clock
        self._last_buttons: dict[str, str] = {}

    async def wait_until(self, until: datetime) -> None:
        """Let time pass; what the house does behind the conversation is done when it is due."""
        while self._clock.now() < until:
            self._clock.set(min(until, self._clock.now() + STEP))
            await self._work()

    async def take(self, scene: Scene) -> Heard:
        """Do what the scene says."""
        answer = await self._doings[scene.do](self, scene)
        lower = answer.casefold()
        missing = [words for words in scene.says if words.casefold() not in lower]
        wrong = [words for words in scene.never if words.casefold() in lower]
        problem = "; ".join((*(f"misses “{words}”" for words in missing), *(f"holds “{words}”" for words in wrong)))
        return Heard(scene, answer, problem)

    async def _say(self, scene: Scene) -> str:
        house = self._house
        message = InboundMessage(
            user_id=house.owner.id, channel="cli", external_id=scene.at, text=scene.say, received_at=self._clock.now()
        )
        receipt = await house.conversation.receive(message)
        reply = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=60)
        self._last_buttons = {button.verb: button.target for button in reply.buttons}
        return as_one_text(reply.text, reply.cards)

    async def _press(self, scene: Scene) -> str:
        if scene.do not in self._last_buttons:
            return f"(no {scene.do} button)"
        return await self._house.conversation.decide(self._house.owner.id, scene.do, self._last_buttons[scene.do])

    async def _sleep(self, scene: Scene) -> str:
        night = moment(scene.at).astimezone(ZONE).replace(hour=4, minute=30) + timedelta(days=1)
        await self.wait_until(night.astimezone(UTC))
        return ""

    async def _work(self) -> None:
        for loop in LOOPS:
            if loop.name in BEHIND and loop.condition(self._house.settings):
                await loop.function(self._ground)

    _doings: ClassVar[dict[str, Callable[["Player", Scene], Awaitable[str]]]] = {
        "": _say,
        "confirm": _press,
        "cancel": _press,
        "night": _sleep,
    }
