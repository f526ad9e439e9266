"""Issues and pull requests found by people, drafts and time, and notifications of one repository: the tools at GitHub (`emulate`) and at a Gitea of
ours beside it, both Ana's. What `emulate` passes over (`mentions`, `reviewed-by`, `review-requested`) is held to its writing in
tests/integrations/code/test_github.py."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.integrations.tokens import TokenLogin, connect_token
from app.language.saying import in_language
from tests.fakes.vendors.gitea.server import FakeGitea, fake_gitea
from tests.servers.emulate_github import ANA_TOKEN, SITE, EmulatedGitHub, emulated_github
from tests.tools.file_houses import House, house_in

GARDEN = "ana/garden"


@pytest.fixture(scope="module")
def github() -> Iterator[EmulatedGitHub]:
    with emulated_github() as running:
        asked = {"title": "Half a footer", "head": "half", "base": "main", "draft": True}
        running.proposes(SITE, "New header", files={"head.html": "new"}, branch="head")
        start = running.asks("GET", f"repos/{SITE}/git/ref/heads/main")["object"]["sha"]
        running.asks("POST", f"repos/{SITE}/git/refs", {"ref": "refs/heads/half", "sha": start})
        running.asks("POST", f"repos/{SITE}/pulls", asked)
        running.opens(SITE, "Colours", assignees=["kofi"], token=ANA_TOKEN)
        yield running


@pytest.fixture
def gitea() -> Iterator[FakeGitea]:
    with fake_gitea() as running:
        world = running.world
        world.tells(world.opens(GARDEN, "Dry beds", author="kofi", mentioned=["kofi"]))
        world.tells(world.opens("tools/spade", "Rust", author="ana"))
        world.opens(GARDEN, "Paint", author="ana", files={"a": "b"}, wanted=["kofi"])
        world.opens(GARDEN, "WIP: fence", author="ana", files={"a": "b"})
        yield running


@pytest.fixture
async def house(tmp_path: Path, github: EmulatedGitHub, gitea: FakeGitea) -> AsyncIterator[House]:
    """One a day behind both servers, whose clocks are the machine's."""
    async with house_in(tmp_path) as made:
        services = made.services
        services.clock.advance(datetime.now(UTC) + timedelta(days=1) - services.clock.now())  # type: ignore[attr-defined]
        for login in (
            TokenLogin("github", SecretStr(ANA_TOKEN), url=github.url),
            TokenLogin("gitea", SecretStr("gitea-token-of-ana"), url=gitea.url),
        ):
            await connect_token(services.accounts, services.owner.id, login)
        yield made


def titles(said: str) -> set[str]:
    """What a list names."""
    return {line.split(" ", 2)[2].partition(" (")[0] for line in said.splitlines() if line.startswith("- ")}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"by": "@kofi"}, {"New header", "Half a footer", "Dry beds"}),
        ({"by": "kofi", "kind": "issue"}, {"Dry beds"}),
        ({"by": "me", "kind": "pull request"}, {"Paint", "WIP: fence"}),
        ({"assigned_to": "kofi"}, {"Colours"}),
        ({"assigned_to": "kofi", "by": "me", "whose": "mine"}, {"Colours"}),
        ({"mentions": "kofi", "repo": GARDEN, "account": "gitea"}, {"Dry beds"}),
        ({"reviewer": "kofi", "repo": GARDEN, "account": "gitea"}, {"Paint"}),
        ({"state": "draft"}, {"Half a footer", "WIP: fence"}),
        ({"state": "draft", "repo": SITE, "since": "2 days ago"}, {"Half a footer"}),
    ],
)
async def test_people_and_drafts_are_found_at_both(house: House, asked: dict[str, str], found: set[str]) -> None:
    assert titles(await house.does("search_github", **asked)) == found


async def test_what_fits_nobody_or_is_no_name_is_said(house: House) -> None:
    none = await house.does("search_github", by="nobody-here", state="closed")
    assert none == "I find none that fits, with nobody-here."
    assert in_language(none, "fr") == "Je n'en trouve aucun qui corresponde, avec nobody-here."
    no_name = await house.does("search_github", by="Kofi Boateng")
    assert "“Kofi Boateng” is no name at a code host" in no_name
    assert in_language(no_name, "fr").startswith("« Kofi Boateng » n'est pas un nom d'utilisateur là-bas.")
    assert "“review” says that already" in await house.does("search_github", whose="review", reviewer="kofi")
    assert titles(await house.does("search_github", by="kofi", since="today")) == set()


async def test_what_one_host_cant_search_is_said_beside_what_the_other_has(house: House) -> None:
    both = await house.does("search_github", reviewed_by="kofi", state="")
    assert "can't be searched for what others have reviewed" in both
    assert "Half a footer" in both  # which `emulate` gives whatever is asked of reviews
    alone = await house.does("search_github", reviewer="kofi", account="gitea")
    assert alone.endswith("only for what you are. Name a repository, and I look there.")
    assert in_language(alone, "fr").endswith("ce qui te concerne. Nomme un dépôt, et j'y regarde.")


async def test_notifications_of_one_repository(house: House) -> None:
    assert titles(await house.does("github_notifications", account="gitea")) == {"Dry beds", "Rust"}
    assert titles(await house.does("github_notifications", account="gitea", repo="spade")) == {"Rust"}
    assert "I find no repository “nowhere”" in await house.does("github_notifications", account="gitea", repo="nowhere")
