"""What Gitea does otherwise than GitHub, over a fake of ours that is held to Gitea's own description and types; and answers that lie."""

from collections.abc import Iterator

import pytest

from app.errors import AccountAway, AccountClosed, ChangedElsewhere, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.code import gitea_reading
from app.integrations.code.gitea import opened
from app.integrations.code.port import ME, ItemChange, ItemQuery
from tests.fakes.vendors.gitea.server import FakeGitea, fake_gitea
from tests.fakes.vendors.gitea.world import World, now, text
from tests.integrations.account import access
from tests.servers.json_server import Status

REPO = "ana/garden"


@pytest.fixture
def gitea() -> Iterator[FakeGitea]:
    with fake_gitea() as running:
        yield running


@pytest.fixture
def world(gitea: FakeGitea) -> World:
    return gitea.world


def at(gitea: FakeGitea, token: str = "gitea-token-of-ana"):  # noqa: ANN201, S107 - an account, opened
    return opened(access("gitea", f"{gitea.url}/api/v1", token))


async def test_whom_an_item_has_to_do_with(gitea: FakeGitea, world: World) -> None:
    wrote = world.opens(REPO, "Mine", author="ana")
    mine = world.opens(REPO, "For me", assignees=["ana"])
    told = world.opens(REPO, "Of me", mentioned=["ana"])
    asked = world.opens("tools/spade", "Look", files={"a": "b"}, wanted=["ana"])
    world.opens(REPO, "Nothing of mine")
    async with at(gitea) as host:
        involved = await host.items(ItemQuery(involves=ME), 100)
        review = await host.items(ItemQuery(reviewer=ME, kind="pull request", state="open"), 9)
        there = await host.items(ItemQuery(reviewer="ana", repo=REPO), 9)
        with pytest.raises(ToolProblem, match="can't be searched for what others are asked to review"):
            await host.items(ItemQuery(reviewer="kofi"), 9)
    assert {one.title for one in involved} == {wrote.title, mine.title, told.title, asked.title}
    assert [one.name for one in review] == ["tools/spade#1"]
    assert list(there) == []


async def test_whom_else_an_item_has_to_do_with(gitea: FakeGitea, world: World) -> None:
    told = world.opens(REPO, "Of Kofi", author="ana", mentioned=["kofi"])
    waits = world.opens(REPO, "Look, Kofi", "at the beds", author="ana", files={"a": "b"}, wanted=["kofi"])
    world.opens("tools/spade", "Elsewhere", author="ana", files={"a": "b"}, wanted=["kofi"])
    looked = world.opens(REPO, "Seen", files={"a": "b"})
    async with at(gitea) as host:
        await host.review(REPO, looked.number, "approve", "")
        found = {
            name: [one.title for one in await host.items(query, 9)]
            for name, query in {
                "mentions": ItemQuery(mentions="kofi", repo=REPO),
                "waits": ItemQuery(reviewer="Kofi", repo=REPO, words="beds", state="open", author=ME),
                "other words": ItemQuery(reviewer="kofi", repo=REPO, words="gate"),
                "mine": ItemQuery(reviewed_by=ME),
                "nobody's": ItemQuery(mentions=ME),
            }.items()
        }
        for query in (ItemQuery(mentions="kofi"), ItemQuery(reviewer="kofi")):
            with pytest.raises(ToolProblem, match="Name a repository, and I look there"):
                await host.items(query, 9)
        with pytest.raises(ToolProblem, match="can't be searched for what others have reviewed"):
            await host.items(ItemQuery(reviewed_by="kofi", repo=REPO), 9)
        with pytest.raises(ToolProblem, match="can't be searched for what others are asked to review"):
            await host.items(ItemQuery(reviewer="kofi", mentions="kofi", repo=REPO), 9)
    assert found == {
        "mentions": [told.title],
        "waits": [waits.title],
        "other words": [],
        "mine": [looked.title],
        "nobody's": [],
    }


async def test_a_label_that_nobody_has_finds_nothing_though_the_server_passes_over_it(gitea: FakeGitea) -> None:
    gitea.world.opens(REPO, "Squeaks", labels=[1])
    async with at(gitea) as host:
        assert [one.title for one in await host.items(ItemQuery(label="Bug"), 9)] == ["Squeaks"]
        assert list(await host.items(ItemQuery(label="nothing"), 9)) == []
        assert list(await host.items(ItemQuery(label="nothing", repo=REPO), 9)) == []


