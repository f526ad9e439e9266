"""`health pair`: the code that is drawn is the line that is printed, and an address no phone reaches is told as one."""

import json
from argparse import Namespace
from pathlib import Path

import pytest
import segno

from app.bootstrap.services import Services
from app.errors import InputRefused
from app.health.access import digest_of
from app.interfaces.cli.health_pair import (
    LOOPBACK,
    NOT_RUNNING,
    PLAIN,
    UNNAMED,
    code,
    pair_phone,
    reachable_url,
    warnings_of,
)
from tests.house import settings_in

_DARK = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}  # light is drawn: what is left is dark


def asked(name: str = "Pixel", url: str = "https://kwasi.example.org", *, as_json: bool = False) -> Namespace:
    return Namespace(name=name, url=url, json=as_json)


def seen(drawn: str) -> list[list[int]]:
    """The modules a camera sees, two rows a line of text."""
    rows = [[_DARK[character][half] for character in line] for line in drawn.splitlines() for half in (0, 1)]
    return [row for row in rows if 1 in row]


def test_the_code_drawn_is_the_code_meant() -> None:
    uri = "kwasi://pair?v=1&url=https%3A%2F%2Fkwasi.example.org&secret=abc"
    matrix = [list(row) for row in segno.make(uri, error="m").matrix]
    lines = [row[4:-4] for row in seen(code(uri, coloured=False))]
    assert lines[: len(matrix)] == matrix
    coloured = code(uri, coloured=True)
    assert all(line.startswith("\033[38;5;231;48;5;16m") and line.endswith("\033[0m") for line in coloured.splitlines())


async def test_what_is_shown_opens_the_door_and_is_kept_nowhere(
    house: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await pair_phone(house.settings, house, asked(as_json=True)) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["id"], shown["name"], shown["url"]) == (1, "Pixel", "https://kwasi.example.org")
    assert shown["warnings"] == [UNNAMED, NOT_RUNNING]
    assert shown["uri"] == f"kwasi://pair?v=1&url=https%3A%2F%2Fkwasi.example.org&secret={shown['secret']}"
    assert await house.store.health_senders.by_digest(digest_of(shown["secret"].encode()))
    assert await pair_phone(house.settings, house, asked()) == 0
    said = capsys.readouterr().out
    assert "\033" not in said  # it goes into a file here
    assert "health unpair 2" in said
    assert shown["secret"] not in said


@pytest.mark.parametrize(
    ("url", "public_hosts", "warned"),
    [
        ("https://kwasi.example.org", "", True),
        ("https://kwasi.example.org", "kwasi.example.org", False),
        ("http://192.168.1.4:8321", "", False),
    ],
)
async def test_a_name_under_which_the_phone_would_be_turned_away_is_said(
    house: Services, capsys: pytest.CaptureFixture[str], url: str, public_hosts: str, warned: bool
) -> None:
    settings = house.settings.model_copy(update={"public_hosts": public_hosts})
    assert await pair_phone(settings, house, asked(url=url, as_json=True)) == 0
    assert (UNNAMED in json.loads(capsys.readouterr().out)["warnings"]) is warned


async def test_a_wrong_address_pairs_nothing(house: Services) -> None:
    with pytest.raises(InputRefused):
        await pair_phone(house.settings, house, asked(url="kwasi.example.org"))
    assert await house.store.health_senders.everything(house.owner.id) == []


@pytest.mark.parametrize(
    ("settings", "running", "url"),
    [
        ({}, "", "http://127.0.0.1:8321"),
        ({}, "http://127.0.0.1:9000", "http://127.0.0.1:9000"),
        ({"host": "::1"}, "http://[::1]:9000", "http://[::1]:9000"),
        ({"host": "192.168.1.4"}, "", "http://192.168.1.4:8321"),
        ({"public_hosts": "kwasi.example.org, other"}, "http://127.0.0.1:9000", "https://kwasi.example.org"),
        ({"public_hosts": "http://nas.local:8321"}, "", "http://nas.local:8321"),
    ],
)
def test_the_address_is_where_a_phone_most_likely_reaches_it(
    tmp_path: Path, settings: dict[str, str], running: str, url: str
) -> None:
    assert reachable_url(settings_in(tmp_path, **settings), running) == url


def test_an_open_house_has_an_address_in_its_network(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::"):  # noqa: S104 - nobody listens
        url = reachable_url(
            settings_in(tmp_path, host=host), f"http://[{host}]:9000" if ":" in host else f"http://{host}:9000"
        )
        assert url.startswith("http://")
        assert url.endswith(":9000")
        assert f"//{host}" not in url
        assert "[::]" not in url


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://127.0.0.1:8321", [LOOPBACK]),
        ("https://localhost", [LOOPBACK]),
        ("http://127.9.9.9", [LOOPBACK]),
        ("http://[::1]:8321", [LOOPBACK]),
        ("http://192.168.1.4:8321", [PLAIN]),
        ("https://kwasi.example.org", []),
    ],
)
def test_what_to_know_of_an_address_is_said(url: str, says: list[str]) -> None:
    assert warnings_of(url) == says
