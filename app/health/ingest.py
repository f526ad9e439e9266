"""A batch from a phone: checked item by item, kept as a whole, answered with a verdict on each.

Deletions are taken before samples, so that a record which is deleted and sent anew in one batch ends as it was sent. What the answer
calls kept is on the disk. Nothing of a batch that fails is kept, and sending it again changes nothing.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import Any, get_args
from zoneinfo import ZoneInfo

from pydantic import ValidationError
from pydantic_core import from_json

from app.clock import Clock
from app.health import extra
from app.health.checks import NUL, Moment, Refusal, bad_names, checked, key_name, milliseconds
from app.health.metrics import BY_WIRE_NAME
from app.health.models import Deletion, DeletionVerdict, Receipt, Sample, Verdict
from app.health.wire import BatchRefused, Posted, Unreadable, plainly, read
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import Fate, SampleDraft
from app.memory.repositories.health_set_aside import SetAsideDraft

__all__ = ["BatchRefused", "Ingest"]

log = logging.getLogger(__name__)

MOST_SET_ASIDE = 20_000  # of one person
LONGEST_SET_ASIDE = 20_000  # characters of one sample
SKEW_SECONDS = 120
AT_ONCE = 500
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

UNKNOWN = Refusal("unknown_metric", "This version doesn't know that metric, so I've put it aside until one does.")
FULL = Refusal(
    "set_aside_full",
    f"This version doesn't know that metric, and I keep no more than {MOST_SET_ASIDE:,} such samples. Update me first.",
)
_NOTHING = Refusal("", "")
TOO_LARGE = Refusal("too_large", "This version doesn't know that metric, and the sample is too large to put aside.")


@dataclass(slots=True)
class _Sorted:
    """The samples of a batch by what is to happen with them, each with its place."""

    drafts: dict[int, SampleDraft] = field(default_factory=dict)
    aside: dict[int, SetAsideDraft] = field(default_factory=dict)
    refused: dict[int, Refusal] = field(default_factory=dict)
    notes: dict[int, Refusal] = field(default_factory=dict)  # of samples that are kept without what came besides


class Ingest:
    """Takes batches for any user."""

    def __init__(self, store: Repositories, database: Database, clock: Clock) -> None:
        """All writes of a batch are one transaction of `database`."""
        self._store = store
        self._database = database
        self._clock = clock

    async def take(self, user: User, body: bytes) -> Receipt:
        """Keep what can be kept of a batch. Raises BatchRefused where it isn't one, and what the storage raises."""
        now = self._clock.now()
        moment = Moment.of(now, ZoneInfo(user.time_zone))
        posted, items = await asyncio.to_thread(_looked_through, body, moment)
        async with self._database.transaction():
            deletions = await self._delete(user.id, posted, now)
            await self._set_aside(user.id, items, now)
            await self._bound_extra(user.id, items, now)
            fates = await self._store.health_samples.put_many(user.id, list(items.drafts.values()), now)
        receipt = await asyncio.to_thread(_receipt, items, fates, deletions, posted, now)
        log.info("took a batch", extra={"event": "health.ingested", "deletions": len(deletions), **receipt.counts})
        return receipt

    async def _delete(self, user_id: str, posted: Posted, now: datetime) -> list[DeletionVerdict]:
        verdicts = [_deletion(one) for one in posted.deletions]
        asked = [
            (index, one.client_id, one.version)
            for index, one in enumerate(posted.deletions)
            if isinstance(one, Deletion) and not verdicts[index].code
        ]
        if asked:
            records = [(client_id, version) for _, client_id, version in asked]
            removed = await self._store.health_samples.delete_records(user_id, records, now)
            await self._store.health_set_aside.delete_records(user_id, records)
            for (index, client_id, _), count in zip(asked, removed, strict=True):
                verdicts[index] = DeletionVerdict(client_id=client_id, removed=count)
        return verdicts

    async def _set_aside(self, user_id: str, items: _Sorted, now: datetime) -> None:
        """Keep what isn't known yet, as far as there is room; the rest is refused."""
        if not items.aside:
            return
        await self._store.health_samples.lock(user_id, now)
        room = max(0, MOST_SET_ASIDE - await self._store.health_set_aside.count(user_id))
        for index in list(items.aside)[room:]:
            del items.aside[index]
            items.refused[index] = FULL
        await self._store.health_set_aside.put_many(user_id, list(items.aside.values()), now)

    async def _bound_extra(self, user_id: str, items: _Sorted, now: datetime) -> None:
        """Drop what came besides, beyond what there is room for."""
        having = [index for index, draft in items.drafts.items() if draft.extra is not None]
        if not having:
            return
        await self._store.health_samples.lock(user_id, now)
        room = max(0, extra.MOST - await self._store.health_samples.with_extra(user_id))
        for index in having[room:]:
            items.drafts[index].extra = None
            items.notes[index] = extra.FULL

    async def take_up_all_known(self) -> int:
        """The same for everybody, when a version starts that may know more than the one before."""
        taken = 0
        for user_id in await self._store.health_set_aside.people():
            user = await self._store.users.get(user_id)
            taken += await self.take_up_known(user) if user else 0
        return taken

    async def take_up_known(self, user: User) -> int:
        """Make measurements of what was set aside and is known by now; how many."""
        taken = 0
        for metric in await self._store.health_set_aside.metrics(user.id):
            if metric in BY_WIRE_NAME:
                taken += await self._take_up(user, metric)
        if taken:
            log.info("took up what was set aside", extra={"event": "health.taken_up", "samples": taken})
        return taken

    async def _take_up(self, user: User, metric: str) -> int:
        """Some at a time; what is refused now would have been then, so it goes too, and what lies in the future stays."""
        taken = last = 0
        moment = Moment.of(self._clock.now(), ZoneInfo(user.time_zone))
        while True:
            async with self._database.transaction():
                found = await self._store.health_set_aside.of(user.id, metric, after=last, limit=AT_ONCE)
                looked = {one.id: _again(one.sample, metric, moment) for one in found}
                drafts = [one for one in looked.values() if isinstance(one, SampleDraft)]
                done = [number for number, one in looked.items() if isinstance(one, SampleDraft) or not one.later]
                await self._store.health_samples.put_many(user.id, drafts, self._clock.now())
                await self._store.health_set_aside.remove(user.id, done)
            taken += len(drafts)
            if len(found) < AT_ONCE:
                return taken
            last = found[-1].id


