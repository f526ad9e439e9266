"""What every code host does as the port says: GitHub over `emulate` (which has no diffs), Gitea over a fake of ours."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.errors import ChangedElsewhere, NotFound, ToolProblem
from app.integrations.code import gitea, github
from app.integrations.code.port import ME, CodeHost, ItemChange, ItemQuery
from tests.fakes.vendors.gitea.server import fake_gitea
from tests.integrations.account import access
from tests.servers.emulate_github import ANA_TOKEN, SITE, emulated_github


@dataclass(frozen=True, slots=True)
class Stage:
    """One host with a repository of Ana's; `opens` (title, text) and `proposes` (title) are what Kofi does there, each giving the number."""

    open: Callable[[], AbstractAsyncContextManager[CodeHost]]
    repo: str
    opens: Callable[[str, str], int]
    proposes: Callable[[str], int]


@pytest.fixture(scope="module")
def at_github() -> Iterator[Stage]:
    with emulated_github() as server:
        count = iter(range(1, 100))

        def proposes(title: str) -> int:
            number = next(count)
            return server.proposes(SITE, title, files={f"new{number}.html": "x"}, branch=f"b{number}")

        kept = access("github", server.url, ANA_TOKEN)
        yield Stage(lambda: github.opened(kept), SITE, lambda title, text: server.opens(SITE, title, text), proposes)


@pytest.fixture(scope="module")
def at_gitea() -> Iterator[Stage]:
    with fake_gitea() as server:
        repo, world = "ana/garden", server.world
        kept = access("gitea", f"{server.url}/api/v1", "gitea-token-of-ana")
        yield Stage(
            lambda: gitea.opened(kept),
            repo,
            lambda title, text: world.opens(repo, title, text).number,
            lambda title: world.opens(repo, title, files={"new.html": "x"}).number,
        )


@pytest.fixture(params=["at_github", "at_gitea"])
def stage(request: pytest.FixtureRequest) -> Stage:
    return request.getfixturevalue(request.param)


@pytest.fixture
async def host(stage: Stage) -> AsyncIterator[CodeHost]:
    async with stage.open() as opened:
        yield opened


async def test_whose_it_is_and_which_repositories_they_have(stage: Stage, host: CodeHost) -> None:
    me = await host.me()
    assert (me.handle, me.name) == ("ana", "Ana Mensah")
    assert stage.repo in [one.name for one in await host.repositories("", 50)]
    assert [one.name for one in await host.repositories(stage.repo.partition("/")[2], 50)] == [stage.repo]
    with pytest.raises(NotFound):
        await host.repository("ana/nothing")


async def test_an_issue_is_opened_found_changed_and_read(stage: Stage, host: CodeHost) -> None:
    began = datetime.now(UTC) - timedelta(minutes=1)
    made = await host.create(stage.repo, "The gate squeaks", "All night.", labels=["bug"], assign=[ME])
    assert (made.repo, made.kind, made.state, made.author) == (stage.repo, "issue", "open", "ana")
    assert (made.labels, made.assignees) == (("bug",), ("ana",))
    for query in (
        ItemQuery(repo=stage.repo, kind="issue", author=ME, since=began),
        ItemQuery(assignee=ME, state="open"),
        ItemQuery(words="squeaks"),
        ItemQuery(label="bug", state="open", repo=stage.repo),
        ItemQuery(author="ana", assignee="@ana", kind="issue", words="squeaks"),
    ):
        assert made.name in [one.name for one in await host.items(query, 50)], query
    for query in (
        ItemQuery(kind="pull request", author=ME),
        ItemQuery(author="kofi", words="squeaks"),
        ItemQuery(assignee="kofi", repo=stage.repo),
        ItemQuery(repo=stage.repo, since=made.updated_at + timedelta(seconds=1)),
        ItemQuery(repo=stage.repo, state="draft"),
    ):
        assert made.name not in [one.name for one in await host.items(query, 50)], query
    change = ItemChange(is_open=False, remove_labels=("bug",), unassign=(ME,))
    for _ in range(2):  # made twice it is the same
        after = await host.change(stage.repo, made.number, change)
        assert (after.state, after.labels, after.assignees) == ("closed", (), ())
    whole = await host.item(stage.repo, made.number)
    assert (whole.item.state, whole.text, whole.head) == ("closed", "All night.", "")


async def test_a_comment_is_written_read_and_deleted(stage: Stage, host: CodeHost) -> None:
    number = stage.opens("The beds", "Are dry.")
    kept = await host.comment(stage.repo, number, "Watered.")
    gone = await host.comment(stage.repo, number, "Wattered.")
    assert kept.id
    assert kept.url.startswith("http")
    await host.delete_comment(stage.repo, gone.id)
    assert [(one.author, one.text) for one in (await host.item(stage.repo, number)).remarks] == [("ana", "Watered.")]
    with pytest.raises(NotFound):
        await host.delete_comment(stage.repo, gone.id)


async def test_a_pull_request_is_read_reviewed_and_merged_as_it_stood(stage: Stage, host: CodeHost) -> None:
    number = stage.proposes("Paint the gate")
    whole = await host.item(stage.repo, number)
    assert (whole.item.kind, whole.item.state, whole.base) == ("pull request", "open", "main")
    assert len(whole.head) == 40
    await host.review(stage.repo, number, "approve", "Nice")
    [review] = (await host.item(stage.repo, number)).remarks
    assert (review.author, review.verdict, review.text) == ("ana", "approved", "Nice")
    with pytest.raises((ChangedElsewhere, ToolProblem)):
        await host.merge(stage.repo, number, head="0" * 40, method="squash")
    assert await host.merge(stage.repo, number, head=whole.head, method="squash")
    assert (await host.item(stage.repo, number)).item.state == "merged"
    merged = await host.items(ItemQuery(repo=stage.repo, state="merged"), 50)
    assert number in [one.number for one in merged]
    assert number in [one.number for one in await host.items(ItemQuery(repo=stage.repo, state="closed"), 50)]


@pytest.mark.parametrize(
    "ask",
    [
        lambda host, repo: host.item(repo, 99_999),
        lambda host, repo: host.changes(repo, 99_999),
        lambda host, repo: host.change(repo, 99_999, ItemChange(is_open=False)),
        lambda host, _: host.item("ana/nothing", 1),
        lambda host, _: host.releases("../user", 1),
    ],
    ids=["item", "changes", "change", "repository", "no name"],
)
async def test_what_is_not_there_is_not_found(stage: Stage, host: CodeHost, ask: Any) -> None:
    with pytest.raises(NotFound):
        await ask(host, stage.repo)


async def test_a_search_of_a_repository_that_is_not_there_finds_nothing(host: CodeHost) -> None:
    assert list(await host.items(ItemQuery(repo="nobody/nothing", author=ME), 5)) == []
