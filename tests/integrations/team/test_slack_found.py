"""A message looked for by its key, in more messages than come at once: as Slack documents its pages (a thread's oldest first, `next_cursor`), which `emulate` doesn't have for threads.

The stand-in of `Calls` is ours and answers only what is asked here; it checks the method, the thread, the time and the cursor.
"""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest

from app.errors import OutcomeUnknown
from app.integrations.calls import Reply
from app.integrations.team.slack import SlackTeam

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
OURS = {
    "type": "message",
    "user": "U1",
    "ts": "1795694400.000100",
    "text": "Hello",
    "metadata": {"event_type": "kwasi_post", "event_payload": {"key": "ours"}},
}
OTHER = {"type": "message", "user": "U2", "ts": "1795694401.000100", "text": "Another"}


class Pages:
    """A thread or a channel in pages."""

    def __init__(self, *pages: list[dict[str, Any]], is_endless: bool = False) -> None:
        self.pages, self.is_endless, self.asked = pages, is_endless, list[dict[str, str]]()

    async def call(self, method: str, path: str, *, content: bytes = b"", **_: object) -> Reply:
        """As `Calls.call`, of what is looked for here."""
        assert method == "POST"
        said = {
            "auth.test": {"user_id": "U1", "user": "ana"},
            "users.list": {"members": []},
            "conversations.info": {"channel": {"id": "C1", "name": "garden"}},
        }.get(path) or self._page(path, dict(parse_qsl(content.decode())))
        return Reply(200, httpx.Headers(), json.dumps({"ok": True, **said}).encode(), "https://slack.com", True)

    def _page(self, path: str, fields: dict[str, str]) -> dict[str, Any]:
        self.asked.append({"path": path, **fields})
        number = int(fields.get("cursor", "0"))
        more = self.is_endless or number + 1 < len(self.pages)
        rows = self.pages[min(number, len(self.pages) - 1)]
        return {"messages": rows, "response_metadata": {"next_cursor": str(number + 1) if more else ""}}


async def found(pages: Pages, thread: str = "") -> bool:
    """Whether the message is."""
    team = SlackTeam(pages, None)  # type: ignore[arg-type]
    return await team.find_posted("C1", "ours", NOON, thread=thread) is not None


async def test_a_reply_behind_the_first_page_of_its_thread_is_found() -> None:
    pages = Pages([OTHER] * 200, [OTHER, OURS])
    assert await found(pages, "1795600000.000100")
    assert [one["path"] for one in pages.asked] == ["conversations.replies"] * 2
    assert {one["ts"] for one in pages.asked} == {"1795600000.000100"}
    assert {one["oldest"] for one in pages.asked} == {f"{NOON.timestamp():.6f}"}


async def test_what_is_on_no_page_is_not_there() -> None:
    pages = Pages([OTHER], [{**OURS, "user": "U2"}])
    assert not await found(pages)
    assert [one["path"] for one in pages.asked] == ["conversations.history"] * 2


async def test_of_more_than_can_be_read_nobody_says_that_it_is_not_there() -> None:
    with pytest.raises(OutcomeUnknown):
        await found(Pages([OTHER], is_endless=True))
