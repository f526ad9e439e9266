"""`health`: how fresh the measurements are, pairing and unpairing phones, bringing an archive in, and removing measurements for good."""

import argparse
import importlib
import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.errors import InputRefused
from app.health.access import FROM_SETTING
from app.health.metrics import METRICS, Metric
from app.health.models import MetricStatus, Status
from app.health.status import status_of
from app.interfaces.cli.health_pair import pair_phone
from app.interfaces.cli.owner import agrees
from app.language.time.wording import say_time
from app.learning.forgetting.measured import Measured, erase
from app.learning.forgetting.topic import topic_of
from app.memory.records import HealthSender
from app.memory.repositories.health_rows import HealthRows
from app.tools.past import Past, past

NOTHING_YET = (
    "No measurement has come yet. Pair a phone with ./scripts/run health pair, or bring a Samsung Health archive in with "
    "./scripts/run health import FILE.\n"
)
NO_PHONES = "No phone is paired. ./scripts/run health pair makes a secret for one.\n"
NO_SUCH_PHONE = "No phone has that number. ./scripts/run health phones lists them.\n"
OF_THE_SETTINGS = (
    "That one sends with HEALTH_SECRET. Take it out of your settings and restart; then its secret opens nothing.\n"
)
NOTHING_THERE = "There are no such measurements, so there is nothing to erase.\n"
ASK = "Nothing brings them back, unless a phone or an archive sends them again. Type yes to go on: "
LEFT = "Left as it is.\n"
_SKEWED = 120.0  # seconds; less is what clocks do


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Do one of them; 0 well, 1 where there is no such thing or it was left."""
    services = await build_services(settings)
    try:
        return await ACTIONS[options.action](settings, services, options)
    finally:
        await services.close()


async def _status(_: Settings, services: Any, options: argparse.Namespace) -> int:
    owner, now = services.owner, services.clock.now()
    status = await status_of(services.store, owner.id, now)
    if options.json:
        sys.stdout.write(f"{status.model_dump_json()}\n")
        return 0
    series = await services.store.health_samples.series(owner.id)
    devices = {row.name: [one.device for one in series if one.metric == row.name and one.samples] for row in METRICS}
    phones = await _senders(services)
    local = now.astimezone(ZoneInfo(owner.time_zone))
    sys.stdout.write("".join(f"{line}\n" for line in told(status, devices, local)) or NOTHING_YET)
    sys.stdout.write("".join(f"{_phone(phone, local)}\n" for phone in phones))
    return 0


def told(status: Status, devices: dict[str, list[str]], now: datetime) -> Iterator[str]:
    """What there is as a table for a terminal, times on the user's clock; nothing where nothing ever came."""
    there = [row for row in status.metrics if row.samples]
    if not there:
        return
    yield f"The last measurement came {ago(status.latest_ingest, now)}."
    yield ""
    titles = {row.name: row.title for row in METRICS}
    lines = [("metric", "samples", "newest of", "came", "from")]
    lines += [_line(row, titles[row.metric], devices[row.metric], now) for row in there]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    for name, samples, newest, came, source in lines:
        columns = f"{name:<{widths[0]}}  {samples:>{widths[1]}}  {newest:<{widths[2]}}  {came:<{widths[3]}}  {source}"
        yield columns.rstrip()
    yield ""
    missing = [titles[row.metric] for row in status.metrics if not row.samples]
    if missing:
        yield f"Nothing yet of {', '.join(missing)}."
    if status.set_aside:
        yield f"Put aside: {status.set_aside:,} of metrics this version doesn't know."


def _line(row: MetricStatus, title: str, devices: Sequence[str], now: datetime) -> tuple[str, str, str, str, str]:
    newest = _short(row.latest_sample, now)
    return title, f"{row.samples:,}", newest, ago(row.latest_ingest, now), ", ".join(map(_plain, devices))


def _phone(phone: HealthSender, now: datetime) -> str:
    used = f"last sent {ago(phone.used_at, now)}" if phone.used_at else "has sent nothing yet"
    skew = phone.clock_skew_seconds or 0.0
    wrong = f"; its clock is {_length(abs(skew))} {'ahead' if skew > 0 else 'behind'}" if abs(skew) > _SKEWED else ""
    name = FROM_SETTING if phone.name == FROM_SETTING else f"“{_plain(phone.name)}”"
    return f"#{phone.id} {name}, since {_moment(phone.created_at, now)}: {used}{wrong}"


