"""What every courier makes of an outbox entry before its channel draws it: whose account it goes to, its buttons, a picture's caption, its words spoken."""

import logging
from collections.abc import Awaitable, Callable

from app.charts.chart import Chart
from app.conversation.outbox import CHANNELS
from app.memory.records import Identity, OutboxEntry
from app.memory.repositories import Repositories
from app.messages import Button
from app.models.troubles import log_failure
from app.timetable.allowed import Allowlist

log = logging.getLogger(__name__)
Speak = Callable[[str, str], Awaitable[bytes | None]]
_UNKNOWN_LOCALE = "en-GB"


def account_of(entry: OutboxEntry) -> Identity:
    """The account that an entry goes to, which stands first in its address: its user may have others."""
    return Identity(entry.channel, entry.address.partition("/")[0], entry.user_id, entry.created_at)


async def may_go_to(allowed: Allowlist | None, entry: OutboxEntry) -> bool:
    """Whether it may be said there: to the account that reads it, or in a group, whose address names nobody, to its user."""
    if allowed is None:
        return True
    if CHANNELS[entry.channel].is_group(entry.address):
        return await allowed.lets(entry.user_id)
    return await allowed.lets_at(account_of(entry))


def buttons_of(entry: OutboxEntry) -> tuple[Button, ...]:
    """All its buttons, in order."""
    return tuple(Button(row["label"], row["verb"], row["target"]) for row in entry.body.get("buttons", []))


def caption_of(chart: Chart, words: str) -> str:
    """What a picture shows, for those who can't see it, unless the text says just that."""
    said = " ".join(chart.alt.split())
    return "" if said in " ".join(words.split()) else said


async def spoken(speak: Speak | None, store: Repositories, account: tuple[str, str], text: str) -> bytes | None:
    """A text as OGG/Opus in the language of whoever is at an account (a channel and an address); None where it can't be made."""
    if speak is None:
        return None
    channel, address = account
    user = await store.users.find(channel, address)
    try:
        return await speak(text, user.locale if user else _UNKNOWN_LOCALE)
    except Exception as failure:  # noqa: BLE001 # house: a voice is foreign code; the log has its kind and place
        log_failure(log, "answer not spoken", failure, event=f"{channel}.speech_failed")
        return None
