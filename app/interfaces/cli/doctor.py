"""`doctor`: what is configured, what is missing, what each missing thing switches off, and whether the parts work."""

import argparse
import asyncio
import json
import stat
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.env_files import CHECKOUT
from app.errors import AssistantError, EmbedderUnavailable, VaultLocked
from app.health.access import FROM_SETTING
from app.health.status import status_of
from app.interfaces.cli import channels, outside
from app.interfaces.cli.finding import Finding, State
from app.interfaces.cli.health import ago
from app.interfaces.cli.loops import LoopLine, loop_lines, written
from app.interfaces.cli.presence import running
from app.interfaces.cli.tries import SECONDS, background_models, chat_model, prices
from app.interfaces.cli.vault import counted
from app.memory.folder import is_writable_by_others, openings
from app.misspelt_settings import misspelt_settings
from app.models.embeddings import sent_to

NO_FOLDER = "My data folder {folder} can't be made. Check its folder and who may read it."
_SIGNS: dict[State, str] = {"ok": "✓", "off": "–", "broken": "✗"}


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Print the findings; 1 when something is broken."""
    try:
        services = await build_services(settings)
    except AssistantError as problem:
        findings = [Finding("start", "broken", problem.sentence)]
    else:
        try:
            if options.loops:
                return _print_loops(await loop_lines(services), as_json=options.json)
            checks = CHECKS if options.offline else [ONLINE.get(check, check) for check in CHECKS]
            found = list(await asyncio.gather(*(check(services) for check in checks)))
            findings = _at_home(found, services.settings.data_dir, settings)
        finally:
            await services.close()
    if options.json:
        rows = [{"part": row.part, "state": row.state, "says": row.says} for row in findings]
        sys.stdout.write(json.dumps(rows, ensure_ascii=False) + "\n")
    else:
        width = max(len(row.part) for row in findings)
        sys.stdout.write("".join(f"{_SIGNS[row.state]} {row.part:<{width}}  {row.says}\n" for row in findings))
    return 1 if any(row.state == "broken" for row in findings) else 0


def _at_home(findings: list[Finding], looked_in: Path, settings: Settings) -> list[Finding]:
    """The findings of a look that was taken in a folder for it alone, because nothing has begun in the one that is meant."""
    home = settings.data_dir
    if looked_in == home:
        return findings
    if not _can_be_made(home):
        return [Finding("start", "broken", NO_FOLDER.format(folder=home))]
    told = {
        "data folder": f"nothing has begun in {home} yet: ./scripts/run does, and keeps everything there",
        "database": "none yet; ./scripts/run makes it",
    }
    return [
        Finding(row.part, "off", told[row.part])
        if row.part in told
        else replace(row, says=row.says.replace(str(looked_in), str(home)))
        for row in findings
    ]


def _can_be_made(folder: Path) -> bool:
    """Whether a first start could make it; what is made to find out goes again."""
    above = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryDirectory(dir=above):
            return True
    except OSError:
        return False


def _print_loops(lines: list[LoopLine], *, as_json: bool) -> int:
    said = json.dumps([asdict(line) for line in lines], ensure_ascii=False) + "\n" if as_json else written(lines)
    sys.stdout.write(said)
    return 1 if any(line.problem for line in lines) else 0


async def _settings(services: Any) -> Finding:
    files = services.settings.env_files
    says = "the environment" + "".join(f", above {path}" for path in reversed(files.read))
    says += "" if files.read else f" alone: there is no .env in {CHECKOUT} or {services.settings.data_dir}"
    if files.ignored:
        says += f"; {files.ignored} is not read: name it with --env-file if it is yours"
    writable = [path for path in files.read if is_writable_by_others(path)]
    says += "".join(f"; others can change {path}: chmod go-w {path}" for path in writable)
    unknown = misspelt_settings(services.settings)
    says += "".join(f"; {row.sentence.rstrip('.')}" for row in unknown)
    wrong = writable or any(row.meant for row in unknown)
    return Finding("settings", "broken" if wrong else "ok", says)


async def _folder(services: Any) -> Finding:
    folder = services.settings.data_dir
    found = openings(folder)
    if not found:
        return Finding("data folder", "ok", f"{folder}, private to you")
    return Finding("data folder", "broken", "; ".join(found))


async def _database(services: Any) -> Finding:
    return Finding("database", "ok", f"{services.database.engine}: {services.database.description}")


async def _server(services: Any) -> Finding:
    found = await running(services)
    if not found:
        return Finding("server", "off", "not running: reminders wait until ./scripts/run or ./scripts/run chat is open")
    return Finding("server", "ok", ", ".join(lease.info.get("url") or "a terminal" for lease in found))


async def _model(services: Any) -> Finding:
    return await chat_model(services, online=False)


async def _model_online(services: Any) -> Finding:
    return await chat_model(services, online=True)


async def _background(services: Any) -> Finding:
    return await background_models(services, online=False)


async def _background_online(services: Any) -> Finding:
    return await background_models(services, online=True)


async def _embedder(services: Any) -> Finding:
    embedder, part = services.embedder, "search by meaning"
    if embedder is None:
        return Finding(part, "off", "EMBEDDER=none: search by words works")
    if getattr(embedder, "goes_to", ""):
        return Finding(part, "off", f"{embedder.name}, not tried; {sent_to(embedder)}")
    return await _embedder_online(services)


async def _embedder_online(services: Any) -> Finding:
    embedder, part = services.embedder, "search by meaning"
    if embedder is None:
        return await _embedder(services)
    try:
        # A message waits a second for a remote one; here there is time.
        embed = embedder.embed_passages if sent_to(embedder) else embedder.embed_queries
        async with asyncio.timeout(SECONDS):
            await embed(["hello"])
    except TimeoutError:
        return Finding(part, "broken", EmbedderUnavailable().sentence)
    except EmbedderUnavailable as problem:
        return Finding(part, "broken", problem.sentence)
    return Finding(part, "ok", "; ".join(filter(None, (embedder.name, sent_to(embedder)))))


async def _zone(services: Any) -> Finding:
    owner = services.owner
    says = {
        "system": "taken from this machine",
        "browser": "taken from your browser",
        "setting": "set",
        "user": "as you said",
    }
    how = (
        "for this run, by its environment" if services.settings.is_of_this_run("time_zone") else says[owner.zone_source]
    )
    changes = "a TIME_ZONE line in .env or “set my time zone to …” changes it"
    return Finding("time zone", "ok", f"{owner.time_zone} ({how}); {changes}")


async def _page(services: Any) -> Finding:
    if services.settings.page_password is not None:
        return Finding("page", "ok", "with PAGE_PASSWORD")
    says = "on this machine only, by one-time link (./scripts/run link); PAGE_PASSWORD opens it with a password"
    if services.settings.dashboard_secret is not None:
        return Finding("page", "ok", f"{says}. DASHBOARD_SECRET no longer does: it opens /dashboard/ alone")
    return Finding("page", "ok", says)


async def _dashboard(services: Any) -> Finding:
    if services.settings.dashboard_secret is None:
        return Finding(
            "/dashboard/", "off", "set DASHBOARD_SECRET to see all users' turns, audit, schedules, loops and cost"
        )
    return Finding("/dashboard/", "ok", "with DASHBOARD_SECRET")


async def _http(services: Any) -> Finding:
    if services.settings.api_token is None:
        return Finding("POST /message", "off", "set API_TOKEN to send messages from phone shortcuts and scripts")
    return Finding("POST /message", "ok", "with API_TOKEN")


async def _health(services: Any) -> Finding:
    now, owner = services.clock.now(), services.owner.id
    senders = await services.store.health_senders.everything(owner)
    status = await status_of(services.store, owner, now)
    came = "" if status.lag_minutes is None else f"; the last measurement came {ago(status.latest_ingest, now)}"
    phones = [sender for sender in senders if sender.name != FROM_SETTING]
    if not phones and services.settings.health_secret is None:
        return Finding("health", "off", f"no phone is paired: ./scripts/run health pair{came}")
    who = [f"{len(phones)} phone{'' if len(phones) == 1 else 's'} paired"] if phones else []
    who += ["HEALTH_SECRET is set"] if services.settings.health_secret else []
    return Finding("health", "ok", f"{', '.join(who)}{came or '; nothing came yet'}")


async def _vault(services: Any) -> Finding:
    try:
        state = await services.vault.state()
    except VaultLocked as locked:  # the file with the key can't be read at all
        return Finding("saved logins", "broken", locked.sentence)
    if state.problem:
        return Finding("saved logins", "broken", state.problem)
    if state.key_id is None:
        return Finding("saved logins", "off", f"no account is connected; their key will be {state.place}")
    where = f"{counted(state.stored)}; key: {state.place}{_mode(state.place)}"
    advice = f"; to do: {state.advice}" if state.advice else ""
    if state.unreadable:
        says = f"{state.unreadable} of {where}, can't be opened: ./scripts/run vault shows which to connect again"
        return Finding("saved logins", "broken", f"{says}{advice}")
    return Finding("saved logins", "ok", f"{where}{advice}")


def _mode(place: str) -> str:
    """Who may read the file with the key, as chmod writes it; empty where it is no file."""
    path = Path(place)
    return f" ({stat.S_IMODE(path.stat().st_mode):04o})" if path.is_absolute() and path.is_file() else ""


async def _loops(services: Any) -> Finding:
    latest = await services.store.loop_runs.latest()
    failed = [f"{name}: {run.error}" for name, run in latest.items() if run.status == "failed"]
    if failed:
        return Finding("background work", "broken", "; ".join(failed))
    if not latest:
        return Finding("background work", "ok", "nothing was due yet; doctor --loops shows all there is")
    last = max(latest.values(), key=lambda run: run.started_at)
    when = last.started_at.astimezone(ZoneInfo(services.owner.time_zone))
    return Finding("background work", "ok", f"last {last.name}, {when:%a %d %b %H:%M}; doctor --loops shows all of it")


async def _accounts(services: Any) -> Finding:
    accounts = await services.accounts.every(services.owner.id)
    if not accounts:
        return Finding("accounts", "off", "none is connected: ./scripts/run connect imap you@example.org")
    broken = [f"{one.label}: {one.problem}" for one in accounts if one.state != "ok"]
    named = ", ".join(f"{one.label} ({one.provider})" for one in accounts)
    return Finding("accounts", "broken" if broken else "ok", "; ".join(broken) or named)


async def _accounts_online(services: Any) -> Finding:
    for account in await services.accounts.every(services.owner.id):
        await services.accounts.check(account)
    return await _accounts(services)


# Each channel, as the process that runs it says and as its vendor says.
_CHANNELS: dict[Callable[[Any], Awaitable[Finding]], Callable[[Any], Awaitable[Finding]]] = {
    partial(channels.finding, name=name): partial(channels.tried, name=name, seconds=SECONDS) for name in channels.ROWS
}
CHECKS: tuple[Callable[[Any], Awaitable[Finding]], ...] = (
    _settings,
    _folder,
    _database,
    _server,
    _model,
    _background,
    prices,
    _embedder,
    _zone,
    _page,
    _dashboard,
    _http,
    _health,
    _vault,
    _accounts,
    outside.web,
    outside.browser,
    *_CHANNELS,
    _loops,
)
# What is tried over the network instead of looked at, unless doctor is told to stay offline.
ONLINE: dict[Callable[[Any], Awaitable[Finding]], Callable[[Any], Awaitable[Finding]]] = {
    _model: _model_online,
    _background: _background_online,
    _embedder: _embedder_online,
    **_CHANNELS,
    _accounts: _accounts_online,
}
