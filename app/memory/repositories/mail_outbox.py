"""Mails on their way out, each under a Message-ID that was made before. Knows no server."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.records import OutgoingMail
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

_PUT = """INSERT INTO mail_outbox
    (user_id, account_id, message_id, recipients, subject, mime, answers, state, problem, attempts, send_at, turn_id, taint, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', '', 0, $8, $9, $10, $11)
    ON CONFLICT (message_id) DO UPDATE SET message_id = mail_outbox.message_id RETURNING *"""


@dataclass(frozen=True, slots=True)
class _To:
    recipients: list[str]


@dataclass(frozen=True, slots=True)
class _At:
    at: datetime | None


class MailOutbox(Repository):
    """A mail is sent once: who sends it takes it first."""

    async def put(
        self,
        user_id: str,
        account_id: int,
        *,
        message_id: str,
        recipients: Sequence[str],
        subject: str,
        mime: bytes,
        answers: str,
        send_at: datetime,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> OutgoingMail:
        """Let it wait until `send_at`; the same Message-ID twice is one mail."""
        values = (
            account_id,
            message_id,
            list(recipients),
            subject,
            mime,
            answers,
            send_at,
            turn_id,
            list(taint),
            at,
        )
        [row] = await self._db.fetch(_PUT, user_id, *values)
        return record(OutgoingMail, row)

    async def get(self, user_id: str, id: int) -> OutgoingMail | None:
        """The one of that number."""
        row = await self._db.fetch_one("SELECT * FROM mail_outbox WHERE user_id = $1 AND id = $2", user_id, id)
        return record(OutgoingMail, row) if row else None

    async def of_message(self, user_id: str, message_id: str) -> OutgoingMail | None:
        """The one under that Message-ID."""
        sql = "SELECT * FROM mail_outbox WHERE user_id = $1 AND message_id = $2"
        row = await self._db.fetch_one(sql, user_id, message_id)
        return record(OutgoingMail, row) if row else None

    async def take_back(self, user_id: str, id: int, at: datetime) -> bool:
        """Leave it unsent; False where it is no longer waiting."""
        sql = "UPDATE mail_outbox SET state = 'taken_back', done_at = $3 WHERE user_id = $1 AND id = $2 AND state = 'waiting'"
        return await self._db.execute(sql, user_id, id, at) > 0

    async def supersede(self, user_id: str, answers: str, at: datetime) -> int:
        """Leave unsent what waits and answers the same; how many that were."""
        sql = "UPDATE mail_outbox SET state = 'taken_back', done_at = $3 WHERE user_id = $1 AND answers = $2 AND state = 'waiting'"
        return await self._db.execute(sql, user_id, answers, at)

    async def recipients(self, user_id: str) -> set[str]:
        """To whom mails went, in small letters; of the latest thousand mails."""
        sql = "SELECT recipients FROM mail_outbox WHERE user_id = $1 AND state = 'sent' ORDER BY id DESC LIMIT 1000"
        sent = records(_To, await self._db.fetch(sql, user_id))
        return {address.casefold() for one in sent for address in one.recipients}

    @operator
    async def next_due(self) -> datetime | None:
        """When the next one waits to go out, or is to be looked after."""
        row = await self._db.fetch_one(
            "SELECT MIN(send_at) AS at FROM mail_outbox WHERE state IN ('waiting', 'sending')"
        )
        return record(_At, row).at if row else None

    @operator
    async def due(self, now: datetime, limit: int) -> list[OutgoingMail]:
        """Those that wait no longer, and those that somebody took and never finished."""
        sql = "SELECT * FROM mail_outbox WHERE state IN ('waiting', 'sending') AND send_at <= $1 ORDER BY send_at, id LIMIT $2"
        return records(OutgoingMail, await self._db.fetch(sql, now, limit))

    @operator
    async def take(self, id: int, was: str, attempts: int, until: datetime) -> bool:
        """Take one to send it; False where somebody else did, or it was taken back. Who takes it has until `until`."""
        sql = (
            "UPDATE mail_outbox SET state = 'sending', attempts = attempts + 1, send_at = $4"
            " WHERE id = $1 AND state = $2 AND attempts = $3"
        )
        return await self._db.execute(sql, id, was, attempts, until) > 0

    @operator
    async def end(self, id: int, state: str, problem: str, at: datetime) -> bool:
        """How it ended: sent, failed or unknown; its text goes with that. False where it had ended."""
        sql = "UPDATE mail_outbox SET state = $2, problem = $3, done_at = $4, mime = $5 WHERE id = $1 AND state = 'sending'"
        return await self._db.execute(sql, id, state, problem, at, b"") > 0

    @operator
    async def later(self, id: int, problem: str, at: datetime) -> bool:
        """It went nowhere for certain, and is tried again at `at`."""
        sql = "UPDATE mail_outbox SET state = 'waiting', problem = $2, send_at = $3 WHERE id = $1 AND state = 'sending'"
        return await self._db.execute(sql, id, problem, at) > 0
