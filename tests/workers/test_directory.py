"""Who there are: found by name in any case, taken on once, with a name that can stand in front of what is said."""

import pytest

from app.errors import ToolProblem
from app.memory.caps import CAPS
from app.workers.directory import LONGEST_PURPOSE, found_or_taken_on, name_of, purpose_of
from tests.tools.conftest import Desk
from tests.tools.conftest import desk as desk


@pytest.mark.parametrize(
    ("said", "name"), [(' "Plant  Keeper". ', "Plant Keeper"), ("Ama", "Ama"), ("R2-D2", "R2-D2"), ("Ɛsi", "Ɛsi")]
)
def test_a_name_is_kept_without_marks_around_it(said: str, name: str) -> None:
    assert name_of(said) == name


@pytest.mark.parametrize("said", ["", "  ", "a: b", "me", "Kwasi", "x" * 41, "<script>", "?!", "one\x00two"])
def test_what_can_be_no_name_is_refused_with_a_sentence(said: str) -> None:
    with pytest.raises(ToolProblem):
        name_of(said)


def test_a_purpose_is_one_line() -> None:
    assert purpose_of("look\nafter  it") == "look after it"
    assert len(purpose_of("x" * 900)) == LONGEST_PURPOSE


async def test_one_is_taken_on_once_whatever_the_case(desk: Desk) -> None:
    first, new = await found_or_taken_on(desk.deps, "Ama", "", "water the ferns")
    again, newer = await found_or_taken_on(desk.deps, "AMA", "something else", "go")
    assert (new, newer) == (True, False)
    assert again.id == first.id
    assert again.purpose == "water the ferns"


async def test_there_is_a_most(desk: Desk) -> None:
    for number in range(CAPS["workers"].most):
        await found_or_taken_on(desk.deps, f"Worker {number}", "", "go")
    with pytest.raises(ToolProblem, match="Dismiss one"):
        await found_or_taken_on(desk.deps, "One more", "", "go")
    assert not (await found_or_taken_on(desk.deps, "worker 3", "", "go"))[1]
