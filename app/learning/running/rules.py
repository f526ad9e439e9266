"""Lines of the running summary without a model: confirmed facts, and what the user said outright, in their own words.

Invariant: nothing but confirmed facts and the user's own assertions comes out, never a question, a request, or what a file or somebody
else said. Pure; the same turns give the same lines.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo

from app.language.statements.clauses import clauses
from app.language.statements.facts import single_key
from app.learning.answers import flat, gives_orders, names_secrets
from app.learning.running.lines import LONGEST, Line, telling
from app.memory.records import Fact, TurnRecord
from app.prompts.turn import own_part

MOST_SALIENT = 30  # sentences of one pass that no other row takes
_LEAST_WORDS, _MOST_WORDS = 3, 30
_READ = 2_000  # characters of a message; what is behind them was pasted
_OF_KIND = {
    "preference": "preferences",
    "interest": "preferences",
    "relation": "people",
    "habit": "patterns",
    "goal": "plans",
    "plan": "plans",
}
_DATE = (
    r"\b(?:today|tonight|tomorrow|next (?:week|month|year|weekend)|(?:on |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|may (?=\d)|june|july|august|september|october|november|december)(?: \d{1,2})?|"
    r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|in (?:\d+|a|two|three|four|five|six) (?:days?|weeks?|months?))\b"
)
# The first row that fits a sentence gives its section.
_ROWS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (section, re.compile(pattern, re.IGNORECASE))
    for section, pattern in (
        ("decisions", r"\b(?:decided|agreed|settled on|(?:i|we)(?:['’]ll| will) (?:go with|take)|going with|chose|picked|made up my mind)\b"),
        ("questions", r"\b(?:not sure (?:if|whether|what|which|when|how)|wonder(?:ing)? (?:if|whether|what|how|why)|(?:still )?(?:need|have) to (?:find out|decide|ask|check)|haven['’]t decided|don['’]t know (?:yet|if|whether))\b"),
        ("patterns", r"\b(?:usually|always|every (?:day|morning|evening|night|week|month|\w+day)|often|most (?:days|mornings|evenings|weeks)|on \w+days|never)\b"),
        ("plans", _DATE),
        ("plans", r"\b(?:(?:i|we)(?:['’]m| am|['’]re| are) (?:going to|planning|flying|travell?ing|meeting|visiting)|(?:i|we) (?:plan|want|intend|hope) to|(?:i|we)['’]ll)\b"),
        ("lists", r"\b(?:list|shopping|groceries|packing)\b"),
        ("preferences", r"\b(?:like|love|prefer|enjoy|hate|dislike|favou?rite|rather|can['’]t stand|allergic|vegan|vegetarian)\b"),
        ("places", r"\b(?:live|living|stay|moved|from|office is|address|flat|house|home|based) (?:in|at|near|is|on|to)\b|\bi['’]m from\b"),
        ("people", r"\bmy (?:\w+ ){0,2}(?:wife|husband|partner|mother|mum|mom|father|dad|sister|brother|son|daughter|aunt|uncle|cousin|friend|boss|manager|colleague|neighbou?r|landlord|landlady|teacher|doctor|dentist|dog|cat)\b"),
    )
)  # fmt: skip


def lines_by_rules(turns: Sequence[TurnRecord], facts: Iterable[Fact], zone: tzinfo) -> list[Line]:
    """The lines of these turns in their order; `facts` are the user's confirmed ones that hold now, dates are the user's."""
    ids = {turn.id for turn in turns}
    told = [
        Line(_section(fact), fact.statement, (str(fact.turn_id),), fact.key) for fact in facts if fact.turn_id in ids
    ]
    keys, statements = {line.key for line in told}, {telling(line.text) for line in told}
    heard = [line for turn in turns for line in _said(turn, zone)]
    said = [line for line in heard if line.key not in keys and telling(line.text) not in statements]
    return [*_within(said), *told]


def single_things(text: str) -> frozenset[str]:
    """Keys of the single things that a message says something of: "my dentist is called Ama" of "dentist"."""
    return frozenset(key for clause in clauses(text[:_READ]) if (key := single_key(clause.text)))


def _said(turn: TurnRecord, zone: tzinfo) -> Iterator[Line]:
    """What the user asserted in one turn."""
    for clause in clauses(own_part(turn.text)[:_READ]):
        text = flat(f"{clause.when or clause.habit} {clause.text}".strip())
        words = len(text.split())
        if (
            not _LEAST_WORDS <= words <= _MOST_WORDS
            or gives_orders(text)
            or names_secrets(clause.quote)
            or not telling(text)
        ):
            continue
        section = next((section for section, pattern in _ROWS if pattern.search(text)), "other")
        at = turn.started_at.astimezone(zone)
        dated = f" (said on {at.day} {at:%B %Y})" if section in ("plans", "decisions") else ""
        yield Line(section, f"{text[: LONGEST - len(dated)]}{dated}", (turn.id,), single_key(text))


def _within(lines: Sequence[Line]) -> list[Line]:
    """All that have a section, and of the others those that say most."""
    others = [line for line in lines if line.section == "other"]
    kept = set(sorted(others, key=lambda line: (_weight(line.text), line.text), reverse=True)[:MOST_SALIENT])
    return [line for line in lines if line.section != "other" or line in kept]


def _weight(text: str) -> float:
    """How much a sentence is likely to say: names and numbers count double."""
    names = len(re.findall(r"(?<=\s)[A-Z]\w+|\d+", text))
    return len(telling(text)) + names


def _section(fact: Fact) -> str:
    return _OF_KIND.get(fact.kind) or next((name for name, row in _ROWS if row.search(fact.statement)), "other")
