"""The part of a text that rules look at: so many characters, and no endless run of spaces in them.

Every room that reads words begins here or with a bound of its own (decision 23). An expression tries each way to divide a run of spaces
between its parts, so what is harmless for eight of them is not for eight hundred. Words and their order stay as they were written.
"""

import re

LONGEST_RUN = 8  # of white space; nobody means anything by more
_RUN = re.compile(rf"(\s{{{LONGEST_RUN}}})\s+")


def excerpt(text: str, most: int) -> str:
    """The first `most` characters, cut between two words where there is a gap near the end, with long runs of white space shortened."""
    return _RUN.sub(r"\1", text if len(text) <= most else _head(text, most))


def _head(text: str, most: int) -> str:
    gap = max(text.rfind(" ", most * 3 // 4, most), text.rfind("\n", most * 3 // 4, most))
    return text[: gap if gap > 0 else most]
