"""What Slack can tell us beside what every channel can: who we are there, a tap that can be answered at an address, the Home tab."""

from dataclasses import dataclass

from app.interfaces.pushed.incoming import Command, Ignored, Said, Tap

CHANNEL = "slack"


@dataclass(frozen=True, slots=True)
class Me:
    """The bot as Slack knows it: what it is mentioned by, what its messages are marked with, and its workspace."""

    user: str
    bot: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackTap(Tap):
    """A tap. `response_url` takes an answer that only who tapped sees; "" where there is none. Whether it is Slack's is asked when it is used."""

    response_url: str = ""


@dataclass(frozen=True, slots=True)
class HomeOpened:
    """Somebody looks at the Home tab."""

    user: str


Event = Said | Command | SlackTap | HomeOpened | Ignored
