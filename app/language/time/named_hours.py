"""Hours that have a name: "at sunrise", "tomorrow dawn", "after work", "before bed". The table is the lexicon's, one hour for each name.

Invariant: a name needs a word beside it that makes it a time ("the sunset" is a sight); a phrase of the second table is a time by itself
unless it describes a thing ("after work drinks"). An hour said beside a name is that hour, in the name's half of the day. It does not
know days.
"""

from collections.abc import Sequence
from datetime import time

from app.language.time.clock import in_part
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock
from app.language.time.tokens import Token
from app.language.time.vocabulary import PARTS
from app.language.words.lexicon import lexicon

_NOON = 12


def _table(name: str) -> dict[str, time]:
    hours = lexicon().hours.get(name, {})
    return {form: time.fromisoformat(hour) for hour, forms in hours.items() for form in forms.split("|")}


_NAMES, _SAID = _table("named"), _table("said")


def _pattern(names: dict[str, time]) -> str:
    return "(?: " + " | ".join(sorted(names, key=len, reverse=True)) + " )"


def _name(_: Context, found: Found) -> Clock:
    hour = _NAMES[" ".join(token.text for token in found.tokens)]
    return Clock(hour.hour, hour.minute, settled=True)


def is_past(tokens: Sequence[Token]) -> bool:
    """Whether a sentence tells of what was, as "how was my pressure after lunch" does: an hour ahead is not meant."""
    return not lexicon().sets["past_cue"].isdisjoint(token.text for token in tokens)


def _phrase(context: Context, found: Found) -> Clock | None:
    if context.past:
        return None
    hour = _SAID[" ".join(token.text for token in found.tokens)]
    return Clock(hour.hour, hour.minute, settled=True)


def _alone(_: Context, found: Found) -> Clock:
    return found.get("HOURNAME")


def _beside_hour(_: Context, found: Found) -> Clock:
    """ "Dawn at 4:30": the hour, in the half of the day that the name tells."""
    named: Clock = found.get("HOURNAME")
    return in_part(found.get("CLOCK"), PARTS["morning" if named.hour < _NOON else "evening"])


# "The day before school", "an hour after work", "from after school club": no hour of their own.
_NOT_BEFORE = "(?<! (?: the | a | an | my | our | your | her | his | their | from | of | DURATION | PART | day | week | month | year ))"
_NOT_AFTER = "(?! (?: PLURAL | is | was | has | run | party | club | care | clinic | trip | event | meeting | programme | program | DASH ) )"
_LEAD = "(?<= (?: at | @ | by | around | about | before | after | until | till | til | from | for | this | every | PARTOF ))"

NAME_RULES = (Rule(_pattern(_NAMES) + " (?! (PLURAL|party|cruise))", "HOURNAME", _name),)

RULES = (
    Rule(f"{_NOT_BEFORE} {_pattern(_SAID)} {_NOT_AFTER}", "CLOCK", _phrase),
    Rule("HOURNAME COMMA? (at|@|by|around|about)? CLOCK | CLOCK (at|this|in the)? HOURNAME", "CLOCK", _beside_hour),
    Rule(f"{_LEAD} HOURNAME", "CLOCK", _alone),
    Rule("(?<= DAY) (the)? HOURNAME", "CLOCK", _alone),
    Rule("(?<= (?: CYCLE | TODAY )) HOURNAME", "CLOCK", _alone),
    Rule("HOURNAME (?= COMMA? (on|of)? (the)? (DAY|CYCLE))", "CLOCK", _alone),
    Rule("^ HOURNAME $", "CLOCK", _alone),
)
