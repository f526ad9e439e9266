"""The running summary: a line a run; condensed by a small model where it grows, by rules where there is none."""

from pathlib import Path

from app.clock import ManualClock
from app.models.asking import Asker
from app.workers.summary import CHARACTERS, by_rules, line_of, with_line
from tests.house import FixedModels, open_house, says, scripted, settings_in
from tests.workers.conftest import NOON

FULL = "\n".join(f"- line {number} {'x' * 60}" for number in range(30))[:CHARACTERS]


def test_a_line_says_when_what_was_asked_and_what_was_done() -> None:
    assert (
        line_of(NOON, "add\nmilk", ["Added milk."], "It is there.")
        == "- 2027-03-10 12:00 “add milk”: Added milk.; It is there."
    )
    assert line_of(NOON, "look", [], "") == "- 2027-03-10 12:00 “look”: nothing to say"
    assert len(line_of(NOON, "x" * 900, ["y" * 900] * 9, "z" * 900)) <= 400


def test_by_rules_the_oldest_lines_go() -> None:
    kept = by_rules(FULL, "- the newest")
    assert len(kept) <= CHARACTERS
    assert kept.endswith("- the newest")
    assert "line 0 " not in kept
    assert len(by_rules("", "z" * 9_000)) == CHARACTERS


async def _after(folder: Path, answer: str) -> tuple[str, int]:
    """The summary after one line too many, and how often a model was asked."""
    asked: list[int] = []

    def mini(_: object) -> object:
        asked.append(1)
        return says(answer)

    model = scripted(mini)  # type: ignore[arg-type]
    models = FixedModels(model, model, behind=model if answer else None)
    async with open_house(folder, settings=settings_in(folder), clock=ManualClock(NOON), models=models) as house:
        asker = Asker(house.models, house.resources.budget)
        short = await with_line("", "- first", asker=asker, user=house.owner, run_id="r")
        assert short == "- first"
        return await with_line(FULL, "- the newest", asker=asker, user=house.owner, run_id="r"), len(asked)


async def test_a_model_is_asked_only_where_the_line_no_longer_fits(tmp_path: Path) -> None:
    assert await _after(tmp_path, '{"summary": "- all of it"}') == ("- all of it\n- the newest", 1)


async def test_an_answer_of_no_use_leaves_it_to_the_rules(tmp_path: Path) -> None:
    assert (await _after(tmp_path, '{"summary": 7}'))[0] == by_rules(FULL, "- the newest")


async def test_without_a_model_the_rules_do_it(tmp_path: Path) -> None:
    assert await _after(tmp_path, "") == (by_rules(FULL, "- the newest"), 0)


def test_by_rules_many_short_lines_leave_the_newest_that_fit() -> None:
    kept = by_rules("\n".join(f"- {number}" for number in range(20_000)), "- the newest")
    assert len(kept) <= CHARACTERS
    assert kept.endswith("- 19998\n- 19999\n- the newest")
