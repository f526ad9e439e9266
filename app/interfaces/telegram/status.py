"""How the bot is doing: one state at a time, logged when it changes, and told to other programs through the lease."""

import logging
from dataclasses import dataclass

from app.errors import StorageError
from app.interfaces.telegram.duty import Duty

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """A stable name, the sentence a person reads, and whether something is to be done about it."""

    name: str
    sentence: str
    wrong: bool = False


STARTING = State("starting", "starting")
POLLING = State("polling", "running, by polling")
WEBHOOK = State("webhook", "running, by webhook")
STANDING_BY = State("standing_by", "another process runs the bot; this one stands by")
OUTAGE = State("unreachable", "Telegram can't be reached right now; trying again", wrong=True)
REFUSED = State(
    "token_refused", "Telegram doesn't accept TELEGRAM_BOT_TOKEN; copy it from @BotFather and restart", wrong=True
)
CONFLICT = State(
    "conflict",
    "another program fetches this bot's messages with the same token; stop it, or give each a bot of its own",
    wrong=True,
)


class Status:
    """The present state."""

    def __init__(self, duty: Duty) -> None:
        """Starting."""
        self.state = STARTING
        self._duty = duty

    async def tell(self, state: State) -> None:
        """It is like that now."""
        if state == self.state:
            return
        self.state = state
        level = logging.WARNING if state.wrong else logging.INFO
        log.log(level, "telegram: %s", state.sentence, extra={"event": "telegram.state", "state": state.name})
        try:
            await self._duty.tell(state.sentence)
        except StorageError:
            log.warning("state not written", extra={"event": "telegram.state_unwritten"})