async def test_lists_go_over_pages_as_long_as_the_server_makes_them(gitea: FakeGitea, world: World) -> None:
    gitea.page = 7
    made = [world.opens(REPO, f"Weed {number}") for number in range(20)]
    made[0].changed = now().replace(year=now().year + 1)
    async with at(gitea) as host:
        found = await host.items(ItemQuery(repo=REPO), 30)
        assert len(found) == 20
        assert found[0].title == "Weed 0"  # the last changed, though the first that was opened
        assert len(await host.items(ItemQuery(repo=REPO), 5)) == 5


async def test_labels_are_taken_by_name_also_those_of_the_organisation(gitea: FakeGitea, world: World) -> None:
    mine, theirs = world.opens(REPO, "One"), world.opens("tools/spade", "Two")
    async with at(gitea) as host:
        changed = await host.change(REPO, mine.number, ItemChange(add_labels=("BUG", "docs")))
        shared = await host.change("tools/spade", theirs.number, ItemChange(add_labels=("urgent",)))
        assert (changed.labels, shared.labels) == (("bug", "Docs"), ("urgent",))
        before = len(gitea.changes())
        with pytest.raises(ToolProblem, match=r"There is no label “soon” in ana/garden\. There are: Docs, bug\."):
            await host.change(REPO, mine.number, ItemChange(is_open=False, add_labels=("bug", "soon")))
        with pytest.raises(ToolProblem, match="There is no label “soon”"):
            await host.create(REPO, "Three", "", labels=["soon"], assign=[])
        assert len(gitea.changes()) == before
        gone = await host.change(REPO, mine.number, ItemChange(remove_labels=("docs", "soon")))
    assert gone.labels == ("bug",)


async def test_who_is_assigned_stays_so_beside_whoever_comes(gitea: FakeGitea, world: World) -> None:
    thing = world.opens(REPO, "One", assignees=["kofi"])
    async with at(gitea) as host:
        assert (await host.change(REPO, thing.number, ItemChange(assign=(ME,)))).assignees == ("kofi", "ana")
        assert (await host.change(REPO, thing.number, ItemChange(unassign=("@kofi",)))).assignees == ("ana",)
        assert (await host.change(REPO, thing.number, ItemChange(unassign=(ME,)))).assignees == ()


async def test_a_review_is_asked_for_and_given_with_remarks_in_the_diff(gitea: FakeGitea, world: World) -> None:
    thing = world.opens(REPO, "Paint", author="ana", files={"gate.txt": "green"})
    async with at(gitea) as host:
        await host.change(REPO, thing.number, ItemChange(ask_review=("kofi",)))
        with pytest.raises(ToolProblem, match="didn't take that: approve your own pull is not allowed"):
            await host.review(REPO, thing.number, "approve", "")
    assert thing.wanted == ["kofi"]
    async with at(gitea, "gitea-token-of-kofi") as host:
        await host.review(REPO, thing.number, "request changes", "Blue.")
    person, at_ = world.person("kofi"), text(now())
    asked = {"id": 70, "state": "REQUEST_REVIEW", "user": person, "comments_count": 0, "submitted_at": at_}
    draft = {**asked, "id": 71, "state": "PENDING", "body": "not yet"}
    thing.reviews[0]["comments_count"] = 1
    thing.remarks[thing.reviews[0]["id"]] = [
        {"id": 72, "body": "Why?", "path": "gate.txt", "position": 3, "user": person, "created_at": at_}
    ]
    thing.reviews += [asked, draft, {**asked, "id": 73, "state": "APPROVED", "dismissed": True}]
    async with at(gitea) as host:
        whole = await host.item(REPO, thing.number)
    assert {(one.verdict, one.text, one.place) for one in whole.remarks} == {
        ("wants changes", "Blue.", ""),
        ("", "Why?", "gate.txt:3"),
        ("dismissed", "", ""),
    }


