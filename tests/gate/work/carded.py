"""Words of a stranger's that come onto a card: in a title, a name, a folder, a check. They stand in our quotes, which they don't close, on one line."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic_ai.messages import ModelResponse

from tests.gate.planted import settle_in
from tests.gate.work.office import Office
from tests.gate.work.places_code import slug
from tests.gate.work.places_stored import path_part, vtt
from tests.gate.work.posing import MARK, POSES
from tests.house import calls
from tests.servers.emulate_github import API, SITE

_QUOTED = re.compile(r"“[^“”]*”")
_made = iter(range(1, 10**9))


@dataclass(frozen=True, slots=True)
class Result:
    """`seen`: the words stand on the card; `misleading`: where they stand as ours."""

    case: tuple[str, str]
    seen: bool
    misleading: tuple[str, ...]


def _issue(office: Office, words: str) -> ModelResponse:
    return calls("comment_on_github", item=f"{API}#{office.servers.github.real.opens(API, words)}", text="x")


def _pull(office: Office, title: str, branch: str = "", check: str = "") -> ModelResponse:
    real, name = office.servers.github.real, f"c{next(_made)}"
    number = real.proposes(SITE, title, files={f"{name}.txt": "x"}, branch=f"{slug(branch)}-{name}")
    if check:
        real.checks(SITE, number, check, "failure")
    return calls("merge_pull_request", item=f"{SITE}#{number}")


def _ben(office: Office, words: str) -> ModelResponse:
    def change(told: dict[str, object]) -> None:
        for one in told["members"]:  # type: ignore[attr-defined]
            if one["name"] == "ben":
                one["profile"]["display_name"] = words

    office.servers.overlay("users.list", change, times=3)
    return calls("slack_post", channel="@ben", text="x")


def _folder(office: Office, words: str) -> ModelResponse:
    name = path_part(words).strip()
    office.servers.cloud.put(f"{name}/a.txt", b"x")
    return calls("save_file", name="new.txt", text="x", folder=name, account="cloud")


def _meeting(office: Office, tool: str, said: str, name: str = "standup") -> ModelResponse:
    office.servers.cloud.put(f"{name}.vtt", vtt(said))
    return calls(tool, **({"everyone": True} if tool == "add_meeting_tasks" else {}))


# What brings the words onto a card.
CARDS: Mapping[str, Callable[[Office, str], ModelResponse]] = {
    "issue title": _issue,
    "pull request title": lambda o, w: _pull(o, w),
    "branch": lambda o, w: _pull(o, "Footer", branch=w),
    "check": lambda o, w: _pull(o, "Footer", check=w),
    "ticket title": lambda o, w: calls("jira_comment", ticket=o.servers.jira.world.add(w), text="x"),
    "display name": _ben,
    "file name": lambda o, w: calls("share_file", file=f"id:{o.servers.google.drive.add(w, b'x')}", account="drive"),
    "folder": _folder,
    "new file": lambda _, w: calls("save_file", name=path_part(w), text="x", account="cloud"),
    "meeting title": lambda o, w: _meeting(o, "save_meeting_notes", "hello", path_part(w).strip()),
    "meeting task": lambda o, w: _meeting(o, "add_meeting_tasks", f"I'll send {w} by Friday."),
}


def all_cases() -> list[tuple[str, str]]:
    """Every pairing."""
    return [(card, pose) for card in CARDS for pose in POSES]


async def play(case: tuple[str, str], office: Office) -> Result:
    """With a user of its own, in a turn that has read somebody."""
    office.clears()
    await settle_in(office)
    await office.connects()
    office.obeys.asks = calls("slack_read", channel="#garden")
    office.obeys.order = None
    office.servers.slack.says(office.servers.slack.channel, text="XK7")
    office.obeys.order = CARDS[case[0]](office, POSES[case[1]])
    await office.hears("please look at that")
    office.obeys.asks = office.obeys.order = None
    waiting = await office.services.store.pending.waiting(office.user_id, office.services.clock.now())
    wrong = list[str]()
    for action in waiting:
        left = _QUOTED.sub("", action.summary)
        wrong += [f"outside our quotes: {action.summary[:160]!r}"] if MARK in left or slug(MARK) in left else []
        wrong += ["several lines"] if len(action.summary.splitlines()) > 1 else []
    return Result(case, any(MARK in one.summary for one in waiting), tuple(wrong))
