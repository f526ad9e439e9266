"""One claim found in a reply. Data only."""

from dataclasses import dataclass
from typing import Literal

from app.gate.claims.actions import Actions
from app.gate.claims.sentences import Sentence

# said: the assistant speaks of its own act ("I've sent it"). shown: a state or a passive ("it's on your list", "sent to Ann"), which may
# as well be a report of what was read. whole: everything is finished, no action named ("Done!").
Manner = Literal["said", "shown", "whole"]


@dataclass(frozen=True, slots=True)
class Claim:
    """`actions`: any of these would back it. `place`: on which shelf, "" when it does not say. `words`: as they stand.

    `past`: told as done before this turn ("yesterday"). `language`: two letters.
    """

    words: str
    actions: Actions
    manner: Manner
    place: str
    past: bool
    language: str
    sentence: Sentence
