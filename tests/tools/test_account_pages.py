"""The page of an issue, a pull request or a ticket is read with the account that it is of; any other from outside."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.integrations.tokens import TokenLogin, connect_token
from app.tools.account_pages import may_be_of_account
from tests.house import calls, done_calls, open_house, says, scripted, settings_in, tell
from tests.servers.emulate_github import ANA_TOKEN, SITE, EmulatedGitHub, emulated_github


@pytest.fixture(scope="module")
def github() -> Iterator[EmulatedGitHub]:
    with emulated_github() as running:
        yield running


class Asked:
    """A model that opens one address and says what it was shown."""

    url = ""

    def __call__(self, messages):  # noqa: ANN001, ANN204 - a scripted model's
        if not done_calls(messages):
            return calls("summarize_url", url=self.url)
        return says(str(messages[-1].parts[0].content))


@pytest.fixture
async def house(tmp_path: Path, github: EmulatedGitHub) -> AsyncIterator[tuple[Services, Asked]]:
    asked = Asked()
    settings = settings_in(tmp_path, time_zone="UTC", web_access=True)
    async with open_house(tmp_path, settings=settings, model=scripted(asked)) as services:
        login = TokenLogin("github", SecretStr(ANA_TOKEN), url=github.url)
        await connect_token(services.accounts, services.owner.id, login)
        yield services, asked


async def opened(house: tuple[Services, Asked], url: str) -> str:
    services, asked = house
    asked.url = url
    reply = await tell(services, f"summarise {url}")
    return as_one_text(reply.text, reply.cards)


async def test_a_pull_requests_page_is_read_with_the_account(
    house: tuple[Services, Asked], github: EmulatedGitHub
) -> None:
    number = github.proposes(SITE, "Faster header", files={"head.html": "fast"}, branch="fast", text="It was slow.")
    told = await opened(house, f"{github.url}/{SITE}/pull/{number}/files#diff-1")
    assert f"{SITE}#{number}: Faster header" in told
    assert "It was slow." in told
    [turn] = await house[0].store.turns.recent(house[0].owner.id, 1)
    assert any("acme" in source or SITE in source for source in turn.taint)


@pytest.mark.parametrize("path", ["{site}/wiki", "{site}/pull/x", "other"])
async def test_any_other_page_of_that_site_is_a_page(
    house: tuple[Services, Asked], github: EmulatedGitHub, path: str
) -> None:
    told = await opened(house, f"{github.url}/{path.format(site=SITE)}")
    assert f"{SITE}#" not in told


async def test_the_same_path_on_another_site_is_not_read_with_the_account(
    house: tuple[Services, Asked], github: EmulatedGitHub
) -> None:
    github.proposes(SITE, "Secret plans", files={"a.txt": "b"}, branch="plans", text="Not for you.")
    told = await opened(house, f"http://127.0.0.1:9/{SITE}/pull/1")
    assert "Secret plans" not in told
    assert "Not for you" not in told


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://github.com/acme/site/pull/12", True),
        ("https://gitea.example.org/acme/site/issues/3#issuecomment-1", True),
        ("https://example.atlassian.net/browse/PAY-12?focusedCommentId=1", True),
        ("https://example.org/news/12", False),
        ("github.com/acme/site", False),
        ("", False),
        ("https://" + "a/" * 5_000, False),
    ],
)
def test_addresses_of_things_are_known_by_their_shape(url: str, is_one: bool) -> None:
    assert may_be_of_account(url) is is_one
