"""What a tool can do to the world, declared by the tool and read by the gate.

Every tool carries one Risk in its metadata; a tool without one is refused by the gate and fails the tests. Rows here are
the common kinds, so that a domain file names one instead of five flags.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from app.deps import AgentDeps
    from app.gate.outcome import Done

METADATA_KEY = "risk"  # a Risk
WEIGH_KEY = "weigh"  # async (deps, arguments) -> the Risk of this very call, never more than the tool's own
PREPARE_KEY = "prepare"  # async (deps, arguments) -> (arguments pinned to what they mean now, the card's sentence)
LOOK_KEY = "look"  # a Look
# What became of an outside call that broke off, begun at that moment, as its vendor tells: what it came to, or None where it isn't there.
# Raises AssistantError where that can't be told.
Look = Callable[["AgentDeps", dict[str, Any], "datetime"], Awaitable["Done | None"]]


@dataclass(frozen=True, slots=True)
class Risk:
    """side_effect: changes something. egress: sends something out. reads_private: returns the user's own data.
    reads_untrusted: returns text other people wrote. reversible: can be taken back, so it need not ask.
    local: all it changes is our own database, so the change and its ledger row commit together.
    starts: what it is told begins a turn or a model's work, now beside this turn or later, so a stranger's words in it would act.
    adds: all it does is keep something more; what was there stays as it is."""

    side_effect: bool = False
    egress: bool = False
    reads_private: bool = False
    reads_untrusted: bool = False
    reversible: bool = False
    local: bool = True
    starts: bool = False
    adds: bool = False

    def metadata(self) -> dict[str, Any]:
        """The form a tool definition carries; never sent to a model."""
        return {METADATA_KEY: self}


PURE = Risk()
READS = Risk(reads_private=True)
ADDS = Risk(side_effect=True, reversible=True, adds=True)
WRITES = Risk(side_effect=True, reversible=True)
SCHEDULES = Risk(side_effect=True, reversible=True, starts=True)
DELEGATES = Risk(reads_private=True, starts=True)
DESTROYS = Risk(side_effect=True, reversible=False)
