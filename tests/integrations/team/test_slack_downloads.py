"""Where Slack's files are fetched from: a token goes to the API's own origin and to Slack's hosts alone, whatever address an answer names."""

import json
from typing import Any

import httpx
import pytest

from app.errors import ToolProblem
from app.integrations.calls import Reply
from app.integrations.team.slack import MOST_FILE, SlackTeam


class Answers:
    """A stand-in of `Calls` that tells of one file; nothing else may be asked."""

    def __init__(self, **file: Any) -> None:
        self.file = {"id": "F1", "name": "plan.pdf", **file}

    async def call(self, method: str, path: str, **_: object) -> Reply:
        """As `Calls.call`, of Slack's own methods."""
        assert method == "POST"
        said = {"users.list": {"members": []}, "files.info": {"file": self.file}}[path]
        return Reply(200, httpx.Headers(), json.dumps({"ok": True, **said}).encode(), "https://slack.com", True)

    def url(self, path: str) -> str:
        """As `Calls.url` of another origin."""
        raise ToolProblem(path)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/plan.pdf",
        "http://files.slack.com/plan.pdf",
        "https://evilslack.com/plan.pdf",
        "https://files.slack.com@evil.example/plan.pdf",
        "https://evil.example/?x=.slack.com",
        "file:///etc/passwd",
        "",
    ],
)
async def test_a_file_that_lies_elsewhere_is_not_fetched(url: str) -> None:
    team = SlackTeam(Answers(url_private=url), None)  # type: ignore[arg-type]
    with pytest.raises(ToolProblem, match="doesn't lie at Slack itself"):
        await team.file("F1")


async def test_one_that_is_too_large_is_not_fetched() -> None:
    team = SlackTeam(Answers(size=MOST_FILE + 1, url_private="https://files.slack.com/x"), None)  # type: ignore[arg-type]
    with pytest.raises(ToolProblem, match="larger than I read"):
        await team.file("F1")
