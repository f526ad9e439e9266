"""Alert rules: what came true is told once, with the rule that asked for it, when its user may be spoken to.

A look changes nothing. Telling is one transaction: the occurrence, the message and what the rule has told already. What may not be said
now is found again at the next look, so nothing is lost by waiting.
"""

import hashlib
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.conversation.outbox import EVERYWHERE
from app.loops.ground import Ground
from app.memory.records import AlertRule, User
from app.messages import OutboundMessage
from app.timetable.allowed import OFF_THE_LIST
from app.timetable.manners import may_speak
from app.watching.table import WATCHES
from app.watching.watch import Finding, Look

log = logging.getLogger(__name__)

_AT_ONCE = 200  # rules read at a time
_LISTED = 5
_REMEMBERED = 200  # findings a rule remembers to have told


async def check_due(ground: Ground) -> tuple[int, datetime | None]:
    """Look at every active rule; how many were told, and when to look again at the latest (None: at the loop's cadence)."""
    store, now = ground.store, ground.clock.now()
    told, after = await store.alert_rules.expire(now), 0
    while rules := await store.alert_rules.watching(after, _AT_ONCE):
        for rule in rules:
            told += await _check(ground, rule, now)
        after = rules[-1].id
    return told, None


async def check_source(ground: Ground, user_id: str, source: str) -> int:
    """Look at somebody's rules of one source at once: something came; how many were told."""
    now = ground.clock.now()
    return sum([await _check(ground, rule, now) for rule in await ground.store.alert_rules.of_source(user_id, source)])


async def _check(ground: Ground, rule: AlertRule, now: datetime) -> int:
    """Look at one rule, and tell what is new; a rule that can't be looked at holds up no other."""
    user, watch = await ground.store.users.get(rule.user_id), WATCHES.get(rule.source)
    if user is None or watch is None or _cooling(rule, now):
        return 0
    try:
        found = await watch.find(_look(ground, user, rule, now))
    except (KeyError, TypeError, ValueError):
        log.exception("rule not readable", extra={"event": "alert.unreadable", "rule": rule.id})
        return 0
    new = [finding for finding in found if finding.key not in rule.seen]
    if new and not await ground.conversation.mailroom.allowed.lets(user.id):
        return int(await _tell(ground, user, rule, new, now=now, unless=OFF_THE_LIST))
    if not new or not (await may_speak(ground.store, ground.settings, user, now)).ok:
        return 0
    return int(await _tell(ground, user, rule, new, now=now))


def _look(ground: Ground, user: User, rule: AlertRule, now: datetime) -> Look:
    return Look(ground.store, ground.database, user, rule, now, ground.web, ground.accounts)


def _cooling(rule: AlertRule, now: datetime) -> bool:
    return rule.fired_at is not None and now < rule.fired_at + timedelta(seconds=rule.cooldown)


async def _tell(
    ground: Ground, user: User, rule: AlertRule, new: Sequence[Finding], *, now: datetime, unless: str = ""
) -> bool:
    """Say it once, however many processes look; False where another one was first or the rule was changed meanwhile. `unless` is why it
    is written down as skipped and nothing is said."""
    store, text = ground.store, worded(rule, new)
    async with ground.database.transaction():
        await store.reservations.lock(user.id)
        if await store.alert_rules.get(user.id, rule.id) != rule:
            return False
        seen = [*rule.seen, *(finding.key for finding in new)][-_REMEMBERED:]
        because = "; ".join(finding.text for finding in new)[:500]
        await store.alert_rules.fired(user.id, rule.id, because=because, seen=seen, taint=_taint(rule, new), at=now)
        await store.occurrences.record(
            user.id,
            owner_kind="alert",
            owner_id=str(rule.id),
            due_at=now,
            status="skipped" if unless else "ran",
            reason=unless or because,
            at=now,
        )
        if unless:
            return False
        if (told := WATCHES[rule.source].told) is not None:
            await told(_look(ground, user, rule, now), new)
        await ground.conversation.mailroom.put(
            OutboundMessage(
                user_id=user.id, channel=EVERYWHERE, key=f"alert:{rule.id}:{_digest(new)}", text=text, kind="unasked"
            ),
            now,
        )
    await ground.conversation.mailroom.announce(user.id)
    log.info("alert told", extra={"event": "alert.told", "rule": rule.id, "source": rule.source, "findings": len(new)})
    return True


def worded(rule: AlertRule, found: Sequence[Finding]) -> str:
    """What happened, and why it is told."""
    shown, more = [finding.text for finding in found[:_LISTED]], len(found) - _LISTED
    if more > 0:
        shown.append(f"and {more} more")
    happened = f"{shown[0][:1].upper()}{shown[0][1:]}." if len(shown) == 1 else "\n".join(f"- {line}" for line in shown)
    asked = f"You asked me to tell you when {WATCHES[rule.source].say(rule.condition)} (alert #{rule.id})."
    outside = sorted(_taint(rule, found))
    return "\n".join(filter(None, (happened, asked, f"Words from {', '.join(outside)}." if outside else "")))


def _taint(rule: AlertRule, found: Sequence[Finding]) -> list[str]:
    """Whose words the rule was made from, and those of what it found."""
    return list(dict.fromkeys((*rule.taint, *(source for finding in found for source in finding.taint))))


def _digest(found: Sequence[Finding]) -> str:
    return hashlib.sha256("\n".join(finding.key for finding in found).encode()).hexdigest()[:24]
