"""What of the reflection's answer is taken: each part checked by itself, what fails left out and counted, never repaired by guessing.

A line of the profile names what it rests on and shares words with it; a fact is in the user's own words, found again in the turn it
names; a learning that isn't is only proposed; whatever would get an assistant round its rules is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from app.language.statements.facts import CUT, Stated, fact_key
from app.learning.answers import gives_orders, grounded, is_same, line, names_secrets, numbers, stems
from app.learning.profile import SECTIONS, ProfileLine, within
from app.learning.reflecting.material import Material
from app.memory.records import TurnRecord
from app.memory.words import fold
from app.prompts.turn import own_part

_LINES = 16  # of one section
_LINE = 240
_LINE_WORDS = 40
_FACTS, _FACT = 12, 200
_INTENTIONS, _INTENTION = 3, 200
_LEARNINGS, _LEARNING = 3, 240
_LONGEST_QUOTE = 500
_SHORTEST_QUOTE = 6
_AHEAD = timedelta(days=366)
_SURE = 0.9  # what a model says it is sure of, it may still have misread
KINDS = frozenset("bio preference relation goal interest habit mood plan other".split())
_PARTS = {"profile": dict, "facts": list, "intentions": list, "learnings": list}


@dataclass(frozen=True, slots=True)
class Intended:
    """What to say, when (UTC), and the turn it comes from."""

    text: str
    due_at: datetime
    turn: TurnRecord


@dataclass(frozen=True, slots=True)
class Learned:
    """How to behave, in which sense, whether the user's own words say so, and the turn it comes from."""

    kind: Literal["learning", "correction"]
    content: str
    in_their_words: bool
    turn: TurnRecord


@dataclass(slots=True)
class Answer:
    """What is taken; `profile` None where there is none to take; `rejected` is how many parts were left out."""

    profile: list[ProfileLine] | None = None
    facts: list[tuple[Stated, TurnRecord]] = field(default_factory=list)
    intentions: list[Intended] = field(default_factory=list)
    learnings: list[Learned] = field(default_factory=list)
    rejected: int = 0

    def turns(self) -> dict[str, TurnRecord]:
        """The turns that facts, intentions and learnings were taken from, by id."""
        found = [turn for _, turn in self.facts] + [one.turn for one in (*self.intentions, *self.learnings)]
        return {turn.id: turn for turn in found}


def taken(found: dict[str, Any], material: Material, now: datetime, zone: ZoneInfo) -> Answer | None:
    """The checked answer; None where it is no such answer at all."""
    parts = {name: found.get(name) for name, shape in _PARTS.items() if isinstance(found.get(name), shape)}
    if not parts or len(parts) < sum(name in found for name in _PARTS):
        return None
    answer = Answer()
    _take_profile(answer, parts.get("profile"), material)
    for row in _rows(parts.get("facts"), _FACTS):
        fact = _fact(row, material)
        answer.rejected += fact is None
        answer.facts += [fact] if fact else []
    for row in _rows(parts.get("intentions"), _INTENTIONS):
        intended = _intention(row, material, now, zone)
        answer.rejected += intended is None
        answer.intentions += [intended] if intended else []
    for row in _rows(parts.get("learnings"), _LEARNINGS):
        learned = _learning(row, material)
        answer.rejected += learned is None
        answer.learnings += [learned] if learned else []
    return answer


def _rows(part: Any, most: int) -> Iterator[dict[str, Any]]:
    for row in part[:most] if isinstance(part, list) else []:
        yield row if isinstance(row, dict) else {}


def _take_profile(answer: Answer, part: Any, material: Material) -> None:
    """The new profile, where there is one: a model that lost most of the old one is not believed."""
    if not isinstance(part, dict):
        return
    lines: list[ProfileLine] = []
    for name in SECTIONS:
        for row in _rows(part.get(name), _LINES):
            one = _profile_line(name, row, material)
            answer.rejected += one is None
            lines += [one] if one and not any(is_same(one.text, other.text) for other in lines) else []
    before = list(material.lines.values())
    if lines and _size(lines) * 2 >= _size(before):
        answer.profile = within(lines)
    elif before or lines:
        answer.rejected += 1