def _deletion(one: Deletion | Unreadable) -> DeletionVerdict:
    refusal = bad_names(one.client_id) if isinstance(one, Deletion) else Refusal(one.code, one.reason)
    code, reason = (refusal.code, refusal.sentence) if refusal else ("", "")
    return DeletionVerdict(client_id=one.client_id, removed=0, code=code, reason=reason)


def _again(kept: Mapping[str, Any], metric: str, moment: Moment) -> SampleDraft | Refusal:
    """What was set aside, as it is read now; what can't be read any more stays where it is."""
    try:
        sample = Sample.model_validate(kept, strict=False)
    except ValidationError as error:
        return Refusal("malformed", plainly(error), later=True)
    found = checked(sample, BY_WIRE_NAME[metric], moment)
    beside = extra.extra_of(sample)
    if isinstance(found, SampleDraft) and not isinstance(beside, Refusal):
        found.extra = beside
    return found


def _looked_through(body: bytes, moment: Moment) -> tuple[Posted, _Sorted]:
    """A batch and what is to happen with each sample of it. Raises BatchRefused. All of it is computing: nobody else should wait for it."""
    posted = read(body)
    return posted, _sorted(posted.samples, moment)


def _sorted(samples: Sequence[Sample | Unreadable], moment: Moment) -> _Sorted:
    items = _Sorted()
    for index, sample in enumerate(samples):
        if isinstance(sample, Unreadable):
            items.refused[index] = Refusal(sample.code, sample.reason)
            continue
        metric = BY_WIRE_NAME.get(sample.metric)
        found = checked(sample, metric, moment) if metric else _unknown(sample)
        if isinstance(found, SampleDraft):
            items.drafts[index] = found
            beside = extra.extra_of(sample)
            if isinstance(beside, Refusal):
                items.notes[index] = beside
            else:
                found.extra = beside
        elif isinstance(found, SetAsideDraft):
            items.aside[index] = found
        else:
            items.refused[index] = found
    return items


def _unknown(sample: Sample) -> SetAsideDraft | Refusal:
    """All of it, as it came."""
    bad = bad_names(sample.client_id, sample.device)
    if bad:
        return bad
    text = sample.model_dump_json(exclude_unset=True)
    if "\\u0000" in text:
        return NUL
    if len(text) > LONGEST_SET_ASIDE:
        return TOO_LARGE
    start_ms = milliseconds(sample.start)
    name = sample.client_id or key_name(sample.metric, start_ms, sample.device)
    return SetAsideDraft(sample.metric, start_ms, sample.device, name, sample.version, from_json(text))


def _said(index: int, client_id: str, verdict: Verdict, why: Refusal) -> dict[str, Any]:
    return {"index": index, "client_id": client_id, "verdict": verdict, "code": why.code, "reason": why.sentence}


def _verdicts(items: _Sorted, fates: Sequence[Fate], posted: Posted) -> list[dict[str, Any]]:
    """As the models have them, which read all of them in one go."""
    found = [
        _said(index, draft.client_id, fate, items.notes.get(index, _NOTHING))
        for (index, draft), fate in zip(items.drafts.items(), fates, strict=True)
    ]
    found += [_said(index, draft.client_id, "set_aside", UNKNOWN) for index, draft in items.aside.items()]
    found += [
        _said(index, posted.samples[index].client_id, "later" if why.later else "refused", why)
        for index, why in items.refused.items()
    ]
    return sorted(found, key=itemgetter("index"))


def _receipt(
    items: _Sorted, fates: Sequence[Fate], deletions: Sequence[DeletionVerdict], posted: Posted, now: datetime
) -> Receipt:
    verdicts = _verdicts(items, fates, posted)
    said = Counter(one["verdict"] for one in verdicts)
    sent_at = posted.batch.sent_at
    skew = None if sent_at is None else round((sent_at - now).total_seconds(), 3)
    return Receipt.model_validate(
        {
            "counts": {verdict: said[verdict] for verdict in VERDICTS},
            "verdicts": verdicts,
            "deletions": deletions,
            "server_time": now,
            "clock_skew_seconds": skew,
            "notice": notice(skew),
        }
    )


def notice(skew: float | None) -> str | None:
    """What the person should know of a clock that is this many seconds ahead; None where it is right, or nobody knows."""
    if skew is None or abs(skew) <= SKEW_SECONDS:
        return None
    side = "ahead of" if skew > 0 else "behind"
    return f"The phone's clock is {_long(abs(skew))} {side} mine. Set it to automatic time, or measurements land at the wrong time."


def _long(seconds: float) -> str:
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length:
            return f"{round(seconds / length)} {unit}s"
    return f"{round(seconds)} seconds"
