"""Failures to order: each is for the next call of one kind."""

from dataclasses import dataclass
from typing import Literal

Call = Literal["messages", "upload", "media", "download", "number", "templates"]


@dataclass(frozen=True, slots=True)
class Refuse:
    """An error of Meta's, with its code."""

    code: int
    status: int = 400
    retry_after: int = 0


@dataclass(frozen=True, slots=True)
class Html:
    """A page of something in between. `taken`: Meta had done what was asked."""

    status: int
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Break:
    """The connection breaks: before anything was done, or when all of it was."""

    taken: bool


@dataclass(frozen=True, slots=True)
class Hang:
    """No answer, until the client goes."""

    taken: bool


Fault = Refuse | Html | Break | Hang
