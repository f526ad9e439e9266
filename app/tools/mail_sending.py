"""A mail put among those on their way out, in the transaction of whoever calls; a loop hands it over (`loops/mail.py`)."""

import hashlib
import json
from collections.abc import Sequence
from datetime import timedelta

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.integrations.mail import writing
from app.integrations.mail.writing import Draft
from app.memory.records import Account, OutgoingMail

UNDO_SECONDS = 20


async def put_on_its_way(
    deps: AgentDeps, account: Account, draft: Draft, *, answers: str = "", pins: Sequence[str] = ()
) -> OutgoingMail:
    """Under a Message-ID that the same call always has; `answers` as at `OutgoingMail`, `pins` name files elsewhere that go with it. Raises
    ToolProblem where it goes to nobody."""
    if not draft.to:
        raise ToolProblem("To whom?")
    message_id = message_id_of(deps, draft, account, pins=pins)
    message = writing.as_message(draft, account.identity, message_id=message_id, at=deps.local_now, name=deps.user.name)
    return await deps.store.mail_outbox.put(
        deps.user.id,
        account.id,
        message_id=message_id,
        recipients=draft.recipients,
        subject=draft.subject,
        mime=message,
        answers=answers,
        send_at=deps.clock.now() + timedelta(seconds=UNDO_SECONDS),
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )


def message_id_of(deps: AgentDeps, draft: Draft, account: Account, *, pins: Sequence[str] = ()) -> str:
    """Made of what is sent by which turn, so that the same call made again after a crash is the same mail."""
    parts = [deps.user.id, deps.turn_id, account.identity, draft.subject, draft.body, *draft.recipients]
    parts += [draft.calendar.data.decode()] if draft.calendar else []
    parts += pins
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f"{digest[:32]}@{account.identity.rpartition('@')[2]}"
