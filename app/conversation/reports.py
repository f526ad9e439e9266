"""What /usage and /context say: what language models have cost, and how large the last request to one was. Read from storage alone."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from app.clock import Clock
from app.config import Settings
from app.memory.records import TurnRecord, UsageTotals, User
from app.memory.repositories import Repositories
from app.memory.repositories.reservations import Spent
from app.memory.repositories.usage import ModelTotals
from app.models.caps import Cap, caps_of, reopens, starts
from app.models.prices import ASSUMED_IN, ASSUMED_OUT, dollars, is_assumed

_BAR = 10
_LOOKED_BACK = 20
_PARTS = {
    "rules": "persona and rules",
    "about": "what I know about you",
    "tools": "tools",
    "memory": "notes and earlier talk that seemed to fit",
    "summary": "the summary of our older conversation",
    "conversation": "our last messages",
    "results": "what tools answered",
    "words": "your words",
    "files": "pictures and files",
}
NOTHING = "Language models have cost nothing this month: none was called."
ASSUMED = f" (no price is known for it: counted at ${ASSUMED_IN:g} in and ${ASSUMED_OUT:g} out a million tokens)"
NO_CAPS = "No cap on money is set. MAX_DAILY_COST and MAX_MONTHLY_COST set one, in dollars."
NO_REQUEST = (
    "I haven't sent anything to a language model lately: your last messages were answered on this machine alone."
)


async def usage_report(user: User, store: Repositories, settings: Settings, clock: Clock) -> str:
    """Money and tokens of today and of this month on the user's clock, by model, and what is left under each cap."""
    now = clock.now()
    day, month = starts(now, user.time_zone)
    spent = await store.reservations.spent(user.id, turn_id="", day=day, month=month, since=month)
    models = await store.usage.by_model(user.id, month)
    blocks = [
        "\n".join(_sums(await store.usage.totals(user.id, day), await store.usage.totals(user.id, month))),
        "\n".join(_by_model(models)),
        "\n".join(_caps(caps_of(settings), spent, now.astimezone(ZoneInfo(user.time_zone)))),
        _set_aside(*await store.reservations.open(user.id, month)),
    ]
    return "\n\n".join(filter(None, blocks))


async def context_report(user: User, store: Repositories) -> str:
    """The first request of the last message that a language model answered, by part."""
    for turn in reversed(await store.turns.recent(user.id, _LOOKED_BACK)):
        if parts := turn.usage.get("parts"):
            return "\n".join((_headline(turn, sum(parts.values()), user), "", *_shares(parts)))
    return NO_REQUEST


def _sums(today: UsageTotals, month: UsageTotals) -> list[str]:
    if not month.requests:
        return [NOTHING]
    return [f"Today: {_amount(today)}", f"This month: {_amount(month)}"]


def _amount(totals: UsageTotals) -> str:
    if not totals.requests:
        return "nothing"
    calls = f"{totals.requests:,} call{'' if totals.requests == 1 else 's'}"
    return f"{dollars(totals.cost)}, {totals.input_tokens + totals.output_tokens:,} tokens in {calls}"


def _by_model(models: list[ModelTotals]) -> list[str]:
    if not models:
        return []
    whole = sum(model.cost for model in models)
    return ["This month, by model:", *(_model(model, whole) for model in models)]


def _model(model: ModelTotals, whole: float) -> str:
    tokens = f"{model.input_tokens:,} tokens in, {model.output_tokens:,} out"
    if not model.cost:
        return f"{bar(0)} {model.model}: {tokens}; I know no price for it"
    guess = ASSUMED if is_assumed(model.cost, model.model, model.input_tokens, model.output_tokens) else ""
    return f"{bar(model.cost / whole)} {model.model}: {dollars(model.cost)}, {tokens}{guess}"


def _caps(caps: Iterable[Cap], spent: Spent, now: datetime) -> list[str]:
    """A line a cap; the bar is what is used up."""
    caps = list(caps)
    lines = [_cap(cap, cap.used(spent), now) for cap in caps if cap.span != "turn"]
    lines += [f"A single message: at most {cap.say(cap.limit)} ({cap.setting})." for cap in caps if cap.span == "turn"]
    return lines if any(cap.unit == "cost" for cap in caps) else [*lines, NO_CAPS]


def _cap(cap: Cap, used: float, now: datetime) -> str:
    left = f"{cap.say(max(cap.limit - used, 0))} left until {reopens(cap.span, now)}"
    return f"{bar(used / cap.limit)} {cap.say(used)} of {cap.say(cap.limit)}, {left} ({cap.setting})"


def _set_aside(tokens: int, cost: float) -> str:
    """Reservations; they count under the caps and not yet as calls."""
    if not tokens:
        return ""
    return f"Set aside for calls that are under way or were cut off: {tokens:,} tokens, {dollars(cost)}."


def _headline(turn: TurnRecord, total: int, user: User) -> str:
    at = turn.started_at.astimezone(ZoneInfo(user.time_zone))
    return f"Your message of {at.day} {at:%B} at {at:%H:%M} went to the language model as {_size(total)}:"


def _shares(parts: dict[str, int]) -> list[str]:
    whole = sum(parts.values())
    named = ((label, parts.get(name, 0)) for name, label in _PARTS.items())
    return [
        f"{bar(size / whole)} {100 * size / whole:.0f} % · {_size(size)} · {label}" for label, size in named if size
    ]


def bar(share: float) -> str:
    """A share as ten blocks; a little is never none."""
    full = min(max(round(share * _BAR), 1 if share > 0 else 0), _BAR)
    return "▓" * full + "░" * (_BAR - full)


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < 1_000 else f"{count / 1_000:.1f} kB"
