"""Fetching what came with a message."""

import json

import pytest

from app.errors import DeliveryLater, InputRefused
from app.interfaces.slack.files import Files
from app.interfaces.slack.workspace import Workspace
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.slack_front import CUT, Fault, SlackFront, says_no

DATA = b"%PDF-1.7 a plan \xff" * 100


async def reference(workspace: Workspace, slack: EmulatedSlack) -> str:
    return f"slack:{await workspace.attach(slack.ana, 'plan.pdf', DATA)}"


async def test_the_bytes_are_those_that_were_sent(workspace: Workspace, slack: EmulatedSlack) -> None:
    assert await Files(workspace).fetch(await reference(workspace, slack)) == DATA


async def test_our_limit_is_said(workspace: Workspace, slack: EmulatedSlack) -> None:
    with pytest.raises(InputRefused, match="larger than 0 MB"):
        await Files(workspace, largest=100).fetch(await reference(workspace, slack))


def told(size: object, url: str) -> Fault:
    file = {"id": "F1", "size": size, "mimetype": "application/pdf", "url_private_download": url}
    return Fault(status=200, body=json.dumps({"ok": True, "file": file}))


async def test_a_file_that_is_larger_than_it_says_is_not_taken(
    workspace: Workspace, slack: EmulatedSlack, front: SlackFront
) -> None:
    file = (await reference(workspace, slack)).partition(":")[2]
    front.fails("files.info", told(1, f"{front.url}/files-pri/{file}/plan.pdf"))
    with pytest.raises(InputRefused, match="larger than"):
        await Files(workspace, largest=100).fetch("slack:F1")


@pytest.mark.parametrize(
    "fault", [told(1, "https://evil.example/x"), told([], ""), says_no("file_not_found"), says_no("file_deleted")]
)
async def test_what_will_never_come_is_said(workspace: Workspace, front: SlackFront, fault: Fault) -> None:
    front.fails("files.info", fault)
    with pytest.raises(InputRefused, match="Send it again"):
        await Files(workspace).fetch("slack:F1")


async def test_a_page_instead_of_a_file_is_no_file(
    workspace: Workspace, slack: EmulatedSlack, front: SlackFront
) -> None:
    file = await reference(workspace, slack)
    front.fails("file", Fault(status=200, body="<html>sign in</html>", headers=(("content-type", "text/html"),)))
    with pytest.raises(InputRefused, match="Send it again"):
        await Files(workspace).fetch(file)


async def test_a_permission_that_is_missing_is_named(workspace: Workspace, front: SlackFront) -> None:
    front.fails("files.info", says_no("missing_scope"))
    with pytest.raises(InputRefused, match="files:read"):
        await Files(workspace).fetch("slack:F1")


@pytest.mark.parametrize("fault", [CUT, says_no("ratelimited"), says_no("token_expired"), Fault(status=503)])
async def test_what_may_yet_come_is_waited_for(workspace: Workspace, front: SlackFront, fault: Fault) -> None:
    front.fails("files.info", fault)
    with pytest.raises(DeliveryLater):
        await Files(workspace).fetch("slack:F1")


@pytest.mark.parametrize("other", ["telegram:F1", "slack:", ""])
async def test_another_channels_file_is_none_of_ours(workspace: Workspace, other: str) -> None:
    with pytest.raises(InputRefused):
        await Files(workspace).fetch(other)