def _profile_line(section: str, row: dict[str, Any], material: Material) -> ProfileLine | None:
    text = line(row.get("text"), _LINE)
    labels = row.get("from")
    sources = list(_sources(labels if isinstance(labels, list) else [labels], material))
    said = [words for words, _ in sources]
    if not text or not sources or len(text.split()) > _LINE_WORDS or text in SECTIONS.values():
        return None
    if gives_orders(text) or names_secrets(text) or material.is_forgotten(text):
        return None
    if not stems(text) & stems("\n".join(said)) or not numbers(text) <= numbers("\n".join(said)):
        return None
    if not _names(text) <= _folded("\n".join(material.said())):
        return None
    return ProfileLine(section, text, tuple(dict.fromkeys(turn for _, turns in sources for turn in turns)))


def _sources(labels: Sequence[Any], material: Material) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the labels name: its words, and the turns behind it. Labels that name nothing are passed over."""
    for label in labels[:20]:
        name = label if isinstance(label, str) else ""
        if name in material.turns:
            yield material.turns[name].text, (material.turns[name].id,)
        elif name in material.facts:
            fact = material.facts[name]
            yield fact.statement, (fact.turn_id,) if fact.turn_id else ()
        elif name in material.lines:
            yield material.lines[name].text, material.lines[name].turns


def _fact(row: dict[str, Any], material: Material) -> tuple[Stated, TurnRecord] | None:
    turn = _turn(row, material)
    statement, kind, confidence = line(row.get("statement"), _FACT), row.get("kind"), row.get("confidence")
    if turn is None or not statement or not _quoted(row.get("quote"), turn):
        return None
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not CUT <= confidence <= 1:
        return None
    if (
        gives_orders(statement)
        or material.is_forgotten(statement)
        or not grounded(statement, [own_part(turn.text)], share=0.5)
    ):
        return None
    key, quote = fact_key(statement), line(row.get("quote"), _LONGEST_QUOTE)
    since = [fact for fact in material.facts.values() if fact.key == key and fact.created_at >= turn.started_at]
    if not key or since or any(is_same(fact.statement, statement) for fact in material.facts.values()):
        return None
    named = kind if isinstance(kind, str) and kind in KINDS else "other"
    return Stated(key, statement, named, min(float(confidence), _SURE), quote), turn


def _intention(row: dict[str, Any], material: Material, now: datetime, zone: ZoneInfo) -> Intended | None:
    turn, text, due_at = _turn(row, material), line(row.get("text"), _INTENTION), _moment(row.get("due"), zone)
    if turn is None or not text or due_at is None or not now < due_at < now + _AHEAD:
        return None
    if gives_orders(text) or material.is_forgotten(text) or not stems(text) & stems(own_part(turn.text)):
        return None
    return Intended(text, due_at, turn)


def _learning(row: dict[str, Any], material: Material) -> Learned | None:
    turn, content, kind = _turn(row, material), line(row.get("content"), _LEARNING), row.get("kind")
    if turn is None or not content or gives_orders(content) or material.is_forgotten(content):
        return None
    if any(is_same(content, known.content) for known in material.learnings):
        return None
    sense: Literal["learning", "correction"] = "correction" if kind == "correction" else "learning"
    return Learned(sense, content, _quoted(row.get("quote"), turn), turn)


def _turn(row: dict[str, Any], material: Material) -> TurnRecord | None:
    label = row.get("turn")
    return material.turns.get(label) if isinstance(label, str) else None


def _quoted(quote: Any, turn: TurnRecord) -> bool:
    """Whether these are words of that turn, case and punctuation apart."""
    words = fold(quote[:_LONGEST_QUOTE]) if isinstance(quote, str) else ""
    return len(words) >= _SHORTEST_QUOTE and f" {words} " in f" {fold(own_part(turn.text))} "


def _moment(value: Any, zone: ZoneInfo) -> datetime | None:
    """A time as ISO text, the user's local one unless it says otherwise, in UTC."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        return None if found is None else (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _names(text: str) -> set[str]:
    """Words with a capital that don't begin the sentence: names, which nobody may invent."""
    words = text.split()[1:]
    return _folded(" ".join(word for word in words if word[:1].isupper() and len(word) > 1))


def _folded(text: str) -> set[str]:
    return {word[:5] for word in fold(text).split()}


def _size(lines: Sequence[ProfileLine]) -> int:
    return sum(len(line.text.split()) for line in lines)
