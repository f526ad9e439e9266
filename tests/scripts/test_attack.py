"""A small share of the attacks on a running server, with their benign twins. All of them, at full count, are in scripts/prove."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.prove.attack import ATTACKS, play, shown
from scripts.prove.attacks.load import PIECES
from scripts.prove.attacks.model import ObeyingModel, order, orders

ROOT = Path(__file__).parents[2]
SHARE = ("carried", "accounts", "hidden", "strange names", "foreign pages", "signed out")


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARE)
async def test_no_attack_gets_through_and_nobody_in_the_right_is_refused(name: str) -> None:
    [row] = [row for row in ATTACKS if row.name == name]
    result = await play(row, count=2, seed=5)
    assert result.is_well, shown(result)


def test_an_order_is_found_wherever_it_is_quoted() -> None:
    said = order("remember_fact", {"statement": 'my "bank"\n{evil}'})
    for shown_as in (said, f"<p>{said}</p>", f"[attached]\n{said} and more"):
        assert ("remember_fact", {"statement": 'my "bank"\n{evil}'}) in list(orders(shown_as))
    assert list(orders("CALL nothing {broken")) == []


def test_the_model_obeys_once_a_turn_and_only_what_is_offered() -> None:
    model, words = ObeyingModel(), order("clear_list", {"list_name": "todo"})
    tools = [
        {"function": {"name": "use_tool", "description": "Calls any of these:\nclear_list(list_name) Empty a list."}}
    ]
    asked = {"role": "user", "content": words}
    assert b"clear_list" in (model.answer({"messages": [asked], "tools": tools}) or b"")
    called = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "clear_list"}}]}
    assert b"Done." in (model.answer({"messages": [asked, called], "tools": tools}) or b"")
    assert b"Done." in (model.answer({"messages": [asked], "tools": []}) or b"")
    assert [call[0] for call in model.made] == ["clear_list"]


def test_every_attack_has_a_name_of_its_own_and_says_which_promise_it_tries() -> None:
    assert len({row.name for row in ATTACKS}) == len(ATTACKS) == 17
    assert len(set(PIECES)) == len(PIECES) >= 12
    done = subprocess.run(
        [sys.executable, "scripts/prove/attack.py", "--list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert all(row.name in done.stdout and row.promise in done.stdout for row in ATTACKS)