@pytest.mark.parametrize("counts", [True, False], ids=["a newer server", "an older one"])
async def test_a_pull_request_says_how_large_it_is_and_what_was_checked(counts: bool) -> None:
    with fake_gitea(World(counts=counts)) as gitea:
        thing = gitea.world.opens(REPO, "Paint", files={"a.txt": "x", "b c.txt": "y"})
        gitea.world.says(thing.head, "ci/lint", "failure")
        gitea.world.says(thing.head, "ci/build", "pending")
        async with at(gitea) as host:
            whole = await host.item(REPO, thing.number)
            changes = await host.changes(REPO, thing.number)
    assert (whole.files, whole.added, whole.removed, whole.mergeable) == (2, 2, 0, True)
    checks = [(one.name, one.state, one.ended_at is not None) for one in whole.builds]
    assert checks == [("ci/lint", "failed", True), ("ci/build", "running", False)]
    assert [(one.path, one.status, one.added, one.patch) for one in changes] == [
        ("a.txt", "added", 1, "@@ -0,0 +1 @@\n+x"),
        ("b c.txt", "added", 1, "@@ -0,0 +1 @@\n+y"),
    ]


async def test_a_draft_is_one_and_says_nothing_of_conflicts(gitea: FakeGitea, world: World) -> None:
    draft = world.opens(REPO, "Later", files={"a": "b"}, is_draft=True)
    stuck = world.opens(REPO, "Stuck", files={"a": "b"}, has_conflicts=True)
    async with at(gitea) as host:
        wholes = [await host.item(REPO, one.number) for one in (draft, stuck)]
        listed = await host.items(ItemQuery(repo=REPO, state="open"), 9)
        world.opens(REPO, "WIP: older", files={"a": "b"})  # as servers tell of one that have no field for it
        world.opens(REPO, "WIP: an issue")
        drafts = await host.items(ItemQuery(state="draft"), 9)
    assert [(one.item.state, one.mergeable) for one in wholes] == [("draft", None), ("open", False)]
    assert {one.title: one.state for one in listed} == {"Later": "draft", "Stuck": "open"}
    assert {(one.title, one.state) for one in drafts} == {("Later", "draft"), ("WIP: older", "draft")}


async def test_what_is_not_merged_says_why(gitea: FakeGitea, world: World) -> None:
    draft = world.opens(REPO, "Later", files={"a": "b"}, is_draft=True)
    stuck = world.opens(REPO, "Stuck", files={"a": "b"}, has_conflicts=True)
    good = world.opens(REPO, "Good", files={"a": "b"})
    async with at(gitea) as host:
        with pytest.raises(ToolProblem, match=r"127\.0\.0\.1 won't merge that: Work in progress PRs cannot be merged"):
            await host.merge(REPO, draft.number, head=draft.head, method="merge")
        with pytest.raises(ToolProblem, match="won't merge that: there are conflicts"):
            await host.merge(REPO, stuck.number, head=stuck.head, method="merge")
        with pytest.raises(ChangedElsewhere):
            await host.merge(REPO, good.number, head="0" * 40, method="merge")
        assert await host.merge(REPO, good.number, head=good.head, method="rebase") == good.merged
        with pytest.raises(ToolProblem, match="it was already merged"):
            await host.change(REPO, good.number, ItemChange(is_open=True))


async def test_what_it_tells_its_user_of(gitea: FakeGitea, world: World) -> None:
    world.tells(world.opens(REPO, "Paint", files={"a": "b"}))
    world.tells(world.opens("tools/spade", "Rust"))
    world.tells(world.opens(REPO, "Old"), is_unread=False)
    async with at(gitea) as host:
        found = await host.notices(10)
        assert [one.title for one in await host.notices(10, "tools/spade")] == ["Rust"]
        gitea.may_not = ("/notifications",)
        with pytest.raises(ToolProblem, match="to a token that may read “notification” only"):
            await host.notices(10)
    assert [(one.repo, one.number, one.kind, one.reason) for one in found] == [
        (REPO, 1, "pull request", ""),
        ("tools/spade", 1, "issue", ""),
    ]
    assert all(one.id.isdecimal() for one in found)


async def test_builds_are_jobs_and_without_any_what_services_say_of_the_last_commit(gitea: FakeGitea) -> None:
    gitea.world.says("c" * 40, "ci/woodpecker", "success")
    async with at(gitea) as host:
        [said] = await host.builds(REPO, 5, branch="main")
        assert (said.name, said.state, said.branch) == ("ci/woodpecker", "passed", "main")
        assert list(await host.builds("tools/spade", 5)) == []  # nothing is in it yet
        gitea.world.ran(REPO, "test", "failure")
        gitea.world.ran(REPO, "test", "running", branch="paint")
        ran = await host.builds(REPO, 5)
        assert [(one.name, one.state, one.branch) for one in ran] == [
            ("test", "running", "paint"),
            ("test", "failed", "main"),
        ]
        assert [one.state for one in await host.builds(REPO, 5, branch="main")] == ["failed"]


