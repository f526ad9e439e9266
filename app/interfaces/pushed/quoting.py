"""What a message replies to, as a line in front of its words. `conversation/quotes.py` reads it back."""

from app.prompts.turn import REPLYING

LONGEST = 1_000  # characters


def quoted(words: str, longest: int = LONGEST, *, head: str = REPLYING, newest: bool = False) -> str:
    """The line for these words, on one line within its quotation marks; "" where there are none. `head` says what they are; `newest`:
    their end is kept, not their beginning, where they are too long."""
    line = " ".join(words.split()).replace("“", '"').replace("”", '"')
    if not line:
        return ""
    if len(line) > longest:
        line = f"…{line[-longest + 1 :].lstrip()}" if newest else f"{line[: longest - 1].rstrip()}…"
    return f"({head}: “{line}”)\n"
