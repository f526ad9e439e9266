"""`reflect`: the reflection now, and what it changed in plain words."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.models import build_models
from app.bootstrap.services import Services, build_services
from app.config import Settings
from app.interfaces.cli import reflect
from app.learning.reflection import Reflected
from tests.e2e.commands import Machine
from tests.house import FixedModels, open_house, scripted, settings_in
from tests.learning.behind import Behind
from tests.learning.spoken import spoken

ANSWER = {"profile": {"you": [{"text": "Lives in Accra", "from": ["t1"]}, {"text": "Sails", "from": ["t1"]}]}}


def test_without_a_model_it_says_what_to_set(machine: Machine) -> None:
    said = machine.run("reflect")
    assert said.code == 1
    assert "MODEL_NAME" in said.out
    assert said.err == ""


async def test_it_says_what_changed_and_then_that_nothing_is_new(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def build(settings: Settings, **_: Any) -> Services:
        offline = build_models(settings).offline
        models = FixedModels(offline, offline, behind=scripted(Behind(ANSWER)))
        return await build_services(settings, models=models)

    async with open_house(tmp_path) as house:
        await spoken(house, "I live in Accra")
    assert await reflect.run(settings_in(tmp_path), build, Namespace()) == 0
    said = capsys.readouterr().out
    assert said.startswith("Read 1 message with ")
    assert "Profile: written anew, 3 words." in said
    assert "Left out, because it wasn't clear where it came from: 1." in said
    assert await reflect.run(settings_in(tmp_path), build, Namespace()) == 0
    assert capsys.readouterr().out == "Nothing new was said since the last time.\n"


@pytest.mark.parametrize(
    "status", ["no model", "unavailable", "unreadable", "over budget", "changed meanwhile", "under way", "nothing new"]
)
def test_each_end_is_one_sentence_that_apologises_for_nothing(status: Any) -> None:
    [sentence] = reflect.told(Reflected("owner", status))
    assert sentence.endswith(".")
    assert not sentence.startswith(("I'm sorry", "Unfortunately", "I apologise"))


def test_a_reflection_that_keeps_nothing_says_so() -> None:
    assert reflect.told(Reflected("owner", "reflected", turns=2))[-1] == "Nothing to keep."
