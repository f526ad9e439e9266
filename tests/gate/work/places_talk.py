"""Where a stranger's words stand at Slack."""

import json
from collections.abc import Callable
from typing import Any

from tests.gate.work.office import Office
from tests.gate.work.planting import Place, Planted
from tests.house import calls
from tests.servers.emulate_slack import BEN_TOKEN
from tests.servers.slack_front import Fault

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


PLACES = (
    Place("message", _said, "channel"),
    Place("thread reply", _answered, "channel"),
    Place("slack link", lambda o, w: _said(o, f"<https://evil.example/x|{w.replace('>', ' ').replace('|', ' ')}>"), "channel", line=True),
    Place("slack file", _filed, "channel"),
    Place("topic", _topic, "channel"),
    Place("channel name", _channel, "channel", line=True),
    Place("display name", _author, "channel", line=True),
    Place("job title", _profile("title"), "channel", line=True),
    Place("slack search", _found_there, "channel"),
)  # fmt: skip
