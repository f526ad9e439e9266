"""A plan, its steps, and how far each step has come.

Values only: a state changes by making the next one. What is written to storage can be read back whatever was stored; what is
damaged there becomes the careful reading (pending, "send"). Knows no model, no storage and no channel.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

Effect = Literal["read", "write", "send", "delete"]
StepStatus = Literal["pending", "running", "done", "failed", "waiting", "skipped"]
EFFECTS: frozenset[str] = frozenset(get_args(Effect))
OVER: frozenset[StepStatus] = frozenset(("done", "skipped"))
_STATUSES: frozenset[str] = frozenset(get_args(StepStatus))
_GRAVEST: Effect = "send"


def effect_of(said: object) -> Effect:
    """The effect that a word names; what is none of the four counts as the gravest, so that it is shown."""
    return said if isinstance(said, str) and said in EFFECTS else _GRAVEST  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: `title` for people, `instruction` for the agent, `domain` a name or "" where words must tell. `call`: the very call
    that it is ({"tool", "arguments"}), where rules read it; its instruction then says all of it to people."""

    title: str
    instruction: str
    domain: str
    effect: Effect
    call: Mapping[str, Any] | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """What it is for and its steps in order, two at least."""

    goal: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class StepState:
    """A step and how far it has come. `output` is what it said or why it failed, `taint` what untrusted text it read."""

    step: Step
    status: StepStatus = "pending"
    output: str = ""
    taint: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do for it."""
        return self.status in OVER

    def pending(self) -> "StepState":
        """Not begun, or to be begun again."""
        return replace(self, status="pending")

    def running(self) -> "StepState":
        """Under way; what it said in an earlier attempt is gone."""
        return replace(self, status="running", output="")

    def done(self, output: str, taint: Iterable[str] = ()) -> "StepState":
        """Finished, with what it found or did."""
        return self._ended("done", output, taint)

    def failed(self, reason: str, taint: Iterable[str] = ()) -> "StepState":
        """It didn't work; it can be run again."""
        return self._ended("failed", reason, taint)

    def waiting(self, output: str, taint: Iterable[str] = ()) -> "StepState":
        """It asked for leave for a call, and goes on when that is decided."""
        return self._ended("waiting", output, taint)

    def skipped(self) -> "StepState":
        """Left out, because its user said no."""
        return replace(self, status="skipped")

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON, one flat object."""
        step = self.step
        return {
            "title": step.title,
            "instruction": step.instruction,
            "domain": step.domain,
            "effect": step.effect,
            "status": self.status,
            "output": self.output,
            "taint": list(self.taint),
            **({"call": dict(step.call)} if step.call else {}),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "StepState":
        """The state that `as_dict` wrote; never raises for a missing or odd value."""
        status, taint, call = stored.get("status"), stored.get("taint"), stored.get("call")
        return cls(
            step=Step(
                title=_text(stored, "title"),
                instruction=_text(stored, "instruction"),
                domain=_text(stored, "domain"),
                effect=effect_of(stored.get("effect")),
                call=call if isinstance(call, Mapping) and {"tool", "arguments"} <= call.keys() else None,
            ),
            status=status if isinstance(status, str) and status in _STATUSES else "pending",  # type: ignore[arg-type]
            output=_text(stored, "output"),
            taint=tuple(str(source) for source in taint) if isinstance(taint, list) else (),
        )

    def _ended(self, status: StepStatus, output: str, taint: Iterable[str]) -> "StepState":
        """What it read in an earlier attempt stays read."""
        return replace(self, status=status, output=output, taint=tuple(dict.fromkeys((*self.taint, *taint))))


def _text(stored: Mapping[str, Any], name: str) -> str:
    value = stored.get(name)
    return value if isinstance(value, str) else ""
