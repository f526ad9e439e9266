"""Where somebody wants to be told things first, from sentences in `channels.toml`: "send my reminders on WhatsApp". Pure."""

from app.language import channels
from app.language.choosing import sentences
from app.language.orders.plan import Call, Clause, Reading

SET = "set_channel"
_LONGEST = 120  # characters
_STATE = f"{SET}{sentences.SUFFIX}state"


def read(clause: Clause) -> Reading | None:
    """The call; None where it is none of these sentences, or names no channel that is known."""
    if SET not in clause.tools or len(clause.text) > _LONGEST or not _may_be(clause.text):
        return None
    match = sentences.best(sentences.tidy(clause.text), {"", "state"}, sentences.templates("channels"))
    if match is None:
        return None
    channel = channels.named(sentences.slots(match).get("channel", ""))
    if not channel and match.name != _STATE:
        return None
    return Reading((Call(SET, {"channel": channel} if channel else {}),))


def _may_be(text: str) -> bool:
    """Whether it names a channel, or asks for one: other messages are not looked at."""
    return channels.names_one(text) or "channel" in text.casefold() or "canal" in text.casefold()
