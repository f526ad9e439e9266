"""What to say of a service that is not connected: its name, what it needs, and what can be done today."""

import ast
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.connections import SettingsConnections
from app.config import Settings
from app.language.questions import spoken
from app.language.saying import in_language
from app.memory.records import Account
from app.routing.domains import DOMAINS
from tests.house import settings_in

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def connections(tmp_path: Path) -> SettingsConnections:
    return SettingsConnections(settings_in(tmp_path))


@pytest.mark.parametrize("service", sorted({domain.integration for domain in DOMAINS if domain.integration}))
def test_every_service_of_a_domain_says_how_it_is_connected(connections: SettingsConnections, service: str) -> None:
    said = connections.status(service, channel="cli")
    assert "I don't know a service" not in said
    assert "./scripts/run " in said or "transcripts" in said
    assert len(said) > 60


_VARIABLE = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*_(?:TOKEN|KEY|SECRET|URL|EMAIL|TIME|HOURS|IDS?|NAME|ZONE)\b")
_NOT_OURS = {"LEASE_TIME", "PAST_TIME", "DEFAULT_TIME", "OWN_ID"}  # names of the code


@pytest.mark.parametrize("channel", ["cli", "web"])
@pytest.mark.parametrize(
    "service", ["mail", "calendar", "github", "gitea", "slack", "jira", "drive", "google", "microsoft"]
)
def test_how_it_is_connected_is_said_in_french(connections: SettingsConnections, service: str, channel: str) -> None:
    said = connections.status(service, channel=channel)
    told = in_language(said, "fr")
    assert [line for line in told.split("\n") if line and line in said] == []
    assert spoken(told) == "fr"


def test_no_answer_and_no_page_names_a_setting_that_does_nothing() -> None:
    known = {name.upper() for name in Settings.model_fields} | _NOT_OURS
    for path in sorted((*(ROOT / "app").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md")):
        text = path.read_text("utf-8")
        said = text if path.suffix == ".md" else "\n".join(_strings(text))
        assert set(_VARIABLE.findall(said)) <= known, path


def _strings(source: str) -> list[str]:
    return [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def test_health_says_how_a_phone_is_paired(connections: SettingsConnections) -> None:
    for name in ("health", "Watch"):
        assert "./scripts/run health pair" in connections.status(name)


@pytest.mark.parametrize(
    ("alias", "name"), [("Email", "mail"), ("GMAIL", "mail"), ("web", "search"), ("GitHub", "github")]
)
def test_people_call_it_what_they_like(connections: SettingsConnections, alias: str, name: str) -> None:
    assert connections.status(alias) == connections.status(name)


def test_a_service_nobody_knows_is_said_to_be_unknown(connections: SettingsConnections) -> None:
    assert connections.status("telepathy") == "I don't know a service called telepathy."


ANA = Account(7, "owner", "imap", "personal", "ana@example.org", {}, [], "ok", "", None, None, None, NOON, NOON)
AT_GOOGLE = replace(
    ANA,
    id=8,
    provider="google",
    label="my work",
    identity="ana@gmail.com",
    state="revoked",
    problem="It let me in no more.",
)
LINK = replace(ANA, id=9, provider="ics", label="Team", identity="cal.example/0123456789")
EVERY = (ANA, AT_GOOGLE, LINK)


@pytest.mark.parametrize(
    "service", ["accounts", "mail", "calendar", "tasks", "contacts", "google", "microsoft", "caldav", "ics"]
)
def test_what_is_not_connected_is_connected_where_it_is_read(tmp_path: Path, service: str) -> None:
    at_home = SettingsConnections(settings_in(tmp_path, host="0.0.0.0", port=8400))  # noqa: S104 - compared
    away = SettingsConnections(settings_in(tmp_path, public_hosts="kwasi.example.org, other.example"))
    hooked = SettingsConnections(
        settings_in(tmp_path, telegram_webhook_url="https://hook.example:8443/webhooks/telegram")
    )
    assert "[Connections](/connections)" in at_home.status(service, (), "web")
    cli = at_home.status(service, (), "cli")
    assert "./scripts/run connect " in cli
    assert "http://127.0.0.1:8400/connections" in cli
    telegram = at_home.status(service, (), "telegram")
    assert "./scripts/run connect " in telegram
    assert "/connections" not in telegram
    assert "https://kwasi.example.org/connections" in away.status(service, (), "telegram")
    assert "https://hook.example:8443/connections" in hooked.status(service, (), "telegram")
    assert at_home.status(service).endswith("and I'll show you how.")


def test_what_is_connected_is_told_with_its_state_and_how_to_let_it_go(connections: SettingsConnections) -> None:
    mail = connections.status("mail", EVERY, "telegram")
    assert mail.startswith(
        "Mail: connected: personal (ana@example.org), works; my work (ana@gmail.com), doesn't work: "
    )
    assert "It let me in no more.\n" in mail
    assert "`./scripts/run disconnect personal` lets one go" in mail
    assert "disconnect 'my work'" in connections.status("google", EVERY, "telegram")
    calendars = connections.status("calendar", EVERY, "web")
    assert "Team (cal.example), works" in calendars
    assert "0123" not in calendars
    assert connections.status("microsoft", EVERY, "web").startswith("No Microsoft account is connected yet.")
    assert connections.status("accounts", EVERY).count("; ") == 2


def test_a_vendor_that_knows_us_needs_no_client_first(tmp_path: Path) -> None:
    known = SettingsConnections(settings_in(tmp_path, google_client_id="x", google_client_secret="y"))
    assert "client of your own" not in known.status("google", (), "web")
    assert "client of your own" in known.status("microsoft", (), "web")
