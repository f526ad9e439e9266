"""Tickets as the condition of an alert: which words mean them, and what is told of what is there; the tracker is a stand-in of ours that answers what a test says."""

from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.errors import AccountAway, ToolProblem
from app.integrations.ports import Remark
from app.integrations.tracker.port import Ticket, TicketQuery, Whole
from app.integrations.tracker_feed import TrackerFeed
from app.watching import tickets
from app.watching.reading import source_of

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
TICKET = Ticket(
    key="BEAN-3",
    title="Water “now”",
    kind="Task",
    status="In Review",
    stage="in progress",
    updated_at=NOON + timedelta(hours=1),
    created_at=NOON - timedelta(days=3),
    url="https://jira.example.org/browse/BEAN-3",
)


@dataclass
class Tracker:
    """Answers with one ticket, or fails."""

    whole: Whole
    fails: Exception | None = None
    asked: list[TicketQuery] = field(default_factory=list[TicketQuery])

    async def ticket(self, key: str) -> Whole:
        assert key == "BEAN-3"
        if self.fails:
            raise self.fails
        return self.whole

    async def tickets(self, query: TicketQuery, limit: int) -> list[Ticket]:
        self.asked.append(query)
        return [self.whole.ticket]


@dataclass
class AccountsOf:
    """One account with that tracker."""

    tracker: Tracker

    async def every(self, user_id: str, port: str) -> list[Any]:
        assert (user_id, port) == ("ana", "issues")
        return ["an account"]

    @asynccontextmanager
    async def issue_tracker(self, account: Any) -> Any:
        yield self.tracker


@dataclass
class Rule:
    condition: dict[str, Any]
    updated_at: datetime = NOON


@dataclass
class User:
    id: str = "ana"


@dataclass
class Looked:
    rule: Rule
    accounts: AccountsOf | None
    user: User = field(default_factory=User)


def look(words: str, whole: Whole, **more: Any) -> Any:
    return Looked(Rule(tickets.read(words, NOON)), AccountsOf(Tracker(whole, **more)))


@pytest.mark.parametrize(
    ("words", "source"),
    [
        ("BEAN-3 moves", "tickets"),
        ("BEAN-3 is done", "tickets"),
        ("someone comments on BEAN-3", "tickets"),
        ("a ticket is assigned to me", "tickets"),
        ("ana/site#3 is merged", "code"),
        ("the build of site fails", "code"),
        ("it rains tomorrow", "weather"),
        ("mail from Ama about the tickets", "mail"),
    ],
)
def test_words_say_what_is_watched(words: str, source: str) -> None:
    assert source_of(words) == source


def test_a_condition_is_said_as_it_was_meant() -> None:
    assert tickets.say(tickets.read("BEAN-3 moves", NOON)) == "BEAN-3 moves"
    assert tickets.say(tickets.read("bean-3 is done", NOON)) == "BEAN-3 is done"
    assert tickets.say(tickets.read("a ticket is assigned to me", NOON)) == "a ticket is assigned to you"
    with pytest.raises(ToolProblem, match="What of which ticket"):
        tickets.read("the moon moves", NOON)


async def test_what_moved_since_the_rule_is_told_with_its_project_and_what_was_so_before_is_not() -> None:
    [found] = await tickets.find(look("BEAN-3 moves", Whole(TICKET, "")))
    assert found.text == "ticket BEAN-3 “Water 'now'” is “In Review” now, https://jira.example.org/browse/BEAN-3"
    assert found.taint == ("project BEAN at jira.example.org",)
    old = replace(TICKET, updated_at=NOON - timedelta(minutes=1))
    assert await tickets.find(look("BEAN-3 moves", Whole(old, ""))) == []
    assert await tickets.find(look("BEAN-3 is done", Whole(TICKET, ""))) == []
    done = replace(TICKET, status="Closed", stage="done")
    assert len(await tickets.find(look("BEAN-3 is done", Whole(done, "")))) == 1


async def test_a_comment_is_told_by_who_wrote_it() -> None:
    new = Remark("Kofi", NOON + timedelta(minutes=5), "Done?", author_id="k")
    old = Remark("Esi", NOON - timedelta(days=1), "Hm", author_id="e")
    [found] = await tickets.find(look("someone comments on BEAN-3", Whole(TICKET, "", remarks=(old, new))))
    assert "has a comment by “Kofi”" in found.text
    assert await tickets.find(look("someone comments on BEAN-3", Whole(TICKET, "", remarks=(old,)))) == []


async def test_a_ticket_that_becomes_mine_is_told_once_however_often_it_changes() -> None:
    first = look("a ticket is assigned to me", Whole(TICKET, ""))
    later = look("a ticket is assigned to me", Whole(replace(TICKET, updated_at=NOON + timedelta(hours=5)), ""))
    assert [one.key for one in await tickets.find(first)] == [one.key for one in await tickets.find(later)]
    assert first.accounts.tracker.asked == [TicketQuery(whose="mine", status="open", since=NOON)]


async def test_a_tracker_that_is_away_finds_nothing_and_nobody_connected_neither() -> None:
    assert await tickets.find(look("BEAN-3 moves", Whole(TICKET, ""), fails=AccountAway("away"))) == []
    assert await tickets.find(Looked(Rule({"what": "item", "item": "BEAN-3", "on": "moves"}), None)) == ()  # type: ignore[arg-type]


async def test_a_briefing_has_open_tickets_with_those_due_first() -> None:
    due = replace(TICKET, due=datetime(2026, 5, 6, tzinfo=UTC).date())
    [task] = await TrackerFeed(AccountsOf(Tracker(Whole(due, "")))).waiting("ana")  # type: ignore[arg-type]
    assert (task.name, task.why, task.source) == (
        "BEAN-3",
        "In Review, due Wednesday 6 May",
        "project BEAN at jira.example.org",
    )
