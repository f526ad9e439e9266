"""What a failed call means for a message: not taken, never taken, perhaps taken, or the message to change is gone.

Only what is certain is called certain: a call that broke off after it began to be sent may have been carried out.
"""

from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, TelegramError

from app.errors import (
    DeliveryAway,
    DeliveryError,
    DeliveryGone,
    DeliveryKeyRefused,
    DeliveryLater,
    DeliveryRefused,
    DeliveryUnknown,
)
from app.interfaces.telegram.bot import Flooded, TokenRefused, may_have_been_done, was_never_sent

UNCHANGED = "message is not modified"
UNPARSED = ("can't parse entities", "can't find end", "unsupported start tag", "entity_")
NO_THREAD = "message thread not found"
_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid", "message to delete not found")
_NO_TOKEN_PAUSE = 60.0
_OUTAGE_PAUSE = 3.0


def says(problem: TelegramError, *words: str) -> bool:
    """Whether Telegram gave one of these reasons."""
    reason = problem.message.casefold()
    return any(word in reason for word in words)


def as_delivery(problem: TelegramError, *, repeatable: bool) -> DeliveryError:
    """The failure in the outbox's words. `repeatable`: doing it twice does no harm, so what is uncertain may be done again."""
    if isinstance(problem, Flooded):
        return DeliveryLater(seconds=problem.seconds)
    if isinstance(problem, InvalidToken | TokenRefused):
        return DeliveryKeyRefused(seconds=_NO_TOKEN_PAUSE)
    if isinstance(problem, BadRequest):
        return DeliveryGone(problem.message) if says(problem, *_GONE) else DeliveryRefused(problem.message)
    if isinstance(problem, Forbidden | ChatMigrated):
        return DeliveryRefused(problem.message)
    if repeatable or was_never_sent(problem):
        return DeliveryAway(seconds=_OUTAGE_PAUSE)
    return DeliveryUnknown() if may_have_been_done(problem) else DeliveryRefused(problem.message)
