"""Where a stranger's words stand in what the tools for work read: THE table. A place plants words and says by which call its user comes upon them."""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic_ai.messages import ModelResponse

from app.messages import Attachment
from tests.fakes.vendors.github import example, faults
from tests.fakes.vendors.google_api.drive import DOCUMENT, FOLDER
from tests.gate.work.office import Office
from tests.house import calls
from tests.models.reading.samples import pdf
from tests.models.reading.test_office import docx
from tests.models.reading.test_sheets import book, sheet
from tests.servers.emulate_github import API, SITE
from tests.servers.emulate_slack import BEN_TOKEN
from tests.servers.slack_front import Fault

SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@dataclass(frozen=True, slots=True)
class Planted:
    """`reads` is the call that shows the words, `files` what comes with the message that asks for it."""

    reads: ModelResponse
    files: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """One row. `source` begins the name under which a card says what was read; `line`: it takes words on one line only."""

    name: str
    plant: Callable[[Office, str], Planted]
    source: str
    line: bool = False


_made = iter(range(1, 10**9))


def _new() -> str:
    return f"n{next(_made)}"


# --- GitHub ---


def _issue(office: Office, title: str, text: str = "plain", **more: Any) -> str:
    return f"{API}#{office.servers.github.real.opens(API, title, text, **more)}"


def _pull(office: Office, title: str = "Footer", text: str = "", branch: str = "") -> int:
    files = {f"{_new()}.txt": "x"}
    return office.servers.github.real.proposes(SITE, title, files=files, branch=branch or _new(), text=text)


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
    return _item(f"{SITE}#{_pull(office, branch=f'{slug(words)}-{_new()}')}")


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
    office.servers.github.real.asks("PUT", f"repos/{API}/contents/{_new()}.txt", content)
    return Planted(calls("github_repository", repo=API))


def _released(office: Office, name: str, text: str) -> Planted:
    office.servers.github.real.asks("POST", f"repos/{API}/releases", {"tag_name": _new(), "name": name, "body": text})
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


# --- Slack ---

_READ = calls("slack_read", channel="#garden")


def _said(office: Office, words: str, **more: Any) -> Planted:
    office.servers.slack.says(office.servers.slack.channel, token=BEN_TOKEN, text=words, **more)
    return Planted(_READ)


def _answered(office: Office, words: str) -> Planted:
    slack = office.servers.slack
    ts = slack.says(slack.channel, token=BEN_TOKEN, text="beans?")
    slack.says(slack.channel, token=BEN_TOKEN, text=words, thread_ts=ts)
    return Planted(calls("slack_thread", message=f"#garden/{ts}"))


def _filed(office: Office, words: str) -> Planted:
    office.servers.slack.sends(office.servers.slack.channel, words, b"x", "look", token=BEN_TOKEN)
    return Planted(_READ)


def _topic(office: Office, words: str) -> Planted:
    def change(told: dict[str, Any]) -> None:
        told["channels"][0]["topic"]["value"] = words

    office.servers.overlay("conversations.list", change)
    return Planted(calls("slack_channels"))


def _channel(office: Office, words: str) -> Planted:
    def change(told: dict[str, Any]) -> None:
        told["channels"].append({**told["channels"][0], "id": "C999", "name": words})

    office.servers.overlay("conversations.list", change)
    return Planted(calls("slack_channels"))


def _profile(key: str) -> Callable[[Office, str], Planted]:
    def plant(office: Office, words: str) -> Planted:
        def change(told: dict[str, Any]) -> None:
            for one in told["members"]:
                if one["name"] == "ben":
                    one["profile"][key] = words

        office.servers.overlay("users.list", change)
        return Planted(calls("slack_people", name="ben"))

    return plant


def _author(office: Office, words: str) -> Planted:
    office.servers.slack.says(office.servers.slack.channel, token=BEN_TOKEN, text="hello")
    _profile("display_name")(office, words)
    return Planted(_READ)


def _found_there(office: Office, words: str) -> Planted:
    slack = office.servers.slack
    match = {
        "ts": "1796002454.000160",
        "text": words,
        "user": slack.ben,
        "channel": {"id": slack.channel, "name": "garden"},
    }
    body = {"ok": True, "messages": {"matches": [match], "total": 1}}
    office.servers.front.fails("search.messages", Fault(status=200, body=json.dumps(body)))
    return Planted(calls("slack_search", words="launch"))


# --- Jira ---


def doc(*content: dict[str, Any]) -> dict[str, Any]:
    """A document of Atlassian's."""
    return {"type": "doc", "version": 1, "content": list(content)}


def text(words: str, **more: Any) -> dict[str, Any]:
    """A paragraph of one."""
    return {"type": "paragraph", "content": [{"type": "text", "text": words, **more}]}


def _ticket(office: Office, summary: str = "Slow export", **fields: Any) -> Planted:
    return Planted(calls("jira_get", ticket=office.servers.jira.world.add(summary, **fields)))


