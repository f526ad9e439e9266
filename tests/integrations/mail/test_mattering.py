"""Whether a mail wants something of its reader."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.integrations.mail.mattering import why
from app.integrations.mail.mime import read_letter

NOW = datetime(2027, 3, 10, 9, 30, tzinfo=ZoneInfo("Africa/Accra"))  # a Wednesday
OWN = {"ana@a.org"}


def _why(body: str, head: str = "From: kofi@b.org\r\nTo: ana@a.org") -> str:
    return why(read_letter(f"{head}\r\nSubject: x\r\n\r\n{body}\r\n".encode()), OWN, NOW)


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("Can you send me the figures?", "asks you something"),
        ("Please pay by Friday.", "names Friday"),
        ("Can you pay by Friday?", "asks you something, and names Friday"),
        ("Thanks for lunch.", "written to you alone"),
        ("We met last Friday.", "written to you alone"),
    ],
)
def test_what_is_written_to_somebody_matters(body: str, wanted: str) -> None:
    assert _why(body) == wanted


@pytest.mark.parametrize(
    "head",
    [
        "From: kofi@b.org\r\nTo: list@b.org",
        "From: kofi@b.org\r\nTo: ana@a.org\r\nList-Unsubscribe: <https://b.org/u>",
        "From: kofi@b.org\r\nTo: ana@a.org\r\nAuto-Submitted: auto-generated",
        "From: noreply@shop.example\r\nTo: ana@a.org",
        "From: Ana <ana@a.org>\r\nTo: ana@a.org",
        "From: kofi@b.org\r\nTo: ana@a.org, b@b.org, c@b.org, d@b.org",
    ],
)
def test_what_is_sent_to_many_or_by_programs_does_not(head: str) -> None:
    assert _why("Can you come on Friday?", head) == ""
