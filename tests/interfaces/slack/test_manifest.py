"""The manifest that people paste asks for what is used: every event that is read, the Home tab, taps, commands and Socket Mode."""

from slack_sdk.models.views import View

from app.interfaces.slack.home import home_view
from app.interfaces.slack.payloads import _EVENTS
from tests.servers.emulate_slack import MANIFEST


def test_every_event_that_is_read_is_asked_for() -> None:
    asked = {name.partition(".")[0] for name in MANIFEST["settings"]["event_subscriptions"]["bot_events"]}
    assert asked == set(_EVENTS)


def test_each_kind_of_chat_that_is_listened_to_may_be_read() -> None:
    kinds = {"channels", "groups", "im", "mpim"}
    events = MANIFEST["settings"]["event_subscriptions"]["bot_events"]
    assert {name.partition(".")[2] for name in events if name.startswith("message.")} == kinds
    assert {f"{kind}:history" for kind in kinds} <= set(MANIFEST["oauth_config"]["scopes"]["bot"])


def test_taps_commands_the_home_tab_and_sockets_are_on() -> None:
    assert MANIFEST["settings"]["interactivity"]["is_enabled"]
    assert MANIFEST["settings"]["socket_mode_enabled"]
    assert [command["command"] for command in MANIFEST["features"]["slash_commands"]] == ["/kwasi"]
    assert MANIFEST["features"]["app_home"]["home_tab_enabled"] == (View(**home_view([])).type == "home")
