"""Which mails are asked for, in Graph's words."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.microsoft.mail_query import asked, conversation_filter, fits, ids_filter, plain
from app.integrations.ports import MailQuery
from tests.fakes.vendors.graph.odata import parsed, searched


def test_fields_are_filtered_in_the_order_they_are_sorted_by() -> None:
    found = asked(MailQuery(since=date(2026, 11, 26), until=date(2026, 11, 27), unread=True, has_files=True))
    assert found["$orderby"] == "receivedDateTime desc"
    assert found["$filter"] == (
        "receivedDateTime ge 2026-11-26T00:00:00Z and receivedDateTime lt 2026-11-28T00:00:00Z and isRead eq false"
        " and hasAttachments eq true"
    )


def test_words_are_searched_one_by_one_and_are_never_operators() -> None:
    found = asked(MailQuery(words='rent OR "flat" NOT -x', sender="Ama from:me", since=date(2026, 11, 26)))
    assert "$filter" not in found
    assert (
        found["$search"]
        == '"rent AND or AND flat AND not AND x AND from:ama AND from:from AND from:me AND received>=2026-11-25"'
    )


@given(st.builds(MailQuery, words=st.text(max_size=40), sender=st.text(max_size=40), subject=st.text(max_size=40)))
def test_whatever_is_looked_for_is_a_search_or_a_filter_that_can_be_read(query: MailQuery) -> None:
    found = asked(query)
    assert ("$search" in found) != ("$filter" in found)
    if "$search" in found:
        assert {name for name, _, _ in searched(str(found["$search"]))} <= {"", "from", "subject"}
    else:
        parsed(str(found["$filter"]))


@given(st.text(max_size=60), st.text(max_size=60))
def test_an_id_is_never_more_than_an_id(message_id: str, conversation: str) -> None:
    if message_id.strip():
        assert parsed(ids_filter((message_id,)))[1] == ["internetMessageId"]
    assert parsed(conversation_filter(conversation))[1] == ["receivedDateTime", "conversationId"]


def test_only_the_last_of_many_ids_are_asked_for() -> None:
    assert ids_filter([f"<{number}@x>" for number in range(40)]).count("internetMessageId") == 12


@pytest.mark.parametrize(
    ("query", "does"),
    [
        (MailQuery(sender="rene"), True),
        (MailQuery(sender="RENÉ muller"), True),
        (MailQuery(sender="muller@x"), False),
        (MailQuery(sender="kofi"), False),
        (MailQuery(recipient="ana"), True),
        (MailQuery(recipient="boss"), True),
        (MailQuery(recipient="ana boss"), False),
        (MailQuery(subject="o'hara plan"), True),
        (MailQuery(subject="plans"), False),
        (MailQuery(since=date(2026, 11, 26), until=date(2026, 11, 26)), True),
        (MailQuery(since=date(2026, 11, 27), until=date(2026, 11, 27)), False),
        (MailQuery(since=date(2026, 11, 27), until=date(2026, 11, 27), zone="Pacific/Kiritimati"), True),
        (MailQuery(since=date(2026, 11, 29)), False),
        (MailQuery(until=date(2026, 11, 24)), False),
        (MailQuery(since=date.min, until=date.max), True),
    ],
)
def test_what_came_is_looked_at_again(query: MailQuery, does: bool) -> None:
    item = {
        "subject": "Plan for O’Hara / O'Hara",
        "from": {"emailAddress": {"name": "René Müller", "address": "rm@example.com"}},
        "toRecipients": [{"emailAddress": {"name": "Ana", "address": "a@example.org"}}],
        "bccRecipients": [{"emailAddress": {"address": "boss@example.org"}}],
        "receivedDateTime": "2026-11-26T23:00:00Z",
    }
    assert fits(item, query) == does


def test_a_mail_without_a_time_is_of_no_day() -> None:
    assert fits({}, MailQuery())
    assert not fits({}, MailQuery(since=date(2026, 1, 1)))
    assert plain("ÉCOLE") == "ecole"