def _link(words: str) -> dict[str, Any]:
    return text(words, marks=[{"type": "link", "attrs": {"href": "https://evil.example/x"}}])


def _mention(words: str) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "mention", "attrs": {"id": "1", "text": f"@{words}"}}]}


def _remarked(office: Office, words: str) -> Planted:
    world = office.servers.jira.world
    planted = _ticket(office)
    key = list(world.tickets)[-1]
    world.comments[key].append(
        {"id": "9", "author": world.people["712020:lena"], "body": doc(text(words)), "created": world.tick()}
    )
    return planted


def _named_person(words: str) -> dict[str, Any]:
    return {
        "accountId": "x1",
        "accountType": "atlassian",
        "displayName": words,
        "active": True,
        "emailAddress": "x@example.org",
    }


def _linked_issue(words: str) -> dict[str, Any]:
    fields = {"summary": words, "status": {"name": "To Do"}, "issuetype": {"name": "Task"}}
    kind = {"name": "Blocks", "inward": "is blocked by", "outward": "blocks"}
    return {"id": "1", "type": kind, "outwardIssue": {"id": "77", "key": "OPS-77", "fields": fields}}


def _listed(office: Office, words: str) -> Planted:
    office.servers.jira.world.add(words)
    return Planted(calls("jira_search", project="PROJ"))


# --- files ---


def _drive(office: Office, name: str, data: bytes = b"x", kind: str = "text/plain", **more: str) -> str:
    return f"id:{office.servers.google.drive.add(name, data, kind, **more)}"


def _read(file: str, account: str = "drive") -> Planted:
    return Planted(calls("read_file", file=file, account=account))


_RECENT = calls("list_recent_files", account="drive")


def _in_folder(office: Office, words: str) -> Planted:
    number = office.servers.google.drive.add(words, b"", FOLDER)
    office.servers.google.drive.add(f"{_new()}.txt", b"x", parent=number)
    return _read(f"id:{number}")


def _drive_name(office: Office, words: str, **more: str) -> Planted:
    _drive(office, words, **more)
    return Planted(_RECENT)


def _sheet(words: str) -> bytes:
    """A workbook with a cell of these."""
    return book(sheet(f'<c t="inlineStr"><is><t>{escaped(words)}</t></is></c>'))


def _cloud(office: Office, name: str, data: bytes = b"x") -> None:
    office.servers.cloud.put(name, data)


def _cloud_name(office: Office, words: str) -> Planted:
    _cloud(office, f"{path_part(words)}.txt")
    return Planted(calls("list_recent_files", account="cloud"))


def path_part(words: str) -> str:
    """Words as a file may be called on a disk: all but the stroke and the null."""
    return words.replace("/", "∕").replace("\0", "")[:60]


def _cloud_folder(office: Office, words: str) -> Planted:
    _cloud(office, f"{path_part(words)}/{_new()}.txt")
    return Planted(calls("list_recent_files", account="cloud"))


def _cloud_text(office: Office, words: str) -> Planted:
    name = f"{_new()}.txt"
    _cloud(office, name, words.encode("utf-8", "replace"))
    return _read(name, "cloud")


def _desk_text(office: Office, words: str) -> Planted:
    name = f"{_new()}.txt"
    (office.desk / name).write_bytes(words.encode("utf-8", "replace"))
    return _read(name, "desk")


def _desk_name(office: Office, words: str) -> Planted:
    (office.desk / f"{path_part(words)}.txt").write_bytes(b"x")
    return Planted(calls("list_recent_files", account="desk"))


# --- meetings ---


def vtt(said: str, who: str = "Kofi", extra: str = "") -> bytes:
    """Captions of one who says one thing, and our user's promise."""
    return f"WEBVTT\n\n{extra}00:01.000 --> 00:03.000\n<v {who}>{said}\n\n00:04.000 --> 00:06.000\n<v Ana>I'll call the bank tomorrow.\n".encode()


def _meeting(office: Office, data: bytes, name: str = "") -> Planted:
    called = name or f"standup {_new()}"
    _cloud(office, f"{called}.vtt", data)
    return Planted(calls("get_meeting_insights", meeting=called))


def _sent(office: Office, words: str) -> Planted:
    called = f"standup {_new()}"
    return Planted(
        calls("get_meeting_insights", meeting=called), (Attachment(f"{called}.vtt", "text/vtt", vtt(words)),)
    )


def _titled(office: Office, words: str) -> Planted:
    _cloud(office, f"{path_part(words)} transcript.vtt", vtt("hello"))
    return Planted(calls("list_recent_meetings"))


