"""A search in Gmail's words."""

from dataclasses import replace
from datetime import date

import pytest

from app.integrations.google.mail_query import bare_id, search_words
from app.integrations.ports import MailQuery


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (MailQuery(), ""),
        (MailQuery(words="the invoice"), '"the" "invoice"'),
        (
            MailQuery(words='in:trash -x "quoted" {a} from:me'),
            '"in" "trash" "x" "quoted" "a" "from" "me"',
        ),
        (MailQuery(sender="Kofi Boateng", recipient="ana@x.example"), "from:Kofi from:Boateng to:ana to:x.example"),
        (MailQuery(sender="boateng@acme", recipient="@x.example me"), "from:boateng from:acme to:x.example"),
        (MailQuery(sender="H&M kofi+news @ &-"), 'from:H&M from:"kofi+news"'),
        (MailQuery(subject="c++17 a_b 4.5"), 'subject:"c++17" subject:a_b subject:4.5'),
        (MailQuery(words="cafe\u0301s AT&T & Joan O'Brien"), '"caf\u00e9s" "AT&T" "Joan" "O\'Brien"'),
        (MailQuery(since=date(1970, 1, 1)), ""),
        (MailQuery(subject="Déjeuner!"), "subject:Déjeuner"),
        (MailQuery(unread=True, has_files=True), "is:unread has:attachment"),
        (MailQuery(unread=False), "is:read"),
        (MailQuery(message_id="<a b@c> in:trash"), "rfc822msgid:ab@cin:trash"),
        (MailQuery(folder="Archive"), "-in:inbox -in:sent -in:drafts -in:trash -in:spam -in:chats"),
        (MailQuery(folder="trash"), ""),
        (MailQuery(subject="OR -in:trash {x}", sender="--"), "subject:OR subject:in subject:trash subject:x"),
    ],
)
def test_no_operator_can_be_smuggled_in(query: MailQuery, words: str) -> None:
    assert search_words(query) == words


def test_days_are_given_in_seconds_of_the_users_zone() -> None:
    query = MailQuery(since=date(2026, 3, 29), until=date(2026, 3, 29))  # of 23 hours, in Paris
    assert search_words(replace(query, zone="Europe/Paris")) == "after:1774738799 before:1774821600"
    assert search_words(query) == "after:1774742399 before:1774828800"


def test_an_id_is_one_word_and_of_a_length() -> None:
    assert bare_id('<x"y@z>') == "xy@z"
    assert len(bare_id("x" * 9_000)) == 500
