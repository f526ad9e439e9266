"""What an answer of ours says of itself, beside its words: that it offers to remember something, understood nothing, or can't do it. Data only.

It travels with the response, so that nobody compares sentences to find out.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal[
    "", "offered", "unread", "beyond", "unfound"
]  # "beyond": understood, and nothing that can be done without a language model; "unfound": a question to which nothing that was told is an answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """`sentence` is the part of the answer that says it, word for word. `english` is the whole answer before it was put into `language`:
    what is said next is read against that, and `pending`, what the question in it is about, as data.
    """

    kind: Kind = ""
    sentence: str = ""
    language: str = "en"
    english: str = ""
    pending: dict[str, Any] | None = None

    def details(self) -> dict[str, Any]:
        """As it stands in a response."""
        return asdict(self)


NOTHING = Verdict()
