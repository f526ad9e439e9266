"""Costs: what language models took, by day, by model and by what they were asked for, and how much of each cap is used. US dollars."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from app.charts.chart import Chart, Series
from app.health.drawing import labels
from app.interfaces.web.views.activity.rows import figures
from app.interfaces.web.views.viewer import Viewer
from app.memory.records import UsageTotals
from app.memory.repositories.usage import SpanTotals
from app.models.caps import Cap, caps_of, reopens, starts
from app.models.prices import dollars
from app.schedule.zones import localise

DAYS = 30
_DAY = timedelta(days=1)
# What a role of the models is, in words.
_FEATURES = {
    "talk": "talking with you",
    "clock": "what you scheduled, and briefings",
    "worker": "assistants behind me",
    "plan": "steps of plans",
    "extraction": "reading what you said for facts",
    "session": "summing up talks",
    "summary": "the running summary",
    "reflection": "looking back on the day",
    "doctor": "trying the connection",
}
_ROLES = {
    "primary": "answering",
    "mini": "small work beside it",
    "reflection": "looking back on the day",
}


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """This month's sums, the last thirty days, and the caps."""
    store, user_id = seen.store, seen.user.id
    day, month = starts(seen.now, seen.user.time_zone)
    spent = await store.reservations.spent(user_id, turn_id="", day=day, month=month, since=month)
    spans = await _by_day(seen)
    models = await store.usage.by_model(user_id, month)
    roles = await store.usage.by_role(user_id, month)
    features = await store.usage.by_feature(user_id, month)
    return {
        "spent_today": figures(await store.usage.totals(user_id, day)) or "nothing",
        "spent_month": figures(await store.usage.totals(user_id, month)) or "nothing",
        "cost_alt": chart_of(spans, days_of(seen)).alt,
        "cost_days": [
            {"day": label, "said": figures(one) or "nothing"}
            for label, one in zip(labels(days_of(seen)), spans, strict=True)
        ][::-1],
        "models": [_share(one.model, one, models) for one in models],
        "features": [_share(_FEATURES.get(one.feature, one.feature), one, features) for one in features],
        "roles": [_share(_ROLES.get(one.role, one.role), one, roles) for one in roles],
        "caps": [_cap(cap, cap.used(spent), seen.local_now) for cap in caps_of(seen.settings)],
    }


async def chart(seen: Viewer) -> Chart:
    """The last thirty days as bars."""
    return chart_of(await _by_day(seen), days_of(seen))


def days_of(seen: Viewer) -> list[date]:
    """The days that are shown, oldest first."""
    return [seen.local_now.date() - _DAY * back for back in reversed(range(DAYS))]


def chart_of(spans: Sequence[SpanTotals], days: Sequence[date]) -> Chart:
    """Dollars a day; where all was free, tokens."""
    paid = any(one.cost for one in spans)
    values = tuple(one.cost if paid else float(one.input_tokens + one.output_tokens) for one in spans)
    whole = sum(values)
    said = dollars(whole) if paid else f"{whole:,.0f} tokens"
    return Chart(
        kind="bars",
        title="What models cost, by day" if paid else "What models read and wrote, by day",
        unit="US$" if paid else "tokens",
        labels=labels(days),
        series=(Series("Cost" if paid else "Tokens", values),),
        alt=f"The last {len(days)} days: {said} in all, {sum(value > 0 for value in values)} days with any.",
    )


async def _by_day(seen: Viewer) -> list[SpanTotals]:
    days = days_of(seen)
    edges = [localise(datetime.combine(day, time()), seen.zone) for day in (*days, days[-1] + _DAY)]
    return await seen.store.usage.by_span(seen.user.id, edges)


def _share(name: str, one: UsageTotals, every: Sequence[UsageTotals]) -> dict[str, Any]:
    """One of several, and how much of them all it is."""
    by_cost = any(each.cost for each in every)
    whole = sum(each.cost if by_cost else each.input_tokens + each.output_tokens for each in every)
    own = one.cost if by_cost else one.input_tokens + one.output_tokens
    return {
        "name": name,
        "said": figures(one),
        "calls": one.requests,
        "share": round(100 * own / whole, 1) if whole else 0,
    }


def _cap(cap: Cap, used: float, now: datetime) -> dict[str, Any]:
    """A limit that is set; that of a single message says only what it is."""
    share = min(round(100 * used / cap.limit, 1), 100) if cap.limit else 100
    left = "" if cap.span == "turn" else f"{cap.say(max(cap.limit - used, 0))} left until {reopens(cap.span, now)}"
    return {
        "setting": cap.setting,
        "said": f"At most {cap.say(cap.limit)} a message"
        if cap.span == "turn"
        else f"{cap.say(used)} of {cap.say(cap.limit)}",
        "left": left,
        "share": None if cap.span == "turn" else share,
        "high": share >= 90,
    }
