"""The narrative profile: lines about the user in six sections, each with the turns it rests on.

Stored as two named texts: "profile" is what a prompt shows, "profile_sources" says for each of its lines from which turns it was drawn,
so that a line can go when they are forgotten. Invariant: at most 550 words; no line without a source.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.learning.answers import stems
from app.memory.records import Fact
from app.memory.repositories import Repositories

PROFILE, SOURCES = "profile", "profile_sources"
WORDS = 550
CHARACTERS = 4_600  # of a prompt's 4,800
SECTIONS: Mapping[str, str] = {
    "you": "Who you are",
    "people": "People",
    "work": "Work",
    "routines": "Routines",
    "interests": "Interests and preferences",
    "focus": "Current focus",
}
_TITLES = {title: name for name, title in SECTIONS.items()}
_BULLET = "- "


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """One statement, its section, and the ids of the turns it rests on."""

    section: str
    text: str
    turns: tuple[str, ...]


def rendered(lines: Sequence[ProfileLine]) -> str:
    """The text of a profile; "" of no lines."""
    parts: list[str] = []
    for name, title in SECTIONS.items():
        told = [f"{_BULLET}{line.text}" for line in lines if line.section == name]
        parts += [title, *told] if told else []
    return "\n".join(parts)


def within(lines: Sequence[ProfileLine]) -> list[ProfileLine]:
    """As many lines as a profile holds: of what is too much, the last of the longest section goes first."""
    kept = list(lines)
    while kept and (len(rendered(kept).split()) > WORDS or len(rendered(kept)) > CHARACTERS):
        sizes = {name: sum(len(line.text) for line in kept if line.section == name) for name in SECTIONS}
        longest = max(sizes, key=lambda name: sizes[name])
        kept.remove([line for line in kept if line.section == longest][-1])
    return kept


def parsed(text: str, sources: str) -> list[ProfileLine]:
    """The lines of a stored profile; one whose sources can't be read rests on no turn."""
    try:
        drawn = json.loads(sources) if sources else {}
    except ValueError:
        drawn = {}
    drawn = drawn if isinstance(drawn, dict) else {}
    lines, section = [], "you"
    for line in filter(None, map(str.strip, text.splitlines())):
        if line in _TITLES:
            section = _TITLES[line]
        else:
            turns = drawn.get(line, ())
            ids = tuple(str(turn) for turn in turns) if isinstance(turns, list) else ()
            lines.append(ProfileLine(section, line.removeprefix(_BULLET), ids))
    return lines


async def read_profile(store: Repositories, user_id: str) -> list[ProfileLine]:
    """The profile there is."""
    text, sources = await store.contexts.get(user_id, PROFILE), await store.contexts.get(user_id, SOURCES)
    return parsed(text.content if text else "", sources.content if sources else "")


async def write_profile(store: Repositories, user_id: str, lines: Sequence[ProfileLine], at: datetime) -> None:
    """Put these lines in its place, within the transaction of whoever made them; no lines, no profile."""
    if not lines:
        await store.contexts.delete(user_id, PROFILE)
        await store.contexts.delete(user_id, SOURCES)
        return
    drawn = {f"{_BULLET}{line.text}": list(line.turns) for line in lines}
    await store.contexts.put(user_id, PROFILE, rendered(lines), at)
    await store.contexts.put(user_id, SOURCES, json.dumps(drawn, ensure_ascii=False), at)


def without_outdated(lines: Iterable[ProfileLine], ended: Sequence[Fact], present: Iterable[Fact]) -> list[ProfileLine]:
    """The lines without those that say again what a correction has ended, and not what holds now."""
    now = set().union(*(stems(fact.statement) for fact in present))
    return [line for line in lines if not any(_repeats(line, fact, now) for fact in ended)]


async def correct_profile(store: Repositories, user_id: str, fact: Fact, at: datetime) -> int:
    """Take out the lines that say what `fact` has just corrected; how many. Call it within the correction's transaction."""
    ended = [past for past in await store.facts.history(user_id, fact.key) if past.superseded_by is not None]
    lines = await read_profile(store, user_id) if ended else []
    kept = without_outdated(lines, ended, [fact])
    if len(kept) < len(lines):
        await write_profile(store, user_id, kept, at)
    return len(lines) - len(kept)


def _repeats(line: ProfileLine, ended: Fact, now: set[str]) -> bool:
    """Whether a line says what only the old statement said: drawn from its turn, or in words it shares with the new one too."""
    said, old = stems(line.text), stems(ended.statement)
    if not old - now or not old - now <= said:
        return False
    same = old & now
    return not same or ended.turn_id in line.turns or bool(same & said)
