"""What is asked of the assistant about itself: what it did, what failed, what took long, what runs, what it cost; from sentences in
`diagnostics.toml`, and where the reader sees that a part is about that. Pure."""

from app.language.choosing import sentences
from app.language.cues import says
from app.language.orders import times
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part

WRONG, SLOW, LOOPS = "what_went_wrong", "why_slow", "check_loops"
_SURE = 0.6
_ALL = frozenset(("the", "my", "your", "all", "all your", "any", "every", "each"))
_IN_ENGLISH = {
    "point du matin": "daily briefing",
    "bilan": "evening recap",
    "récap": "recap",
    "récapitulatif": "recap",
    "rappel": "reminders",
    "rappels": "reminders",
}


def read(clause: Clause) -> Reading | None:
    """The call that a whole message asks for by one of the sentences; None where it is none, or its tool isn't there."""
    if len(clause.text) > sentences.LONGEST or WRONG not in clause.tools:
        return None
    match = sentences.best(sentences.tidy(clause.text), {"", "slowest"}, sentences.templates("diagnostics"))
    if match is None:
        return None
    given, when = sentences.slots(match), sentences.slots(match).get("when", "")
    if when and not _was(when, clause):
        return None
    name = given.get("name", "").casefold()
    name = "" if name in _ALL else name
    arguments = {**({"when": when} if when else {}), **({"name": _IN_ENGLISH.get(name, name)} if name else {})}
    if match.name.endswith(f"{sentences.SUFFIX}slowest"):
        arguments = {"which": "slowest"}
    return Reading((Call(sentences.tool(match), arguments),))


def asked(part: Part, clause: Clause) -> Reading | None:
    """What a part asks for that the reader takes for one about the assistant: a sentence, or by its words what went wrong, what was slow or
    whether all runs."""
    if WRONG not in clause.tools or part.intent != "diagnostics":
        return None
    known = read(Clause(part.text, clause.now, tools=clause.tools))
    if known is not None or part.sure < _SURE:
        return known
    if says("asks_why_slow", part.text):
        return Reading((Call(SLOW, {}),))
    if says("asks_whether_it_runs", part.text):
        return Reading((Call(LOOPS, {}),))
    when = " ".join(part.all("when"))
    return Reading((Call(WRONG, {"when": when} if when else {}),))


def _was(when: str, clause: Clause) -> bool:
    """Whether words name a time and nothing else."""
    return times.is_only_time(when, clause.now) or says("stretch_that_was", when)