async def _phones(_: Settings, services: Any, options: argparse.Namespace) -> int:
    phones = await _senders(services)
    now = services.clock.now().astimezone(ZoneInfo(services.owner.time_zone))
    if options.json:
        sys.stdout.write(json.dumps({"phones": [_row(phone) for phone in phones]}, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{_phone(phone, now)}\n" for phone in phones) or NO_PHONES)
    return 0


async def _senders(services: Any) -> list[HealthSender]:
    """Those whose secret opens something now."""
    senders: list[HealthSender] = await services.store.health_senders.everything(services.owner.id)
    return [one for one in senders if one.name != FROM_SETTING or services.settings.health_secret]


def _row(phone: HealthSender) -> dict[str, Any]:
    return {
        "id": phone.id,
        "name": phone.name,
        "paired_at": phone.created_at.isoformat(),
        "used_at": phone.used_at.isoformat() if phone.used_at else None,
        "clock_skew_seconds": phone.clock_skew_seconds,
    }


async def _unpair(_: Settings, services: Any, options: argparse.Namespace) -> int:
    senders, owner = services.store.health_senders, services.owner.id
    phone = next((one for one in await senders.everything(owner) if one.id == options.id), None)
    if phone is None:
        sys.stderr.write(NO_SUCH_PHONE)
        return 1
    if not await senders.remove(owner, phone.id, services.clock.now()):
        sys.stderr.write(OF_THE_SETTINGS)
        return 1
    sys.stdout.write(f"“{_plain(phone.name)}” can send nothing more. What it sent stays.\n")
    return 0


async def _erase(_: Settings, services: Any, options: argparse.Namespace) -> int:
    owner, metric = services.owner, _named(options.metric)
    now = services.clock.now().astimezone(ZoneInfo(owner.time_zone))
    span = past(options.since, options.until, now)
    start, end = (round(at.timestamp() * 1000) if at else None for at in (span.since, span.until))
    name = metric.name if metric else None
    samples = await HealthRows(services.database).count(owner.id, metric=name, start_ms=start, end_ms=end)
    if not samples:
        sys.stdout.write(NOTHING_THERE)
        return 1
    sys.stdout.write(f"Erase {_meant(samples, metric, span, now)}.\n")
    if not options.yes and not agrees(ASK):
        sys.stdout.write(LEFT)
        return 1
    gone = await erase(services.store, owner.id, [Measured(name or "", start, end, samples)])
    await services.database.scrub()
    sys.stdout.write(f"Erased {_meant(gone, metric, span, now)}.\n")
    return 0


def _meant(samples: int, metric: Metric | None, span: Past, now: datetime) -> str:
    count = f"{samples:,} measurement{'' if samples == 1 else 's'}"
    return " ".join(filter(None, (count, f"of {metric.title}" if metric else "", span.said(now))))


def _named(said: str) -> Metric | None:
    """The metric that somebody means, by its name or as people call it; None for all. Raises InputRefused for no metric."""
    if not said:
        return None
    topic = topic_of(said)
    for metric in METRICS:
        names = (metric.name.replace("_", " "), metric.title, *metric.words)
        if said == metric.name or topic in [topic_of(name) for name in names]:
            return metric
    raise InputRefused(f"I know no metric “{said[:60]}”. These I know: {', '.join(row.name for row in METRICS)}.")


async def _import(_: Settings, services: Any, options: argparse.Namespace) -> int:
    module = importlib.import_module(
        "app.interfaces.cli.health_import"
    )  # reading archives is large, and only this needs it
    return await module.run_import(services, options.file, zone=options.zone, as_json=options.json)


async def _undo_import(_: Settings, services: Any, options: argparse.Namespace) -> int:
    module = importlib.import_module("app.interfaces.cli.health_import")
    return await module.run_undo(services, options.id, as_json=options.json)


def ago(at: datetime | None, now: datetime) -> str:
    """How long a moment is gone, in its largest unit: "12 minutes ago"."""
    if at is None:
        return "never"
    gone = (now - at).total_seconds()
    return "just now" if gone < 60 else f"{_length(gone)} ago"


def _length(seconds: float) -> str:
    """A stretch in its largest unit: "12 minutes", "3 hours", "9 days"."""
    for size, noun in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {noun}{'' if count == 1 else 's'}"
    return f"{int(seconds)} seconds"


def _short(at: datetime | None, now: datetime) -> str:
    """A moment as a column holds it: "today 09:12", "Sat 21 Nov 09:12", "21 Nov 2024"."""
    if at is None:
        return ""
    local = at.astimezone(now.tzinfo)
    if local.date() == now.date():
        return f"today {local:%H:%M}"
    return f"{local:%a} {local.day} {local:%b %H:%M}" if local.year == now.year else f"{local.day} {local:%b %Y}"


def _moment(at: datetime | None, now: datetime) -> str:
    return say_time(at.astimezone(now.tzinfo), now) if at else ""


def _plain(name: str) -> str:
    """A name from outside, without what a terminal would act on."""
    return "".join(character if character.isprintable() else "?" for character in name)


Action = Callable[[Settings, Any, argparse.Namespace], Awaitable[int]]
ACTIONS: dict[str, Action] = {
    "status": _status,
    "pair": pair_phone,
    "phones": _phones,
    "unpair": _unpair,
    "import": _import,
    "undo-import": _undo_import,
    "erase": _erase,
}
