"""The silence token: a run behind the conversation may decide to say nothing (`No_Response_Needed`). Pure.

Invariant: only the token alone is silence. "No response needed" in plain words is an answer like any other: it may be what was asked.
"""

import re

SILENCE = "No_Response_Needed"
# Models set the token in quotes, backticks, brackets or bold, and end it like a sentence.
_TOKEN = re.compile(r"(?<!\w)[\"'`*“”‘’(\[<]{0,8}No_Response_Needed[\"'`*“”‘’)\]>.!]{0,8}(?!\w)", re.IGNORECASE)


def is_silence(text: str) -> bool:
    """Whether `text` is the token and nothing else; quotes and a full stop around it don't count."""
    return _TOKEN.fullmatch(text.strip()) is not None


def without_silence(text: str) -> str:
    """What there is to say: "" for silence, and the words alone where a model wrote the token beside them."""
    spoken = _TOKEN.sub("", text)
    return "\n".join(line.rstrip() for line in spoken.splitlines()).strip()
