"""What one stretch of talk came to, in a few sentences: by the mini model where one answers well, else by rules.

A model's words are kept only where they are grounded in the talk. By rules, the topic is the telling words that the user used, the
text their own sentences and what was done. Knows no storage: what was done is handed in.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from zoneinfo import ZoneInfo

from app.language.orders.talk import small
from app.learning.answers import flat, gives_orders, grounded, line, sentences, stems
from app.memory.records import TurnRecord, User
from app.memory.words import fold
from app.prompts.turn import escape

TOPIC_WORDS = 6
SUMMARY_WORDS = 120
_SHARE = 0.4  # of a summary's telling words that stand in the talk; a paraphrase keeps about two thirds
_READ = 24_000  # characters of a session that a model is shown
_LEAST_OF_A_TURN = 160
_MOST_OF_A_TURN = 2_000
_SAID, _SAID_WORDS = 3, 16
_DONE, _DONE_WORDS = 4, 15  # together within the 120
_TOPICS = 3
_WORD = re.compile(r"[^\W\d_][\w'’-]+")
_A_COMMAND = 25  # words: one short message is told by itself


@dataclass(frozen=True, slots=True)
class Summed:
    """A topic of at most six words, a text of at most 120, and who wrote them."""

    topic: str
    text: str
    by: Literal["model", "rules"]


def is_trivial(turns: Sequence[TurnRecord]) -> bool:
    """Whether there is nothing to sum up: only greetings and commands, or a single short message beside them."""
    telling = [turn for turn in turns if _tells(turn.text)]
    return not telling or (len(telling) == 1 and len(telling[0].text.split()) <= _A_COMMAND)


def transcript(turns: Sequence[TurnRecord], user: User) -> str:
    """The talk as a model reads it: who said what when, each turn cut to its share, no tags."""
    share = min(_MOST_OF_A_TURN, max(_LEAST_OF_A_TURN, _READ // (2 * max(1, len(turns)))))
    zone = ZoneInfo(user.time_zone)
    lines = [
        f"[{turn.started_at.astimezone(zone):%A %d %B %Y %H:%M}]\nUser: {_cut(turn.text, share)}\n"
        f"Assistant: {_cut(turn.reply, share)}"
        for turn in turns
    ]
    return escape("\n".join(lines))[: 2 * _READ]


def checked(found: dict[str, Any], shown: str) -> Summed | None:
    """A model's answer as a summary of what it was shown; None where it is broken, over-long, invented or gives orders."""
    topic = line(found.get("topic"), 80).strip(" .:;,")
    text = line(found.get("summary"), 3_000)
    topic = re.sub(r"\A(?:summary|topic)\s*:\s*", "", topic, flags=re.IGNORECASE)
    if not topic or not text or len(topic.split()) > TOPIC_WORDS or len(text.split()) > 2 * SUMMARY_WORDS:
        return None
    if gives_orders(f"{topic}. {text}") or not grounded(text, [shown], share=_SHARE) or not stems(topic) & stems(shown):
        return None
    return Summed(topic, sentences(text, SUMMARY_WORDS), "model")


def by_rules(turns: Sequence[TurnRecord], done: Sequence[str]) -> Summed:
    """The summary without a model; `done` are the sentences of what was done."""
    said = [sentences(flat(turn.text), _SAID_WORDS) for turn in _spread(_telling(turns), _SAID)]
    parts = [f"You said: {'; '.join(f'“{one}”' for one in said)}."] if said else []
    kept = list(dict.fromkeys(sentences(flat(one), _DONE_WORDS) for one in done))
    more = f" And {len(kept) - _DONE} more." if len(kept) > _DONE else ""
    parts += [f"Done: {' '.join(kept[:_DONE])}{more}"] if kept else []
    return Summed(_topic(turns), " ".join(parts) or f"{len(turns)} messages.", "rules")


def _tells(text: str) -> bool:
    """Whether a message is more than a greeting or a slash command."""
    words = text.split()
    if not words or text.startswith("/"):
        return False
    return len(words) > _A_COMMAND or (small(text) is None and bool(stems(text) or len(words) > 1))


def _telling(turns: Sequence[TurnRecord]) -> list[TurnRecord]:
    return [turn for turn in turns if _tells(turn.text)]


def _spread(turns: Sequence[TurnRecord], most: int) -> list[TurnRecord]:
    """So many of them, from all over the talk: the first, the last, and the longest of what is between."""
    if len(turns) <= most:
        return list(turns)
    between = sorted(turns[1:-1], key=lambda turn: len(stems(turn.text[:500])), reverse=True)[: most - 2]
    chosen = {turn.number for turn in (turns[0], *between, turns[-1])}
    return [turn for turn in turns if turn.number in chosen]


def _topic(turns: Sequence[TurnRecord]) -> str:
    """The words the user came back to, else their names and longest words, as they were written first."""
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for turn in turns:
        for word in _WORD.findall(turn.text[:2_000]):
            [stem] = stems(word) if len(fold(word).split()) == 1 and stems(word) else [""]
            if stem:
                counts[stem] += 1 + (word[0].isupper() and not turn.text.lstrip().startswith(word))
                written.setdefault(stem, word[:30])
    best = sorted(counts, key=lambda stem: (counts[stem], len(written[stem])), reverse=True)[:_TOPICS]
    return ", ".join(word for stem, word in written.items() if stem in best) or "a conversation"


def _cut(text: str, most: int) -> str:
    said = flat(text[: 4 * most])
    return said if len(said) <= most else f"{said[: most - 1]}…"
