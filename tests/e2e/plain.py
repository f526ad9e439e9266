"""What a user may read when something went wrong: words, and nothing of the machine."""

import re

_BANNED_OPENERS = (
    "I'm sorry",
    "Unfortunately",
    "I apologise",
    "I apologize",
    "I wasn't able to",
    "I'm afraid",
    "Sorry",
)
_MACHINE = {
    "a trace": r"Traceback|File \"|line \d+, in ",
    "a class of exceptions": r"\b[A-Z][A-Za-z]*(?:Error|Exception|Warning|Timeout|Interrupt|Exceeded)\b",
    "a type": r"\b(?:timedelta|NoneType|ValidationInfo|coroutine)\b|<[a-z_.]+ object at|<class ",
    "a library": r"\b(?:sqlite3?\.|asyncpg|aiosqlite|pydantic|httpx|openai\.|uvicorn|starlette)",
    "a code": r"\bE(?:ACCES|CONN[A-Z]+|EXIST|FBIG|INVAL|IO|NOENT|NOSPC|PERM|PIPE|ROFS)\b|\b[Ee]rrno\b|status_code|\bHTTP [45]\d\d\b|\bSQLITE_",
    "raw data": r"\{\"|\{'|\[\{|\\x[0-9a-f]{2}|\x00",
}
LONGEST = 600


def assert_plain(text: str) -> None:
    """One short thing said in plain words."""
    assert text.strip(), "nothing was said"
    assert len(text) <= LONGEST, f"too long to be read: {text[:LONGEST]}…"
    assert not text.startswith(_BANNED_OPENERS), text
    for what, pattern in _MACHINE.items():
        assert not re.search(pattern, text), f"{what} reached the user: {text}"
    assert re.search(r"(?:[.!?)…”\"]|\./scripts/run)$", text.strip()), f"no sentence: {text}"
