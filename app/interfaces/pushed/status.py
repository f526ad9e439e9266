"""How a channel is doing: one state at a time, logged when it changes, and told to other programs through the lease."""

import logging
from dataclasses import dataclass

from app.errors import StorageError
from app.interfaces.pushed.duty import Duty

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """A stable name, the sentence a person reads, whether something is wrong, and whether it stays so until somebody does something."""

    name: str
    sentence: str
    wrong: bool = False
    refused: bool = False


STARTING = State("starting", "starting")
STANDING_BY = State("standing_by", "another process runs it; this one stands by")


class Status:
    """The present state."""

    def __init__(self, duty: Duty) -> None:
        """Starting."""
        self.state = STARTING
        self._told = STARTING
        self._trouble: State | None = None
        self._duty = duty

    async def tell(self, state: State) -> None:
        """It is like that now, as far as what comes in goes."""
        self._told = state
        await self._show()

    async def trouble(self, state: State | None) -> None:
        """What is wrong with what goes out; None where nothing is."""
        self._trouble = state
        await self._show()

    async def _show(self) -> None:
        """What comes in first: without it nothing goes out."""
        state = self._told if self._told.wrong or self._trouble is None else self._trouble
        if state == self.state:
            return
        self.state = state
        channel, level = self._duty.channel, logging.WARNING if state.wrong else logging.INFO
        log.log(level, "%s: %s", channel, state.sentence, extra={"event": f"{channel}.state", "state": state.name})
        try:
            await self._duty.tell(state.sentence, wrong=state.wrong)
        except StorageError:
            log.warning("state not written", extra={"event": f"{channel}.state_unwritten"})