async def test_what_a_repository_is(gitea: FakeGitea, world: World) -> None:
    world.opens(REPO, "One")
    world.opens(REPO, "Two", files={"a": "b"})
    at_ = text(now())
    world.releases[REPO] = [{"tag_name": "v2", "name": "Spring", "body": "New beds.", "published_at": at_, "id": 1}]
    async with at(gitea) as host:
        found, empty = await host.repository(REPO), await host.repository("tools/spade")
    assert (found.name, found.language, found.stars, found.open_items, found.branch) == (REPO, "Go", 3, 2, "main")
    assert found.readme == "# Garden\n"
    assert found.release is not None
    assert found.release.name == "Spring"
    assert [(one.author, one.text) for one in found.commits] == [("ana", "Paint")]
    assert (empty.readme, empty.commits, empty.release) == ("", (), None)


@pytest.mark.parametrize(
    ("status", "kind", "said"),
    [
        (Status(401, {"message": "x"}), AccountClosed, "no longer lets ana in"),
        (Status(429, {}, {"retry-after": "600"}), AccountAway, "Try again in 10 minutes"),
        (Status(403, {"message": "token does not have scope"}), ToolProblem, "doesn't allow that for ana"),
        (Status(404, {"message": "Not Found"}), NotFound, ""),
        (Status(200, b"<html>", kind="text/html"), AccountAway, "a broken answer"),
    ],
)
async def test_each_way_to_fail_is_one_of_ours(
    gitea: FakeGitea, status: Status, kind: type[Exception], said: str
) -> None:
    gitea.http.fault = status
    async with at(gitea) as host:
        with pytest.raises(kind, match=said or None):
            await host.item(REPO, 1)


async def test_a_list_that_a_token_may_not_see_is_no_empty_list(gitea: FakeGitea) -> None:
    gitea.may_not = ("/repos/issues/search", f"/repos/{REPO}/issues")
    async with at(gitea) as host:
        for query in (ItemQuery(assignee=ME), ItemQuery(repo=REPO)):
            with pytest.raises(ToolProblem, match="doesn't allow that for ana"):
                await host.items(query, 5)


async def test_a_change_that_may_have_happened_is_unknown_and_asked_once(gitea: FakeGitea) -> None:
    gitea.http.fault = Status(502, b"bad gateway")
    async with at(gitea) as host:
        with pytest.raises(OutcomeUnknown):
            await host.comment(REPO, 1, "Hello")
    assert len(gitea.changes()) == 1


@pytest.mark.parametrize("body", [[], {}, None, 7, "x", [None, 3, {"id": [], "name": 7, "pull_request": "x"}]])
async def test_an_answer_of_another_shape_is_empty_and_never_an_exception_of_its_own(
    gitea: FakeGitea, body: object
) -> None:
    gitea.http.fault = Status(200, body)
    async with at(gitea) as host:
        await host.item(REPO, 1)
        await host.items(ItemQuery(repo=REPO), 5)
        await host.notices(5)
        await host.repository(REPO)
        assert all(one.state for one in await host.builds(REPO, 5))
        await host.changes(REPO, 1)


def test_a_diff_is_cut_by_file_whatever_its_lines_say() -> None:
    diff = (
        "diff --git a/old.txt b/new.txt\nsimilarity index 90%\nrename from old.txt\nrename to new.txt\n--- a/old.txt\n+++ b/new.txt\n"
        "@@ -1,2 +1,2 @@\n-+++ b/x\n+diff --git a/y b/y\n@@ -9 +9 @@\n-a\n+b\n"
        "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        "diff --git a/pic.png b/pic.png\nBinary files a/pic.png and b/pic.png differ\n"
        "diff --git a/sp ace.txt b/sp ace.txt\n--- a/sp ace.txt\t\n+++ b/sp ace.txt\t\n@@ -1 +1 @@\n-a\n+b\n"
    )
    assert gitea_reading.patches(diff) == {
        "new.txt": "@@ -1,2 +1,2 @@\n-+++ b/x\n+diff --git a/y b/y\n@@ -9 +9 @@\n-a\n+b",
        "gone.txt": "@@ -1 +0,0 @@\n-x",
        "sp ace.txt": "@@ -1 +1 @@\n-a\n+b",
    }
    assert gitea_reading.patches("") == {}
