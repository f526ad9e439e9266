"""Settings: what a person is called, their clock, when it keeps quiet, whom they trust, which model answers, and what is set up or off."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.conversation.outbox import CHANNELS, Channel
from app.gate.trust import may_be_trusted
from app.interfaces.web.views.viewer import Viewer
from app.learning.own_name import own_name
from app.models.embeddings import sent_to
from app.models.troubles import short_of
from app.timetable.manners import quiet_hours, unasked_per_day
from app.timetable.said_first import chosen

_SOURCES, _SHOWN = 300, 25
_ZONE = {
    "system": "taken from the machine I run on",
    "browser": "taken from your browser",
    "setting": "set where I run",
    "user": "as you said",
}
State = Literal["ok", "off", "broken"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the house: how it is, and what that means."""

    name: str
    state: State
    says: str


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """All of it, from what is stored and set; nothing is tried."""
    hours = quiet_hours(seen.user, seen.settings)
    paused = (await seen.store.controls.get(seen.user.id)).paused_at
    return {
        "title": "Settings",
        "called": await own_name(seen.store, seen.user),
        "zone": seen.user.time_zone,
        "zone_from": _ZONE[seen.user.zone_source],
        "local_time": f"{seen.local_now:%H:%M}",
        "quiet": f"{hours.start:%H:%M}–{hours.end:%H:%M}" if hours else "",
        "places": await _places(seen),
        "place_chosen": chosen(seen.user),
        "most": unasked_per_day(seen.user, seen.settings),
        "paused": seen.said(paused) if paused else "",
        "sources": await _sources(seen),
        "models": [await _model(name, seen) for name in seen.house.models.names("primary")],
        "parts": await _parts(seen),
        "version": seen.house.version,
    }


async def _sources(seen: Viewer) -> list[dict[str, Any]]:
    """Whose words were read lately and whom of them its user trusts, these first."""
    trusted = await seen.store.sources.trusted(seen.user.id)
    lately = [row.name for row in await seen.store.sources.list(seen.user.id, _SOURCES)]
    names = list(dict.fromkeys((*sorted(trusted), *lately)))[:_SHOWN]
    return [{"name": name, "trusted": name in trusted, "may": may_be_trusted(name)} for name in names]


async def _model(name: str, seen: Viewer) -> dict[str, str]:
    """One that is connected, and what it last did."""
    state = await seen.store.model_states.get(name)
    answered = f"last answered {seen.said(state.answered_at)}" if state and state.answered_at else "not asked yet"
    failed = state.failed_at if state and state.is_failing else None
    wrong = f"last failed {seen.said(failed)}: {short_of(state.trouble)}" if state and failed else ""
    return {"name": name, "says": answered, "wrong": wrong}


async def _parts(seen: Viewer) -> list[Part]:
    settings, store, user_id = seen.settings, seen.store, seen.user.id
    embedder = seen.house.embedder
    meaning = "; ".join(filter(None, (embedder.name, sent_to(embedder)))) if embedder else ""
    accounts = await store.accounts.every(user_id)
    broken = [one.label for one in accounts if one.state != "ok"]
    phones = await store.health_senders.everything(user_id)
    linked = {one.channel for one in await store.users.identities(user_id)}
    web = seen.house.web.search
    return [
        Part("Search by meaning", "ok" if embedder else "off", meaning or "EMBEDDER is none: words alone are searched"),
        Part("Accounts", "broken" if broken else "ok" if accounts else "off", _accounts(len(accounts), broken)),
        *(_channel(row, seen, linked) for row in CHANNELS.values() if row.pushed),
        Part("Health", "ok" if phones else "off", _counted(len(phones), "phone", "phones") + " paired"),
        Part(
            "The web",
            "ok" if web else "off",
            f"search by {', then '.join(web.engines)}" if web else "WEB_ACCESS is off",
        ),
        Part(
            "Messages from scripts",
            "ok" if settings.api_token else "off",
            "API_TOKEN is set" if settings.api_token else "API_TOKEN sets it up",
        ),
        Part("Database", "ok", seen.house.database.engine),
        await _background(seen),
    ]


async def _places(seen: Viewer) -> list[Channel]:
    """The channels on which this user can be told things first."""
    linked = {one.channel for one in await seen.store.users.identities(seen.user.id)}
    return [row for row in CHANNELS.values() if row.pushed and row.name in linked and getattr(seen.settings, row.needs)]


def _channel(row: Channel, seen: Viewer, linked: Collection[str]) -> Part:
    if not getattr(seen.settings, row.needs):
        return Part(row.title, "off", f"{row.needs.upper()} sets it up")
    if row.name not in linked:
        return Part(row.title, "off", f"set, but not linked to you yet: ./scripts/run link {row.name}")
    first = chosen(seen.user) == row.name
    return Part(row.title, "ok", "linked; what is said first goes there" if first else "linked")


def _accounts(count: int, broken: list[str]) -> str:
    return f"to look after: {', '.join(broken)}" if broken else f"{_counted(count, 'account', 'accounts')} connected"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count or 'no'} {one if count == 1 else many}"


async def _background(seen: Viewer) -> Part:
    """What runs by itself, and what of it failed last."""
    latest = await seen.store.loop_runs.latest()
    failed = [name for name, run in latest.items() if run.status == "failed"]
    if failed:
        return Part("Background work", "broken", f"failed last: {', '.join(failed)}")
    last = max((run.started_at for run in latest.values()), default=None)
    return Part("Background work", "ok", f"last {seen.said(last)}" if last else "nothing was due yet")
