"""Where to look next, for what one place can't answer. Pure."""

import re
from collections.abc import Sequence

from app.language import questions
from app.language.choosing import parts
from app.language.orders import speech
from app.language.orders.plan import Call, Later

ANSWERS = "recall_facts"
_EVERYTHING = "find_everything"
_PLAIN = 0.9  # how sure a question is about a list, and about nothing that only may stand on one
# Where to look first, and where to go on where nothing is there: what for is the argument of that name, or the question itself.
_ONE_PLACE = {
    "find_notes": (_EVERYTHING, "words"),
    "list_tasks": (ANSWERS, ""),
    "list_reminders": (ANSWERS, ""),
}
NAMES_KIND = re.compile(r"\b(?:lists?|listes?|to-?do|tasks?|tâches?|remind me|reminders?|rappels?)\b", re.IGNORECASE)


def _skipped_event(calls: Sequence[Call]) -> Call | None:
    """ "Skip stand-up tomorrow": where no schedule of ours has that name, the event of that day."""
    skips = calls[0].arguments if len(calls) == 1 and calls[0].tool == "change_schedule" else {}
    day = str(skips.get("state", "")).removeprefix("skip").strip()
    named = {"event": f"{skips.get('schedule', '')} {day}", "scope": "one"}
    return Call("delete_event", named) if day and skips.get("schedule") else None


def behind(calls: Sequence[Call], said: str, tools: frozenset[str]) -> tuple[Later, ...]:
    """A question about one's own things that one place cannot answer goes on to all of them."""
    if (skipped := _skipped_event(calls)) is not None and skipped.tool in tools:
        return (Later(skipped, instead_of=calls[0]),)
    if [call.tool for call in calls] == ["list_alerts"] and "list_reminders" in tools:
        return (Later(Call("list_reminders"), instead_of=calls[0]),)
    if len(calls) != 1 or calls[0].tool not in _ONE_PLACE:
        return ()
    tool, name = _ONE_PLACE[calls[0].tool]
    named = "list_name" in calls[0].arguments or not parts.meant(said, _PLAIN)
    asks = named and questions.asks(said) and not NAMES_KIND.search(said)
    about = calls[0].arguments.get(name, "") if name else speech.bare(said) if asks else ""
    return (Later(Call(tool, {"about": about}), instead_of=calls[0]),) if about and tool in tools else ()