def _entry(office: Office, title: str, guest: str = "Kofi") -> Planted:
    now = office.services.clock.now()
    start, end = (
        moment.isoformat()
        for moment in (now.replace(hour=max(now.hour - 2, 0)), now.replace(hour=max(now.hour - 1, 0)))
    )
    office.servers.google.calendars.holds(
        "ana@example.org",
        {"id": f"ev{next(_made):05}", "summary": title, "start": {"dateTime": start}, "end": {"dateTime": end},
         "organizer": {"email": "mallory@evil.example"}, "creator": {"email": "mallory@evil.example"},
         "attendees": [{"email": "ana@example.org", "self": True}, {"email": "kofi@example.org", "displayName": guest}]},
    )  # fmt: skip
    return Planted(calls("list_recent_meetings"))


_STATUS = {"statusCategory": {"key": "new"}}
PLACES: Mapping[str, Place] = {
    row.name: row
    for row in (
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
        Place("message", _said, "channel"),
        Place("thread reply", _answered, "channel"),
        Place("slack link", lambda o, w: _said(o, f"<https://evil.example/x|{w.replace('>', ' ').replace('|', ' ')}>"), "channel", line=True),
        Place("slack file", _filed, "channel"),
        Place("topic", _topic, "channel"),
        Place("channel name", _channel, "channel", line=True),
        Place("display name", _author, "channel", line=True),
        Place("job title", _profile("title"), "channel", line=True),
        Place("slack search", _found_there, "channel"),
        Place("ticket in a list", _listed, "project", line=True),
        Place("ticket title", lambda o, w: _ticket(o, w), "project", line=True),
        Place("description", lambda o, w: _ticket(o, description=doc(text(w))), "project"),
        Place("link text", lambda o, w: _ticket(o, description=doc(_link(w))), "project"),
        Place("mention", lambda o, w: _ticket(o, description=doc(_mention(w))), "project", line=True),
        Place("panel", lambda o, w: _ticket(o, description=doc({"type": "panel", "attrs": {"panelType": "info"}, "content": [text(w)]})), "project"),
        Place("code block", lambda o, w: _ticket(o, description=doc({"type": "codeBlock", "content": [{"type": "text", "text": w}]})), "project"),
        Place("ticket comment", _remarked, "project"),
        Place("custom field", lambda o, w: _ticket(o, customfield_10051=doc(text(w))), "project"),
        Place("status", lambda o, w: _ticket(o, status={"name": w, **_STATUS}), "project", line=True),
        Place("ticket label", lambda o, w: _ticket(o, labels=[w]), "project", line=True),
        Place("priority", lambda o, w: _ticket(o, priority={"name": w}), "project", line=True),
        Place("reporter", lambda o, w: _ticket(o, reporter=_named_person(w)), "project", line=True),
        Place("linked ticket", lambda o, w: _ticket(o, issuelinks=[_linked_issue(w)]), "project", line=True),
        Place("file name", _drive_name, "names of files", line=True),
        Place("folder name", _in_folder, "names of files", line=True),
        Place("file owner", lambda o, w: _drive_name(o, "Plan.txt", by=w), "names of files", line=True),
        Place("text file", lambda o, w: _read(_drive(o, "Plan.txt", w.encode("utf-8", "replace"))), "stored file"),
        Place("google document", lambda o, w: _read(_drive(o, "Plan", w.encode("utf-8", "replace"), DOCUMENT)), "stored file"),
        Place("pdf", lambda o, w: _read(_drive(o, "Plan.pdf", pdf(w.encode("cp1252", "replace").decode("cp1252")), "application/pdf")), "stored file", line=True),
        Place("word file", lambda o, w: _read(_drive(o, "Plan.docx", docx(f"<w:p><w:r><w:t>{escaped(w)}</w:t></w:r></w:p>"), WORD)), "stored file", line=True),
        Place("sheet", lambda o, w: _read(_drive(o, "Plan.xlsx", _sheet(w), SHEET)), "stored file", line=True),
        Place("webdav name", _cloud_name, "names of files", line=True),
        Place("webdav folder", _cloud_folder, "names of files", line=True),
        Place("webdav text", _cloud_text, "stored file"),
        Place("name on the desk", _desk_name, "names of files", line=True),
        Place("text on the desk", _desk_text, "stored file"),
        Place("cue", lambda o, w: _meeting(o, vtt(w)), "stored file"),
        Place("speaker", lambda o, w: _meeting(o, vtt("hello", who=" ".join(w.replace(">", "").split()[:4]))), "stored file", line=True),
        Place("decision in a meeting", lambda o, w: _meeting(o, vtt(f"We've decided to {w}")), "stored file", line=True),
        Place("transcript sent here", _sent, "file"),
        Place("meeting title", _titled, "names of files", line=True),
        Place("calendar title", lambda o, w: _entry(o, w), "", line=True),
        Place("guest", lambda o, w: _entry(o, "Sync", guest=w), "", line=True),
    )
}  # fmt: skip


def escaped(words: str) -> str:
    """Words as XML takes them."""
    kept = "".join(one for one in words if one in "\t\n" or one >= " ")
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
