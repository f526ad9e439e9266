"""Long and marked texts on every channel: no word lost, code and tables readable, and no mark where none is meant."""

import re
from collections.abc import AsyncIterator

from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from tests.house import says, scripted
from tests.interfaces.contract.places import Place, anything, on
from tests.interfaces.contract.test_words import settled
from tests.interfaces.telegram.house import until

CODE = "def boil(water):\n    return water * 2  # *hot*"
TABLE = "| tea | minutes |\n|---|--:|\n| green | 2 |\n| black | 5 |"
STORED = "*not bold* <@U1> [x](y) _z_ ~s~ `c` @everyone"
_WORD = re.compile(r"[^\W_]+")


def long_answer() -> str:
    """12,000 characters of Markdown."""
    parts, number = [f"# Tea and kettles\n\n```python\n{CODE}\n```\n\n{TABLE}"], 0
    while sum(map(len, parts)) < 12_000:
        number += 1
        items = "\n".join(f"- item{number}x{each} is **strong{number}**" for each in range(4))
        parts.append(f"## Part{number}\n\nA sentence{number} of *some* length about kettle{number}.\n\n{items}")
    return "\n\n".join([*parts, "That was the last word."])


def in_pieces(answer: str) -> FunctionModel:
    """A model that says it a good deal at a time."""

    async def stream(_: list[ModelMessage], __: AgentInfo) -> AsyncIterator[str]:
        for start in range(0, len(answer), 1000):
            yield answer[start : start + 1000]

    return FunctionModel(lambda _, __: says(answer), stream_function=stream)


def words_of(text: str) -> list[str]:
    return _WORD.findall(text.replace("```python", "```"))


@on(anything)
async def test_a_long_answer_comes_whole_in_parts_that_fit(place: Place) -> None:
    answer = long_answer()
    async with place.open(in_pieces(answer)) as house:
        await place.side.says("tell me all of tea")
        await until(lambda: place.side.count("That was the last word."))
        await settled(place, house)
        shown = await place.side.shows()
    assert all(len(one.text) <= place.side.can.length for one in shown)
    assert words_of("\n".join(one.text for one in shown)) == words_of(answer)
    code = "\n".join(one.code for one in shown)
    assert CODE in code
    seen = (
        code if place.side.can.pushed else "\n".join(one.text for one in shown)
    )  # a browser and a terminal draw tables of their own
    rows = [line.replace("|", " ").split() for line in seen.splitlines()]
    assert ["green", "2"] in rows
    assert ["black", "5"] in rows


@on(anything)
async def test_what_is_stored_is_shown_letter_by_letter(place: Place) -> None:
    async with place.open(scripted(lambda _: says("Hm."))) as house:
        await house.services.store.tasks.add(
            house.owner, title=STORED, list_name="tasks", due_at=None, due_has_time=False, priority=0, turn_id=None, taint=[],
            at=house.services.clock.now(),
        )  # fmt: skip
        await place.side.says("/tasks")
        await until(lambda: place.side.count(STORED))
        [shown] = [one for one in await place.side.shows() if STORED in one.text]
        assert not shown.styled
