"""What doctor says of the world outside."""

from pathlib import Path

import pytest

from app.interfaces.cli import outside
from tests.house import open_house, settings_in


async def test_who_is_asked_is_named_in_order(tmp_path: Path) -> None:
    keys = {"brave_api_key": "b" * 20, "searxng_url": "http://127.0.0.1:8899", "weatherapi_key": "w" * 20}
    settings = settings_in(tmp_path, web_access=True, **keys)
    async with open_house(tmp_path, settings=settings) as services:
        found = await outside.web(services)
    assert (found.part, found.state) == ("the web", "ok")
    assert found.says.startswith("search by Brave Search, then SearXNG, then Wikipedia")
    assert "weather by WeatherAPI, then Open-Meteo; ways by OpenStreetMap" in found.says
    assert "bbbb" not in found.says


async def test_what_is_switched_off_says_so(tmp_path: Path) -> None:
    async with open_house(tmp_path) as services:
        states = [(await look(services)).state for look in (outside.web, outside.browser)]
    assert states == ["off", "off"]


async def test_a_browser_is_found_or_its_command_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_in(tmp_path, web_access=True)
    async with open_house(tmp_path, settings=settings) as services:
        there = await outside.browser(services)
        monkeypatch.setattr("app.interfaces.cli.outside.driver", lambda: "")
        missing = await outside.browser(services)
    assert (there.state, "started when it is needed" in there.says) == ("ok", True)
    assert (missing.state, "./scripts/browser" in missing.says) == ("off", True)
    wrong = settings_in(tmp_path, web_access=True, browser_path=str(tmp_path / "none"))
    monkeypatch.undo()
    async with open_house(tmp_path, settings=wrong) as services:
        assert (await outside.browser(services)).state == "broken"
