"""Whether a message may need several calls: read from its structure alone, before any model is asked.

A request becomes several calls mostly without saying so: something must be looked up before it can be acted on, a thing is
done to each of many, a condition is checked first, two things are asked in one breath. Reasons have weights; their sum decides. A
false alarm costs one planner call, a miss costs nothing but the plan. Pure; knows no model and no storage.
"""

from app.planning.reasons import REASONS
from app.planning.request import read_request

SHORTEST = 30
ENOUGH = 1.0


def needs_plan(text: str) -> bool:
    """Whether a planner should look at this message; about a tenth of a millisecond, never raises."""
    return sum(weights(text).values()) >= ENOUGH


def weights(text: str) -> dict[str, float]:
    """What speaks for several calls, by reason; empty where nothing does, or where the text is too short for two."""
    if len(text.strip()) < SHORTEST:
        return {}
    request = read_request(text)
    return {reason.name: reason.weight for reason in REASONS if reason.holds(request)} if request.clauses else {}
