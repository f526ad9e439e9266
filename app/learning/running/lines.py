"""The lines of the running summary: merged so that the newest value wins, bounded, and written out for a prompt.

Invariant: a line names the turns it was made from, its text is one short line, and all of them together keep to CHARACTERS. What gives
way is the oldest of the longest section. Pure.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from app.language.statements.facts import words_of
from app.learning.answers import flat
from app.memory.records import Fact, Json, Summary
from app.prompts.turn import escape

# In the order they are shown, with what a reader is told they are.
SECTIONS: Mapping[str, str] = {
    "people": "People",
    "places": "Places",
    "preferences": "Preferences",
    "patterns": "Habits and patterns",
    "plans": "Plans",
    "lists": "Lists",
    "decisions": "Decisions",
    "questions": "Open questions",
    "other": "Also said",
}
CHARACTERS = 5_000  # about 1,250 tokens, as it is written out
LONGEST = 200  # characters of a line
MOST_LINES = 16  # of a section
MOST_TURNS = 6  # that a line names, the newest
_SAME = 0.8
# Where a value that no longer holds may stand; a plan may well lead to where somebody lived.
_STATES = frozenset(("people", "places", "preferences", "patterns", "other"))
_EVERYDAY = frozenset(
    "a an the my our your his her their its i i'm i've we you he she it they me us am is are was were be been have has had do does did"
    " in on at to of for from with by and or but not no now just really also very so that this there".split()
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `key` names what it is about, where there can be only one of it (as a fact's key does)."""

    section: str
    text: str
    turns: tuple[str, ...]
    key: str = ""


def lines_of(summary: Summary | None) -> list[Line]:
    """The lines of a stored summary; whatever in it is no line is left out."""
    sections = summary.sections if summary is not None else {}
    return [line for section in SECTIONS for row in sections.get(section, ()) if (line := _line(section, row))]


def sections_of(lines: Iterable[Line]) -> dict[str, list[Json]]:
    """The lines as they are stored."""
    sections: dict[str, list[Json]] = {}
    for line in lines:
        row: Json = {"text": line.text, "turns": list(line.turns)}
        sections.setdefault(line.section, []).append(row | ({"key": line.key} if line.key else {}))
    return sections


def merged(old: Sequence[Line], new: Iterable[Line]) -> list[Line]:
    """Both, in the order of their newest turns: of what says the same or is about the same single thing, the later stays."""
    kept = list(old)
    for line in new:
        line = replace(line, text=flat(line.text)[:LONGEST])
        if not line.text:
            continue
        before = [other for other in kept if _is_about_the_same(other, line)]
        said_before = (turn for other in before if other.text == line.text for turn in other.turns)
        turns = tuple(dict.fromkeys((*said_before, *line.turns)))[-MOST_TURNS:]
        kept = [other for other in kept if other not in before]
        kept.append(replace(line, turns=turns))
    return kept


def without_ended(lines: Sequence[Line], ended: Sequence[tuple[Fact, str]]) -> list[Line]:
    """The lines without those that say what no longer holds: each fact that ended comes with what took its place."""
    gone = [(fact.key, instead, telling(fact.statement) - telling(instead)) for fact, instead in ended]
    return [line for line in lines if not any(_says(line, *each) for each in gone)]


def without_keys(lines: Sequence[Line], keys: Collection[str]) -> list[Line]:
    """The lines without those about single things that were spoken of since: what is said last is what is so."""
    return [line for line in lines if not line.key or line.key not in keys]


def bounded(lines: Sequence[Line]) -> list[Line]:
    """As many as there is room for: where there are too many, the oldest of the fullest section goes."""
    kept = {section: [line for line in lines if line.section == section][-MOST_LINES:] for section in SECTIONS}
    size = sum(_size(line) for section in kept.values() for line in section)
    while size > CHARACTERS:
        fullest = max(kept.values(), key=lambda section: sum(map(_size, section)))
        size -= _size(fullest.pop(0))
    return [line for section in kept.values() for line in section]


def written(lines: Sequence[Line]) -> str:
    """The lines as a prompt shows them, in a tag that their text can't close; empty where there are none."""
    blocks: list[str] = []
    for section, heading in SECTIONS.items():
        said = [f"- {escape(line.text)}" for line in lines if line.section == section]
        blocks += [f"{heading}:", *said] if said else []
    return "\n".join(("<summary>", *blocks, "</summary>")) if blocks else ""


@lru_cache(maxsize=4096)
def telling(text: str) -> frozenset[str]:
    """The words of a statement that say what it states, in their singular where that is easily told."""
    return frozenset(_singular(word) for word in words_of(text) if word not in _EVERYDAY)


def _line(section: str, row: Json) -> Line | None:
    text, turns = row.get("text"), row.get("turns")
    if not isinstance(text, str) or not text or not isinstance(turns, list):
        return None
    return Line(section, text[:LONGEST], tuple(map(str, turns[-MOST_TURNS:])), str(row.get("key", "")))


def _is_about_the_same(one: Line, other: Line) -> bool:
    if one.key and one.key == other.key:
        return True
    ours, theirs = telling(one.text), telling(other.text)
    return one.text == other.text or len(ours & theirs) >= _SAME * max(len(ours | theirs), 1)


def _says(line: Line, key: str, instead: str, value: frozenset[str]) -> bool:
    """Whether a line says of `key` what is so no longer: `value` are the words that make the difference."""
    if instead and telling(line.text) >= telling(instead):
        return False
    if line.key == key:
        return True
    return bool(value) and line.section in _STATES and value <= telling(line.text)


def _size(line: Line) -> int:
    return len(line.text) + 3


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word.removesuffix("'s")
