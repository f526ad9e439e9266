"""GitHub's REST API as no stand-in of others plays it: notifications, entity tags, limits, lies. A server of ours, its rows held to GitHub's own description."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from app.errors import AccountAway, AccountClosed, AccountError, NotFound, ToolProblem
from app.integrations.access import Access
from app.integrations.code.github import opened
from app.integrations.code.port import ItemQuery
from tests.fakes.vendors.github import example, faults
from tests.integrations import account
from tests.integrations.account import NOON
from tests.servers.json_server import JsonServer, Question, Status, json_server

_RUNS = "/repos/ana/site/actions/runs"


def access(url: str) -> Access:
    return account.access("github", url, "ghp_secret", handle="ana")


def thread(**changes: Any) -> dict[str, Any]:
    """A notification as GitHub describes one."""
    row = {**example("thread"), "updated_at": "2026-05-04T11:00:00Z", "unread": True, **changes}
    assert faults("thread", row) == []
    return row


def run(number: int, conclusion: str | None, status: str = "completed") -> dict[str, Any]:
    """A run of a workflow as GitHub describes one."""
    row = {
        **example("workflow-run"),
        "id": number,
        "name": "tests",
        "status": status,
        "conclusion": conclusion,
        "head_branch": "main",
        "updated_at": "2026-05-04T11:30:00Z",
    }
    assert faults("workflow-run", row) == []
    return row


@pytest.fixture
def asked() -> list[Question]:
    return []


@pytest.fixture
def server(asked: list[Question]) -> Iterator[JsonServer]:
    """A GitHub with notifications and runs, which sends tags."""

    def tagged(answer: Callable[[], object]) -> Callable[[Question], object]:
        def answers(question: Question) -> object:
            asked.append(question)
            if question.headers.get("if-none-match") == '"v1"':
                return Status(304)
            return Status(200, answer(), {"etag": '"v1"'})

        return answers

    subject = {
        "title": "Footer",
        "url": "https://api.github.com/repos/ana/site/pulls/7",
        "latest_comment_url": "",
        "type": "PullRequest",
    }
    repository = {**example("thread")["repository"], "full_name": "ana/site"}
    rows = [thread(subject=subject, repository=repository, reason="review_requested")]
    runs = {"total_count": 3, "workflow_runs": [run(1, "failure"), run(2, "success"), run(3, None, "in_progress")]}
    told = tagged(lambda: rows)
    served = {"/notifications": told, "/repos/ana/site/notifications": told, _RUNS: tagged(lambda: runs)}
    with json_server(served) as running:
        yield running


async def test_notifications_say_what_why_and_of_which_item(server: JsonServer) -> None:
    async with opened(access(server.url)) as github:
        [notice] = await github.notices(10)
    assert (notice.repo, notice.number, notice.title, notice.kind) == ("ana/site", 7, "Footer", "pull request")
    assert notice.reason == "your review is wanted"


async def test_notifications_of_one_repository_are_asked_of_it(server: JsonServer, asked: list[Question]) -> None:
    async with opened(access(server.url)) as github:
        assert [one.title for one in await github.notices(10, "ana/site")] == ["Footer"]
        with pytest.raises(NotFound):
            await github.notices(10, "ana/nothing")
    assert [one.path for one in asked] == ["/repos/ana/site/notifications"]


async def test_runs_are_passed_failed_or_running(server: JsonServer) -> None:
    async with opened(access(server.url)) as github:
        builds = await github.builds("ana/site", 10)
    assert [(one.name, one.state, one.branch, one.ended_at is not None) for one in builds] == [
        ("tests", "failed", "main", True),
        ("tests", "passed", "main", True),
        ("tests", "running", "main", False),
    ]


async def test_asked_again_it_is_asked_with_the_tag_and_an_unchanged_answer_is_the_one_of_before(
    server: JsonServer, asked: list[Question]
) -> None:
    account = access(server.url)
    for _ in range(3):  # each opening has connections of its own
        async with opened(account) as github:
            assert len(await github.builds("ana/site", 10)) == 3
    assert [one.headers.get("if-none-match") for one in asked] == [None, '"v1"', '"v1"']
    async with opened(access(server.url)) as another:
        await another.builds("ana/site", 10)
    assert asked[-1].headers.get("if-none-match") is None


@pytest.mark.parametrize(
    ("status", "kind", "said"),
    [
        (Status(401, {"message": "Bad credentials"}), AccountClosed, "no longer lets ana in"),
        (Status(429, {}, {"retry-after": "600"}), AccountAway, "Try again in 10 minutes"),
        (
            Status(403, {"message": "You have exceeded a secondary rate limit"}, {"retry-after": "120"}),
            AccountAway,
            "Try again in 2 minutes",
        ),
        (
            Status(
                403,
                {"message": "API rate limit exceeded"},
                {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int((NOON + timedelta(hours=1)).timestamp()))},
            ),
            AccountAway,
            "asks for fewer requests",
        ),
        (Status(403, {"message": "Resource not accessible"}), ToolProblem, "doesn't allow that for ana"),
        (Status(404, {"message": "Not Found"}), NotFound, ""),
        (Status(200, b"<html>", kind="text/html"), AccountAway, "a broken answer"),
    ],
)
async def test_each_way_to_fail_is_one_of_ours(
    server: JsonServer, status: Status, kind: type[Exception], said: str
) -> None:
    server.fault = status
    async with opened(access(server.url)) as github:
        with pytest.raises(kind, match=said or None):
            await github.builds("ana/site", 10)


async def test_a_token_that_may_not_see_notifications_is_told_which_may(server: JsonServer) -> None:
    server.fault = Status(403, {"message": "Resource not accessible by personal access token"})
    async with opened(access(server.url)) as github:
        with pytest.raises(ToolProblem, match="classic token"):
            await github.notices(5)


@pytest.mark.parametrize(
    "body",
    [[], {}, None, 7, "x", {"workflow_runs": {}}, {"workflow_runs": [None, 3, {"id": [], "name": 7, "status": {}}]}],
)
async def test_an_answer_of_another_shape_is_empty_and_never_an_exception_of_its_own(
    server: JsonServer, body: object
) -> None:
    server.fault = Status(200, body)
    async with opened(access(server.url)) as github:
        assert all(one.state for one in await github.builds("ana/site", 10))


async def test_what_names_no_repository_is_never_asked(server: JsonServer, asked: list[Question]) -> None:
    async with opened(access(server.url)) as github:
        for name in ("", "site", "../user", "a/..", "a/b/c", "./x"):
            with pytest.raises((NotFound, AccountError)):
                await github.builds(name, 1)
    assert asked == []


def test_a_search_has_words_as_words() -> None:
    from app.integrations.code.github import _search  # pyright: ignore[reportPrivateUsage]

    assert _search(ItemQuery(words='is:open "repo:x" fine')) == '"is:open" "repo:x" fine'
    assert _search(ItemQuery(label="good first", repo="a/b")) == 'repo:a/b label:"good first"'
    people = ItemQuery(author="kofi", mentions="ana", reviewed_by="lena")
    assert _search(people) == "author:kofi reviewed-by:lena mentions:ana"
    assert _search(ItemQuery(state="draft", reviewer="ana")) == "is:pr is:open draft:true review-requested:ana"


def _comments(count: int, *, tells_pages: bool) -> Callable[[Question], object]:
    """Comments of an issue with the oldest first, as GitHub lists them; their number in the header of a page, or not (of a page that was kept)."""

    def answer(question: Question) -> object:
        size, page = int(question.query["per_page"]), int(question.query.get("page", "1"))
        numbers = range(count)[(page - 1) * size : page * size]
        rows = [{"body": f"{one}", "user": {"login": "kofi"}, "created_at": "2026-05-04T11:00:00Z"} for one in numbers]
        last = -(-count // size)
        link = f'<http://x/c?per_page={size}&page=2>; rel="next", <http://x/c?per_page={size}&page={last}>; rel="last"'
        return Status(200, rows, {"link": link} if tells_pages and last > 1 else {})

    return answer


@pytest.mark.parametrize(
    ("count", "tells_pages"),
    [(0, True), (50, True), (51, False), (60, True), (100, False), (101, True), (1_234, True)],
)
async def test_of_many_comments_the_last_are_read(count: int, tells_pages: bool) -> None:
    path = "/repos/ana/site/issues/7"
    row = {"number": 7, "title": "Footer", "state": "open"}
    served = {path: lambda _: row, f"{path}/comments": _comments(count, tells_pages=tells_pages)}
    with json_server(served) as running:
        async with opened(access(running.url)) as github:
            whole = await github.item("ana/site", 7)
    assert [one.text for one in whole.remarks] == [f"{one}" for one in range(max(0, count - 50), count)]
