"""`health` in a terminal: what there is at a glance, who may send, and what is removed only after a yes."""

import io
import json
import re
from argparse import Namespace
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.errors import InputRefused, ToolProblem
from app.health.access import pair
from app.interfaces.cli import health
from app.interfaces.cli.arguments import parser
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.health_samples import SampleDraft
from tests.contract.test_isolation import ASIDE
from tests.interfaces.cli.conftest import NOON

START = int(NOON.timestamp() * 1000)


class Kept:
    """Services that stay open, so that a test can look at them after the command."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __getattr__(self, name: str) -> Any:
        return getattr(self._services, name)

    async def close(self) -> None:
        """Not yet."""


async def typed(house: Services, *words: str) -> int:
    """The exit code of `health …`, as it is typed."""

    async def build(_: Settings) -> Kept:
        return Kept(house)

    options: Namespace = parser().parse_args(["health", *words])
    return await health.run(house.settings, build, options)


def some(metric: str, *minutes: int, device: str = "watch") -> list[SampleDraft]:
    """One at each of these minutes before noon."""
    pulse = SampleDraft(metric, device, START, START, 0, 70.0, None, "c", 1)
    starts = [START - minute * 60_000 for minute in minutes]
    return [replace(pulse, start_ms=at, end_ms=at, client_id=f"{metric}{at}{device}") for at in starts]


@pytest.fixture
async def worn(house: Services) -> Services:
    """Pulses of two devices and a weight of last year; they came twelve minutes ago."""
    put, owner = house.store.health_samples.put_many, house.owner.id
    await put(owner, some("weight", 60 * 24 * 200), NOON - timedelta(hours=3))
    await put(owner, [*some("heart_rate", 30, 60), *some("heart_rate", 45, device="ring\x1b[2J")], NOON)
    await house.store.health_set_aside.put_many(owner, [ASIDE], NOON)
    assert isinstance(house.clock, ManualClock)
    house.clock.advance(timedelta(minutes=12))
    return house


async def test_nothing_yet_says_how_to_begin(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert await typed(house) == 0
    assert "health pair" in capsys.readouterr().out


async def test_what_there_is_is_a_table(worn: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await pair(worn.store, worn.owner.id, "Pixel", NOON)
    assert await typed(worn, "status") == 0
    shown = capsys.readouterr().out
    first, _, head, pulse, weight, *_ = shown.splitlines()
    assert first == "The last measurement came 12 minutes ago."
    assert head.split() == ["metric", "samples", "newest", "of", "came", "from"]
    assert re.split(r" {2,}", pulse) == ["heart rate", "3", "today 12:30", "12 minutes ago", "ring?[2J, watch"]
    assert weight.split() == ["weight", "1", "22", "Aug", "2026", "3", "hours", "ago", "watch"]
    assert "Nothing yet of steps, distance" in shown
    assert "Put aside: 1 of metrics this version doesn't know." in shown
    assert "#1 “Pixel”, since today at 13:00: has sent nothing yet" in shown


async def test_json_is_the_answer_of_the_door(worn: Services, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("--json",), ("status", "--json"), ("--json", "status")):
        assert await typed(worn, *words) == 0
        said = json.loads(capsys.readouterr().out)
        assert (said["lag_minutes"], said["set_aside"], len(said["metrics"])) == (12.0, 1, 20)


async def test_phones_are_told_with_a_clock_that_is_wrong(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert await typed(house, "phones") == 0
    assert "No phone is paired" in capsys.readouterr().out
    made = await pair(house.store, house.owner.id, "Pixel", NOON)
    await house.store.health_senders.of_setting(house.owner.id, "HEALTH_SECRET", NOON)
    await house.store.health_senders.used(house.owner.id, made.sender.id, NOON, -7_300)
    assert await typed(house, "phones") == 0
    assert capsys.readouterr().out == (
        "#1 “Pixel”, since today at 13:00: last sent just now; its clock is 2 hours behind\n"
    )
    assert await typed(house, "phones", "--json") == 0
    [phone] = json.loads(capsys.readouterr().out)["phones"]
    assert (phone["name"], phone["clock_skew_seconds"], phone["used_at"]) == ("Pixel", -7300.0, NOON.isoformat())


async def test_a_phone_is_unpaired_by_its_number(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    made = await pair(house.store, house.owner.id, "Pixel", NOON)
    await house.store.health_senders.of_setting(house.owner.id, "HEALTH_SECRET", NOON)
    assert await typed(house, "unpair", "1") == 0
    assert "can send nothing more" in capsys.readouterr().out
    assert await typed(house, "unpair", "1") == 1
    assert "No phone has that number" in capsys.readouterr().err
    assert await typed(house, "unpair", "2") == 1
    assert "Take it out of your settings" in capsys.readouterr().err
    assert made.sender.id == 1


@pytest.mark.parametrize(
    ("words", "left", "says"),
    [
        (("--yes",), 0, "Erased 4 measurements."),
        (("--metric", "weight", "--yes"), 3, "Erased 1 measurement of weight."),
        (("--metric", "pulse", "--yes"), 1, "Erased 3 measurements of heart rate."),
        (("--since", "the last 45 minutes", "--yes"), 3, "Erased 1 measurement from"),
        (("--metric", "heart_rate", "--until", "2026", "--yes"), 4, "nothing to erase"),
    ],
)
async def test_what_is_meant_is_erased(
    worn: Services, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], left: int, says: str
) -> None:
    assert await typed(worn, "erase", *words) == (1 if "nothing" in says else 0)
    assert says in capsys.readouterr().out
    assert await HealthRows(worn.database).count(worn.owner.id) == left


@pytest.mark.parametrize(("answer", "left"), [("yes\n", 0), ("no\n", 4), ("", 4)])
async def test_it_asks_before_it_erases(
    worn: Services, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, left: int
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert await typed(worn, "erase") == (1 if left else 0)
    assert capsys.readouterr().out.startswith("Erase 4 measurements.\nNothing brings them back")
    assert await HealthRows(worn.database).count(worn.owner.id) == left


async def test_what_means_nothing_is_said(house: Services) -> None:
    with pytest.raises(InputRefused, match="I know no metric “aura”"):
        await typed(house, "erase", "--metric", "aura")
    with pytest.raises(ToolProblem):
        await typed(house, "erase", "--since", "blurb")
