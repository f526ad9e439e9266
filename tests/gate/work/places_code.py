"""Where a stranger's words stand on GitHub."""

import base64
from typing import Any

from tests.fakes.vendors.github import example, faults
from tests.gate.work.office import Office
from tests.gate.work.planting import Place, Planted, fresh
from tests.house import calls
from tests.servers.emulate_github import API, SITE


def _issue(office: Office, title: str, text: str = "plain", **more: Any) -> str:
    return f"{API}#{office.servers.github.real.opens(API, title, text, **more)}"


def _pull(office: Office, title: str = "Footer", text: str = "", branch: str = "") -> int:
    files = {f"{fresh()}.txt": "x"}
    return office.servers.github.real.proposes(SITE, title, files=files, branch=branch or fresh(), text=text)


def _item(name: str) -> Planted:
    return Planted(calls("read_github_item", item=name))


def _below(office: Office, words: str) -> Planted:
    name = _issue(office, "Footer")
    office.servers.github.real.asks("POST", f"repos/{API}/issues/{name.partition('#')[2]}/comments", {"body": words})
    return _item(name)


def _reviewed(office: Office, words: str) -> Planted:
    number = _pull(office)
    office.servers.github.real.asks("POST", f"repos/{SITE}/pulls/{number}/reviews", {"body": words, "event": "COMMENT"})
    return _item(f"{SITE}#{number}")


def _checked(office: Office, words: str) -> Planted:
    number = _pull(office)
    office.servers.github.real.checks(SITE, number, words, "failure")
    return _item(f"{SITE}#{number}")


def _branch(office: Office, words: str) -> Planted:
    return _item(f"{SITE}#{_pull(office, branch=f'{slug(words)}-{fresh()}')}")


def slug(words: str) -> str:
    """Words as a branch may be called."""
    return "-".join("".join(one if one.isalnum() else " " for one in words).split())[:90] or "branch"


def _diff(office: Office, path: str = "a.txt", patch: str = "x") -> Planted:
    row = {
        **example("diff-entry"),
        "filename": path,
        "status": "added",
        "additions": 1,
        "patch": f"@@ -0,0 +1 @@\n+{patch}",
    }
    assert faults("diff-entry", row) == []
    office.servers.github.files[:] = [row]
    return Planted(calls("read_github_diff", item=f"{SITE}#{_pull(office)}"))


def _committed(office: Office, words: str) -> Planted:
    content = {"message": words, "content": base64.b64encode(b"x").decode()}
    office.servers.github.real.asks("PUT", f"repos/{API}/contents/{fresh()}.txt", content)
    return Planted(calls("github_repository", repo=API))


def _released(office: Office, name: str, text: str) -> Planted:
    office.servers.github.real.asks("POST", f"repos/{API}/releases", {"tag_name": fresh(), "name": name, "body": text})
    return Planted(calls("github_releases", repo=API))


def _about(office: Office, words: str) -> Planted:
    office.servers.github.real.asks("PATCH", f"repos/{API}", {"description": words})
    return Planted(calls("github_repository"))


def _notice(office: Office, words: str) -> Planted:
    subject = {"title": words, "url": "https://api.github.com/x", "latest_comment_url": "", "type": "Release"}
    repository = {**example("thread")["repository"], "full_name": API}
    office.servers.github.notices[:] = [thread(subject=subject, repository=repository, reason="subscribed")]
    return Planted(calls("github_notifications"))


def thread(**changes: Any) -> dict[str, Any]:
    """A notification as GitHub describes one."""
    row = {**example("thread"), "updated_at": "2026-05-04T11:00:00Z", "unread": True, **changes}
    assert faults("thread", row) == []
    return row


def run(**changes: Any) -> dict[str, Any]:
    """A run of a workflow as GitHub describes one."""
    ended = {
        "status": "completed",
        "conclusion": "failure",
        "updated_at": "2026-05-04T11:30:00Z",
        "head_branch": "main",
    }
    row = {**example("workflow-run"), **ended, "name": "tests", **changes}
    assert faults("workflow-run", row) == []
    return row


def _ran(office: Office, **changes: str) -> Planted:
    office.servers.github.runs[:] = [run(**changes)]
    return Planted(calls("github_builds", repo=API))


PLACES = (
    Place("issue title", lambda o, w: Planted(calls("search_github", repo=API)) if _issue(o, w) else _item(""), "repository", line=True),
    Place("issue title, read", lambda o, w: _item(_issue(o, w)), "repository", line=True),
    Place("issue body", lambda o, w: _item(_issue(o, "Footer", w)), "repository"),
    Place("issue comment", _below, "repository"),
    Place("issue label", lambda o, w: _item(_issue(o, "Footer", labels=[w])), "repository", line=True),
    Place("pull request title", lambda o, w: _item(f"{SITE}#{_pull(o, title=w)}"), "repository", line=True),
    Place("pull request body", lambda o, w: _item(f"{SITE}#{_pull(o, text=w)}"), "repository"),
    Place("diff", lambda o, w: _diff(o, patch=w), "repository"),
    Place("file in a diff", lambda o, w: _diff(o, path=w), "repository", line=True),
    Place("branch", _branch, "repository", line=True),
    Place("review", _reviewed, "repository"),
    Place("check", _checked, "repository", line=True),
    Place("commit message", _committed, "repository"),
    Place("release name", lambda o, w: _released(o, w, "notes"), "repository", line=True),
    Place("release notes", lambda o, w: _released(o, "One", w), "repository"),
    Place("repository description", _about, "repository", line=True),
    Place("notification", _notice, "repository", line=True),
    Place("workflow", lambda o, w: _ran(o, name=w), "repository", line=True),
    Place("branch of a run", lambda o, w: _ran(o, head_branch=w), "repository", line=True),
)  # fmt: skip
