"""Whose words a message brings by replying to one that stands in the chat: the assistant's own, which may have repeated anybody's.

A quote is told by the line that a channel writes in front of the words. What it was made from is looked up by its words; one that is
found nowhere is nobody's we know.
"""

import re

from app.conversation.outbox import CHANNELS
from app.conversation.turn import Resources, Turn
from app.memory.records import OutboxEntry
from app.memory.repositories import Repositories
from app.prompts.turn import REPLYING, THREAD

UNKNOWN = "a message you replied to"
_QUOTE = re.compile(rf"^\((?:{REPLYING}|{THREAD}): “(?P<words>[^\n]*)”\)$", re.MULTILINE)
_WORD = re.compile(r"\w+")
_LOOKED_BACK = 200  # turns, and messages
_FEEDS = tuple(sorted({channel.feed for channel in CHANNELS.values()}))


async def quoted_sources(turn: Turn, resources: Resources) -> list[str]:
    """The untrusted sources behind what the turn's messages reply to."""
    texts = (entry.text for entry in turn.entries if not entry.untrusted)
    quotes = [_plain(found["words"]) for text in texts for found in _QUOTE.finditer(text)]
    return [source for quote in quotes if quote for source in await _sources(resources.store, turn.user.id, quote)]


async def _sources(store: Repositories, user_id: str, quote: str) -> list[str]:
    for said in reversed(await store.turns.recent(user_id, _LOOKED_BACK)):
        if quote in _plain(said.reply) or quote in _plain(said.text):
            return said.taint
    for entry in reversed(await store.outbox.latest(user_id, _FEEDS, _LOOKED_BACK)):
        if quote in _plain(str(entry.body.get("text", ""))):
            return await _made_from(store, entry)
    return [UNKNOWN]


async def _made_from(store: Repositories, entry: OutboxEntry) -> list[str]:
    """What a message was made from that no turn said: a reminder or an alert, by its key."""
    kind, _, rest = entry.key.partition(":")
    number = rest.partition(":")[0].partition("@")[0]
    if kind == "reminder" and number.isdecimal():
        reminder = await store.reminders.get(entry.user_id, int(number))
        return reminder.taint if reminder else [UNKNOWN]
    if kind == "alert" and number.isdecimal():
        rule = await store.alert_rules.get(entry.user_id, int(number))
        return rule.taint if rule else [UNKNOWN]
    turn = await store.turns.get(entry.user_id, entry.turn_id) if entry.turn_id else None
    return turn.taint if turn else []


def _plain(text: str) -> str:
    """Words alone: what is shown has lost its marks, and is cut with "…"."""
    return " ".join(_WORD.findall(text.casefold()))
