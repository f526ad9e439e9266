"""What every courier makes of an outbox entry before its channel draws it: whose account it goes to, its buttons, a picture's caption."""

from app.charts.chart import Chart
from app.conversation.outbox import CHANNELS
from app.memory.records import Identity, OutboxEntry
from app.messages import Button
from app.timetable.allowed import Allowlist


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
