"""Whether a mail is the one that is waited for."""

from datetime import UTC, datetime

import pytest

from app.errors import ToolProblem
from app.integrations.ports import ListedMail, MailKey
from app.watching.mail import fits, read

NOW = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
MAIL = ListedMail(
    MailKey("INBOX", "1:1"), "<1@x>", "Kofi Böateng", "kofi@acme.example", "Your INVOICE for March", NOW, True, 100
)


@pytest.mark.parametrize(
    ("sender", "words", "is_it"),
    [
        ("Kofi", "", True),
        ("boateng kofi", "", True),
        ("kofi@acme.example", "", True),
        ("acme.example", "", True),
        ("Esi", "", False),
        ("Kofi", "march invoice", True),
        ("Kofi", "rent", False),
        ("", "invoice", True),
    ],
)
def test_all_words_stand_in_the_name_the_address_or_the_subject(sender: str, words: str, is_it: bool) -> None:
    assert fits({"from": sender, "words": words}, MAIL) is is_it


def test_what_names_nobody_and_nothing_is_asked_back() -> None:
    with pytest.raises(ToolProblem, match="Mail from whom"):
        read("I get mail", NOW)
