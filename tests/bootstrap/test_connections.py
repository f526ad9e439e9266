"""What to say of a service that is not connected: its name, what it needs, and what can be done today."""

import ast
import re
from pathlib import Path

import pytest

from app.bootstrap.connections import SettingsConnections
from app.config import Settings
from app.routing.domains import DOMAINS
from tests.house import settings_in

ROOT = Path(__file__).parents[2]


@pytest.fixture
def connections(tmp_path: Path) -> SettingsConnections:
    return SettingsConnections(settings_in(tmp_path))


@pytest.mark.parametrize(
    "service", [domain.integration for domain in DOMAINS if domain.integration and domain.integration != "health"]
)
def test_every_service_of_a_domain_says_what_it_needs(connections: SettingsConnections, service: str) -> None:
    said = connections.status(service)
    assert "isn't connected yet. It needs " in said
    assert said.endswith(".")


_VARIABLE = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*_(?:TOKEN|KEY|SECRET|URL|EMAIL|TIME|HOURS|IDS?|NAME|ZONE)\b")
_NOT_OURS = {"LEASE_TIME", "PAST_TIME", "DEFAULT_TIME"}  # names of the code


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


@pytest.mark.parametrize("service", ["", "telepathy"])
def test_a_service_nobody_knows_is_said_to_be_unknown(connections: SettingsConnections, service: str) -> None:
    assert connections.status(service) == f"I don't know a service called {service}."
