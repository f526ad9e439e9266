"""Which services of the world outside are asked, by the settings."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.web import build_web, secret
from app.clock import SystemClock
from app.errors import ConfigurationError
from app.integrations.fetching.fetcher import fetcher_of
from app.integrations.web import NO_WEB
from app.models.media import build_media
from tests.house import settings_in


def built(folder: Path, **changes: object) -> object:
    settings = settings_in(folder, **changes)
    return build_web(settings, fetcher_of(settings, SystemClock()), SystemClock(), build_media(settings))


def test_nobody_is_asked_where_the_web_is_off(tmp_path: Path) -> None:
    assert built(tmp_path) is NO_WEB


def test_without_any_key_everything_has_somebody_to_ask(tmp_path: Path) -> None:
    web = built(tmp_path, web_access=True)
    assert all(getattr(web, port) is not None for port in ("weather", "search", "pages", "maps", "news"))


@pytest.mark.parametrize("name", ["open_meteo_url", "nominatim_url", "duckduckgo_url", "searxng_url"])
def test_an_address_that_is_none_is_named_before_anything_runs(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigurationError, match="can't be read"):
        built(tmp_path, web_access=True, **{name: "ftp://services.example"})


@pytest.mark.parametrize(("value", "key"), [(None, ""), (SecretStr("  "), ""), (SecretStr(" k1 "), "k1")])
def test_a_key_of_blanks_is_none(value: SecretStr | None, key: str) -> None:
    assert secret(value) == key
