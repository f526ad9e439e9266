"""Where traces go, as the rest of the house knows it: something that takes spans and scores, or nothing at all."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from app.memory.records import Score
from app.memory.sanitised import sanitised
from app.tracing.sending import Sending
from app.tracing.spans import Record, Span, root_of

_PATIENCE = 10.0  # seconds until a score counts as not taken


class TraceReader(Protocol):
    """What was traced, where it is kept."""

    async def query(self, sql: str, since: datetime, *, most: int) -> list[dict[str, object]]:
        """The rows of a SELECT over what was traced since then. Raises OutsideError with a sentence the user may read."""
        ...


@dataclass(frozen=True, slots=True)
class Tracing:
    """`content`: whether words of people go with the spans. `secrets` stand in none of them. `reader` reads what was traced, for the owner."""

    sending: Sending | None = None
    content: bool = False
    secrets: Collection[str] = ()
    reader: TraceReader | None = None
    owner_id: str = ""

    @property
    def record(self) -> Record | None:
        """What takes a span; None where none is wanted."""
        return self._take if self.sending is not None else None

    def reader_for(self, user_id: str) -> TraceReader | None:
        """What reads traces, for somebody; None for all but the owner: they are the whole installation's."""
        return self.reader if user_id == self.owner_id else None

    def _take(self, span: Span) -> None:
        assert self.sending is not None
        self.sending.record(replace(span, attributes=sanitised(span.attributes, self.secrets)))

    async def score(self, score: Score) -> bool:
        """Send what a person's decision says of a trace; False where nobody took it (yet)."""
        if self.sending is None:
            return False
        told = {
            "id": score.id,
            "trace_id": score.trace_id,
            "root": root_of(score.trace_id),
            "name": score.name,
            "value": score.value,
            "note": score.note,
            "at": int(score.created_at.timestamp() * 1e9),
        }
        return await self.sending.score(told, patience=_PATIENCE)

    async def close(self) -> None:
        """Let go, within two seconds."""
        if self.sending is not None:
            await self.sending.close()


NO_TRACING = Tracing()
