"""What people read about moments that came late or were missed: one sentence for one, one list for several.

Pure. Times are said on the reader's own clock; a zone this machine doesn't know is read as UTC. Knows no channel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from app.language.time.wording import say_time
from app.schedule.zones import is_zone

LISTED = 40


@dataclass(frozen=True, slots=True)
class Moment:
    """What was due when; `earlier`: how many more of it were missed before, and with `has_older` even more than that."""

    what: str
    due_at: datetime
    earlier: int = 0
    has_older: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """The clock of who reads it: their zone's name, and the time now (aware)."""

    zone: str
    now: datetime

    def due(self, moment: Moment) -> str:
        """ "today at 13:00 (and 2 earlier)"."""
        zone = self.tzinfo
        over = "over " if moment.has_older else ""
        also = f" (and {over}{moment.earlier} earlier)" if moment.earlier else ""
        return f"{say_time(moment.due_at.astimezone(zone), self.now.astimezone(zone))}{also}"

    @property
    def tzinfo(self) -> tzinfo:
        """Their zone, UTC where it can't be known."""
        return ZoneInfo(self.zone) if is_zone(self.zone) else UTC


def late_text(moment: Moment, reader: Reader) -> str:
    """What is said late, and that it is."""
    return f"{moment.what}\n(Late: this was due {reader.due(moment)}.)"


def late_list(moments: Sequence[Moment], reader: Reader) -> list[str]:
    """Several that are said late, as few texts as can be read; nothing is left out."""
    lines = [_line(moment, reader) for moment in moments]
    return [
        "\n".join(("These are late, they were due earlier:", *lines[start : start + LISTED]))
        for start in range(0, len(lines), LISTED)
    ]


def missed_text(moments: Sequence[Moment], reader: Reader) -> str:
    """What is not made up for, told once."""
    if len(moments) == 1:
        return f"Missed while I was off: {moments[0].what} — it was due {reader.due(moments[0])}."
    lines = [_line(moment, reader) for moment in moments[:LISTED]]
    if len(moments) > LISTED:
        lines.append(f"- and {len(moments) - LISTED} more")
    return "\n".join(("Missed while I was off:", *lines))


def set_aside_text(names: Sequence[str]) -> str:
    """What is paused because its rule or zone can't be read."""
    said = ", ".join(f"“{name}”" for name in names)
    verb, it = ("is", "it") if len(names) == 1 else ("are", "them")
    return f"{said} {verb} paused: I can't read when to do {it} any more. Tell me the times again and I'll go on."


def _line(moment: Moment, reader: Reader) -> str:
    return f"- {moment.what} — due {reader.due(moment)}"
