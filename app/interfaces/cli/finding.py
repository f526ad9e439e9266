"""One line of `doctor`: a part, how it is, and what that means."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "off", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`state`: "ok" works, "off" isn't there or wasn't tried, "broken" is to be mended."""

    part: str
    state: State
    says: str
