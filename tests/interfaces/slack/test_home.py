"""The Home tab: held to slack_sdk's model of a view, and shown by others' server."""

from slack_sdk.models.views import View

from app.interfaces.slack.home import Section, home_view
from app.interfaces.slack.workspace import Workspace
from tests.interfaces.slack.test_blocks import HOSTILE, valid
from tests.servers.emulate_slack import EmulatedSlack
from tests.servers.slack_front import SlackFront


def test_sections_stand_under_their_headings() -> None:
    view = home_view([Section("Today", ("09:00 Dentist", HOSTILE)), Section("", ("only lines",)), Section("Empty")])
    View(**view).validate_json()
    kinds = [block["type"] for block in view["blocks"]]
    assert kinds == ["header", "rich_text", "rich_text", "header"]
    [paragraph] = view["blocks"][1]["elements"]
    assert paragraph["elements"] == [{"type": "text", "text": f"• 09:00 Dentist\n• {HOSTILE}"}]
    valid([block for block in view["blocks"] if block["type"] == "rich_text"])


def test_it_stays_within_what_slack_takes() -> None:
    many = home_view([Section(f"{number} " + "t" * 200, ("x" * 4000, "y")) for number in range(200)])
    View(**many).validate_json()
    assert len(many["blocks"]) <= 100
    assert many["blocks"][-1]["elements"][0]["elements"] == [{"type": "text", "text": "…"}]


def test_nothing_to_show_is_shown_as_nothing() -> None:
    View(**home_view([])).validate_json()
    assert home_view([Section(" ", (" ", "\u200b"))]) == home_view([])


async def test_it_is_published_for_one_person(slack: EmulatedSlack, front: SlackFront, workspace: Workspace) -> None:
    await workspace.publish(slack.ana, home_view([Section("Today", ("one",))]))
    [asked] = front.of("views.publish")
    assert asked["user_id"] == slack.ana
