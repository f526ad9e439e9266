"""What somebody wrote or shared on a team's Slack, where and since when: the tools over `emulate`, which has no search; what that answers comes from the
front before it, whose rows are written as Slack's description of `search.messages` has them."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.integrations.tokens import TokenLogin, connect_token
from app.language.saying import in_language
from tests.servers.emulate_slack import ANA_TOKEN, BEN_TOKEN, EmulatedSlack, emulated_slack
from tests.servers.slack_front import Fault, SlackFront, says_no, slack_front
from tests.tools.file_houses import House, house_in

NO_SEARCH = says_no("not_allowed_token_type")


@pytest.fixture(scope="module")
def slack() -> Iterator[EmulatedSlack]:
    """One for this file, with what Ben and Ana wrote and shared in the garden."""
    with emulated_slack() as running:
        running.says(running.channel, token=BEN_TOKEN, text="The hose leaks")
        running.says(running.channel, token=ANA_TOKEN, text="Which hose?")
        running.says(running.channel, token=BEN_TOKEN, text="The green one")
        running.sends(running.channel, "seeds.txt", b"Beans", "the list", token=BEN_TOKEN)
        running.sends(running.channel, "plan.txt", b"Beds", "the plan", token=ANA_TOKEN)
        yield running


@pytest.fixture
def front(slack: EmulatedSlack) -> Iterator[SlackFront]:
    with slack_front(slack.url) as running:
        yield running


@pytest.fixture
async def house(tmp_path: Path, front: SlackFront) -> AsyncIterator[House]:
    """Ana's, on the servers' own day."""
    async with house_in(tmp_path) as made:
        services = made.services
        services.clock.advance(datetime.now(UTC) - services.clock.now())  # type: ignore[attr-defined]
        login = TokenLogin("slack", SecretStr(ANA_TOKEN), url=front.api)
        await connect_token(services.accounts, services.owner.id, login)
        yield made


def answer(*rows: dict[str, Any]) -> Fault:
    """What a search finds."""
    return Fault(status=200, body=json.dumps({"ok": True, "messages": {"matches": rows, "total": len(rows)}}))


def row(slack: EmulatedSlack, user: str, text: str, at: datetime, channel: str = "") -> dict[str, Any]:
    """A message as a search gives it."""
    where = {"id": channel or slack.channel, "name": "garden"}
    return {"ts": f"{at.timestamp():.6f}", "user": user, "text": text, "channel": where, "permalink": "https://x"}


async def test_a_search_is_asked_with_slacks_modifiers_and_what_doesnt_fit_is_left_out(
    house: House, slack: EmulatedSlack, front: SlackFront
) -> None:
    now = datetime.now(UTC)
    day = timedelta(days=1)
    front.fails(
        "search.messages",
        answer(
            row(slack, slack.ben, "The hose leaks", now),
            row(slack, slack.ana, "Which hose?", now),
            row(slack, slack.ben, "A hose elsewhere", now, "C999"),
            row(slack, slack.ben, "An old hose", now - 3 * day),
        ),
    )
    said = await house.does("slack_search", words="hose", sender="ben", channel="#garden", since="yesterday")
    assert "The hose leaks" in said
    assert len(said.splitlines()) == 1
    [asked] = front.of("search.messages")
    assert asked["query"] == f"hose from:<@{slack.ben}> in:garden after:{now - 3 * day:%Y-%m-%d}"


@pytest.mark.parametrize(
    ("asked", "query"),
    [
        ({"sender": "me"}, "from:<@{ana}>"),
        ({"sender": "Ben"}, "from:<@{ben}>"),
        ({"words": "hose", "channel": "@ben"}, "hose in:@ben"),
        ({"words": "hose"}, "hose"),
    ],
)
async def test_people_are_resolved_for_a_search(
    house: House, slack: EmulatedSlack, front: SlackFront, asked: dict[str, str], query: str
) -> None:
    front.fails("search.messages", answer())
    said = await house.does("slack_search", **asked)
    assert said == ("Nothing on Slack has these words." if query == "hose" else "Nothing on Slack fits that.")
    assert in_language(said, "fr").startswith("Rien sur Slack ")
    assert front.of("search.messages")[0]["query"] == query.format(ana=slack.ana, ben=slack.ben)


async def test_where_an_app_may_not_search_a_channel_is_looked_through(house: House, front: SlackFront) -> None:
    front.fails("search.messages", *[NO_SEARCH] * 4)
    said = await house.does("slack_search", words="hose", channel="garden", sender="ben")
    assert ["The hose leaks" in said, "Which hose?" in said, "green" in said] == [True, False, False]
    newest_first = (await house.does("slack_search", channel="garden", since="today")).splitlines()
    wrote = [line for line in newest_first if "hose" in line or "green" in line]
    assert ["green" in wrote[0], "Which" in wrote[1], "leaks" in wrote[2]] == [True] * 3
    assert await house.does("slack_search", channel="garden", words="parsnips") == "Nothing on Slack fits that."
    refused = await house.does("slack_search", sender="ben")
    assert refused.startswith("An app's token can't search at Slack, only one of your own can.")
    assert in_language(refused, "fr").startswith("Le jeton d'une application ne peut pas chercher sur Slack")


async def test_what_is_unclear_is_asked(house: House) -> None:
    nobody = await house.does("slack_search", sender="zoe")
    assert nobody == "I find nobody called “zoe” on Slack."
    which = await house.does("slack_search", sender="a")
    assert "Which one? " in which
    assert "@ana (" in which
    nothing = await house.does("slack_search")
    assert "What should I look for on Slack" in nothing
    assert in_language(nothing, "fr").startswith("Que dois-je chercher sur Slack")


async def test_files_are_found_by_who_shared_them_and_since_when(house: House, slack: EmulatedSlack) -> None:
    assert "seeds.txt" in (bens := await house.does("slack_files", sender="ben"))
    assert "plan.txt" not in bens
    assert "plan.txt" in (mine := await house.does("slack_files", sender="me", channel="garden", since="today"))
    assert "seeds.txt" not in mine
    house.services.clock.advance(timedelta(days=2))  # type: ignore[attr-defined]
    assert await house.does("slack_files", sender="ben", since="today") == "I find no such file on Slack."
    assert "seeds.txt" in await house.does("slack_files", sender="ben", since="last week")
