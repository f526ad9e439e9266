"""What the reflection's model is shown: the user's own words since the last time, and what is known already, each under a label.

A label ("t3", "f12", "p1") is all that a model can name, so that it can invent no id. Left out: turns that had read other people's text,
the assistant's replies (they may repeat such text), greetings and commands, and turns in which something was forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from app.language.orders.talk import small
from app.learning.answers import flat, stems
from app.learning.offering import offers
from app.learning.profile import SECTIONS, ProfileLine, read_profile
from app.memory.records import Fact, Learning, LedgerEntry, TurnRecord, User
from app.memory.repositories import Repositories
from app.prompts.turn import escape, own_part

TURNS = 400  # the newest since the last reflection
_CHARACTERS = 48_000
_LEAST, _MOST = 120, 1_500  # of one turn
_FACTS = 150
_LEARNINGS = 60
_FORGETTING = "forget"
_LEDGER_READ = 200
_FRAME = stems("forgotten for good you live work have like")


@dataclass(frozen=True, slots=True)
class Material:
    """`turns`, `facts` and `lines` by label; `newest` is the number of the last turn there was, shown or not."""

    turns: dict[str, TurnRecord]
    facts: dict[str, Fact]
    lines: dict[str, ProfileLine]
    learnings: list[Learning]
    forgotten: list[set[str]]
    newest: int

    def said(self) -> list[str]:
        """All the user's words that are shown, and what was known before."""
        known = [fact.statement for fact in self.facts.values()] + [line.text for line in self.lines.values()]
        return [*(own_part(turn.text) for turn in self.turns.values()), *known]

    def is_forgotten(self, text: str) -> bool:
        """Whether it says what the user had forgotten meanwhile."""
        told = stems(text)
        return any(gone and gone <= told for gone in self.forgotten)


async def gather(store: Repositories, user: User, mark: int) -> Material:
    """All of it since the turn of the number `mark`; reads only."""
    turns = await store.turns.after(user.id, mark, TURNS)
    ledger = [entry for entry in await store.ledger.recent(user.id, _LEDGER_READ) if _forgets(entry)]
    forgetting = {entry.turn_id for entry in ledger}
    shown = [turn for turn in turns if turn.id not in forgetting and tells(turn)]
    facts = (await store.facts.current(user.id))[-_FACTS:]
    lines = await read_profile(store, user.id)
    return Material(
        turns={f"t{number}": turn for number, turn in enumerate(shown, start=1)},
        facts={f"f{fact.id}": fact for fact in facts if not fact.taint},
        lines={f"p{number}": line for number, line in enumerate(lines, start=1)},
        learnings=await store.learnings.list(user.id, _LEARNINGS),
        forgotten=[stems(entry.result) - _FRAME for entry in ledger],
        newest=turns[-1].number if turns else mark,
    )


def tells(turn: TurnRecord) -> bool:
    """Whether the user said something of their own in it; what they were asked about ("Shall I remember …?") waits for their answer."""
    said = own_part(turn.text).strip()
    if turn.read or turn.by_clock or offers(turn.reply) or not said or said.startswith("/"):
        return False
    return len(said) > _LEAST or small(said) is None


def shown(material: Material, user: User, now: datetime) -> str:
    """The material as the model reads it; nothing in it opens or closes a tag."""
    zone = ZoneInfo(user.time_zone)
    share = max(_LEAST, min(_MOST, _CHARACTERS // max(1, len(material.turns))))
    active = [learning.content for learning in material.learnings if learning.status == "active"]
    old = [f"{label} ({SECTIONS[line.section]}) {line.text}" for label, line in material.lines.items()]
    said = [
        f"{label} [{turn.started_at.astimezone(zone):%a %d %b %Y %H:%M}] {_cut(own_part(turn.text), share)}"
        for label, turn in material.turns.items()
    ]
    return "\n".join(
        (
            f"It is {now.astimezone(zone):%A %d %B %Y %H:%M} {user.time_zone}.",
            *_block("old_profile", old),
            *_block("known_facts", [f"{label} {fact.statement}" for label, fact in material.facts.items()]),
            *_block("known_learnings", active),
            *_block("messages", said),
        )
    )


def _block(name: str, lines: Sequence[str]) -> list[str]:
    return [f"<{name}>", *(escape(flat(line)) for line in lines), f"</{name}>"] if lines else []


def _forgets(entry: LedgerEntry) -> bool:
    return entry.tool.startswith(_FORGETTING)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
