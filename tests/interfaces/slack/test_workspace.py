"""What is done in a workspace, at others' server; what it shows is read by Slack's own client."""

import json

import pytest

from app.interfaces.slack.client import SlackClient
from app.interfaces.slack.failures import Away, Refused, SlackProblem, Uncertain
from app.interfaces.slack.place import place_at
from app.interfaces.slack.workspace import Workspace
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.scripted import reply, scripted
from tests.servers.slack_front import CUT, LOST, Fault, SlackFront, says_no


async def test_who_we_are_and_what_others_are_called(
    slack: EmulatedSlack, front: SlackFront, workspace: Workspace
) -> None:
    assert (await workspace.me()).user == slack.bot
    for _ in range(3):
        assert await workspace.name_of(slack.ana) == "ana"
        assert await workspace.name_of("U0NOBODY") == ""
    assert len(front.of("users.info")) == 2
    assert await workspace.channel_name(slack.channel) == "garden"


async def test_a_talk_is_opened_once(slack: EmulatedSlack, front: SlackFront, workspace: Workspace) -> None:
    first = await workspace.post(slack.ana, "one", [])
    second = await workspace.post(slack.ana, "two", [])
    talk = await workspace.channel_of(place_at(slack.ana))
    assert len(front.of("conversations.open")) == 1
    shown = {message["ts"]: message["text"] for message in slack.messages(talk)}
    assert (shown[first], shown[second]) == ("one", "two")


async def test_an_answer_stands_in_its_thread(slack: EmulatedSlack, workspace: Workspace) -> None:
    root = slack.says(slack.channel, text="who waters?")
    place = f"{slack.channel}/{root}"
    await workspace.post(place, "I do", [])
    assert [message["text"] for message in slack.thread(slack.channel, root)] == ["who waters?", "I do"]
    assert [message["text"] for message in await workspace.thread(place_at(place))] == ["who waters?", "I do"]
    assert await workspace.thread(place_at(slack.ana)) == []


async def test_a_message_is_changed_and_taken_away(slack: EmulatedSlack, workspace: Workspace) -> None:
    ts = await workspace.post(slack.ana, "one", [])
    await workspace.change(slack.ana, ts, "two", [])
    talk = await workspace.channel_of(place_at(slack.ana))
    assert [message["text"] for message in slack.messages(talk) if message["ts"] == ts] == ["two"]
    await workspace.take_away(slack.ana, ts)
    assert ts not in {message["ts"] for message in slack.messages(talk)}
    with pytest.raises(Refused) as gone:
        await workspace.change(slack.ana, ts, "three", [])
    assert gone.value.error == "message_not_found"


async def test_what_only_one_person_sees(slack: EmulatedSlack, front: SlackFront, workspace: Workspace) -> None:
    root = slack.says(slack.channel, text="hello")
    await workspace.whisper(f"{slack.channel}/{root}", slack.ana, "psst")
    [asked] = front.of("chat.postEphemeral")
    assert (asked["user"], asked["thread_ts"], asked["text"]) == (slack.ana, root, "psst")
    assert len(slack.thread(slack.channel, root)) == 1


async def test_who_tapped_is_told_and_what_they_tapped_on_stays() -> None:
    async with scripted(lambda _: reply(200, "ok")) as server:
        workspace = Workspace(SlackClient(f"{server.url}/api", "xoxb-test"))
        await workspace.answer_tap(f"{server.url}/actions/1", "That button no longer does anything.")
        await workspace.client.close()
    assert json.loads(server.asked[0].body)["replace_original"] is False
    assert "authorization" not in server.asked[0].headers


async def test_what_was_sent_is_found_by_its_key(slack: EmulatedSlack, workspace: Workspace) -> None:
    root = slack.says(slack.channel, text="hello")
    for place in (slack.ana, f"{slack.channel}/{root}"):
        ts = await workspace.post(place, "same words", [], key="k1")
        await workspace.post(place, "same words", [], key="k2")
        assert await workspace.find_sent(place, "k1") == ts
        assert await workspace.find_sent(place, "k3") == ""


async def test_a_file_stands_where_it_belongs(slack: EmulatedSlack, front: SlackFront, workspace: Workspace) -> None:
    root = slack.says(slack.channel, text="a plan?")
    file = await workspace.attach(f"{slack.channel}/{root}", "plan.txt", b"dig", alt="A plan")
    shared = slack.thread(slack.channel, root)[-1]
    assert [each["id"] for each in shared["files"]] == [file]
    assert front.of("files.getUploadURLExternal")[0]["alt_txt"] == "A plan"
    stored = await workspace.stored(file)
    assert (stored.name, stored.size) == ("plan.txt", 3)


@pytest.mark.parametrize(
    ("method", "fault", "kind"),
    [
        ("files.getUploadURLExternal", LOST, Away),
        ("file", LOST, Away),
        ("file", Fault(status=500), Away),
        ("files.completeUploadExternal", LOST, Uncertain),
        ("files.completeUploadExternal", says_no("file_not_found"), Refused),
    ],
)
async def test_a_file_is_uncertain_only_once_it_may_be_seen(
    slack: EmulatedSlack, front: SlackFront, workspace: Workspace, method: str, fault: Fault, kind: type[SlackProblem]
) -> None:
    front.fails(method, fault)
    with pytest.raises(kind):
        await workspace.attach(slack.ana, "plan.txt", b"dig")


@pytest.mark.parametrize("method", ["auth.test", "conversations.open", "chat.postMessage"])
async def test_an_answer_that_lacks_what_matters_is_a_failure(
    slack: EmulatedSlack, front: SlackFront, workspace: Workspace, method: str
) -> None:
    front.fails(method, Fault(status=200, body='{"ok": true, "ts": 7, "user_id": [], "channel": "x"}'))
    with pytest.raises(Uncertain if method == "chat.postMessage" else Away):
        await workspace.me() if method == "auth.test" else await workspace.post(slack.ana, "x", [])


async def test_a_thread_without_an_end_is_left(slack: EmulatedSlack, front: SlackFront, workspace: Workspace) -> None:
    endless = Fault(status=200, body='{"ok": true, "messages": [], "response_metadata": {"next_cursor": "again"}}')
    front.fails("conversations.replies", *[endless] * 20)
    with pytest.raises(Away, match="endless"):
        await workspace.find_sent(f"{slack.channel}/1.5", "k")


async def test_a_name_is_asked_again_after_a_failure(
    slack: EmulatedSlack, front: SlackFront, workspace: Workspace
) -> None:
    front.fails("users.info", CUT)
    with pytest.raises(SlackProblem):
        await workspace.name_of(slack.ana)
    assert await workspace.name_of(slack.ana) == "ana"


async def test_what_somebody_else_posted_with_our_key_is_not_ours(slack: EmulatedSlack, workspace: Workspace) -> None:
    talk = await workspace.channel_of(place_at(slack.ana))
    metadata = {"event_type": "kwasi_message", "event_payload": {"key": "k-others"}}
    slack.seen_by().api_call("chat.postMessage", json={"channel": talk, "text": "mine", "metadata": metadata})
    assert await workspace.find_sent(slack.ana, "k-others") == ""
    ours = await workspace.post(slack.ana, "Beans", [], key="k-others")
    assert await workspace.find_sent(slack.ana, "k-others") == ours
