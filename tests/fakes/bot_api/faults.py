"""Faults to order: what the next calls of a method meet instead of, or beside, their answer.

Knows nothing of the methods; the server asks it before and after each call.
"""

from dataclasses import dataclass, field
from typing import Any

BEFORE = ("refuse", "drop_before", "delay")
AFTER = ("drop_after", "refuse_after", "delay_after")


@dataclass(slots=True)
class Fault:
    """One fault for some calls. `kind` is one of BEFORE or AFTER:

    refuse        the answer is `code` (429 with `retry_after`, or the page `body` of a gateway), nothing is done
    drop_before   the connection breaks, nothing is done
    delay         `seconds` pass before anything is done
    drop_after    it is done and the connection breaks instead of the answer
    refuse_after  it is done and the answer is `code`: a gateway that lost the answer
    delay_after   it is done and `seconds` pass before the answer
    """

    kind: str
    method: str = "*"
    times: int = 1
    skip: int = 0
    code: int = 500
    description: str = ""
    body: str = ""
    retry_after: int = 0
    seconds: float = 0.0
    chat_id: int = 0

    def __post_init__(self) -> None:
        if self.kind not in BEFORE + AFTER:
            raise ValueError(f"no such fault: {self.kind}")

    def meets(self, method: str, chat_id: str) -> bool:
        """Whether it is about this call."""
        by_method = self.method == "*" or self.method.lower() == method.lower()
        return by_method and (not self.chat_id or str(self.chat_id) == chat_id)


@dataclass(slots=True)
class Faults:
    """The faults that are still to come, first ordered first."""

    ordered: list[Fault] = field(default_factory=list)
    met: list[dict[str, Any]] = field(default_factory=list)

    def take(self, method: str, chat_id: str) -> Fault | None:
        """The fault of this call, one time less of it."""
        for fault in [fault for fault in self.ordered if fault.meets(method, chat_id)]:
            if fault.skip:
                fault.skip -= 1
                continue
            fault.times -= 1
            if fault.times <= 0:
                self.ordered.remove(fault)
            self.met.append({"method": method, "kind": fault.kind})
            return fault
        return None
