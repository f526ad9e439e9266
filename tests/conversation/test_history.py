"""The conversation a model is shown: whole turns, growing at the end, cut back in one step."""

import json
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from app.bootstrap.services import Services
from app.conversation.history import (
    LEAST_TURNS,
    MOST_CHARACTERS,
    MOST_OF_ONE,
    MOST_TURNS,
    NEVER_FEWER,
    Histories,
    storable,
)
from app.memory.records import Json
from app.prompts.turn import compose, split
from tests.conversation.conftest import NOON
from tests.house import open_house


def _exchange(question: str, answer: str, at: datetime = NOON) -> list[ModelMessage]:
    return [
        ModelRequest(parts=[UserPromptPart(question, timestamp=at)], instructions="Be brief.", timestamp=at),
        ModelResponse(parts=[ToolCallPart("look", {"at": question}, "c1")], timestamp=at, model_name="m"),
        ModelRequest(parts=[ToolReturnPart("look", "seen", "c1", timestamp=at)], timestamp=at),
        ModelResponse(parts=[TextPart(answer)], timestamp=at, model_name="m"),
    ]


def _small_talk(question: str, answer: str) -> list[ModelMessage]:
    return [ModelRequest(parts=[UserPromptPart(question)]), ModelResponse(parts=[TextPart(answer)])]


async def _add(
    house: Services,
    number: int,
    *,
    user: str = "",
    size: int = 10,
    messages: list[Json] | None = None,
    taint: tuple[str, ...] = (),
) -> None:
    await house.store.turns.add(
        user or house.owner.id,
        id=f"{user}t{number}",
        channel="cli",
        text=f"question {number}",
        reply="x",
        status="done",
        route={},
        taint=list(taint),
        usage={},
        model="m",
        trace_id="",
        started_at=NOON,
        finished_at=NOON,
        messages=messages or storable(_small_talk(f"question {number}", "a" * size)),
    )


def _bytes(messages: list[ModelMessage]) -> bytes:
    return ModelMessagesTypeAdapter.dump_json(messages)


def _questions(messages: list[ModelMessage]) -> list[int]:
    asked = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    return [int(str(part.content).split()[-1]) for part in asked]


async def test_a_turn_is_shown_as_it_was_sent(stored_house: Services) -> None:
    sent = storable(_exchange("question 1", "a"))
    await _add(stored_house, 1, messages=sent)
    shown = await Histories(stored_house.store).load(stored_house.owner.id)
    kinds = [part.part_kind for message in shown for part in message.parts]
    assert kinds == ["user-prompt", "tool-call", "tool-return", "text"]
    assert _bytes(shown) == _bytes(ModelMessagesTypeAdapter.validate_python(sent))


def test_what_is_stored_leaves_the_instructions_out_and_changes_nothing_else() -> None:
    sent = _exchange("hello", "hi")
    stored = storable(sent)
    assert "Be brief." not in json.dumps(stored)
    assert isinstance(sent[0], ModelRequest)
    assert sent[0].instructions == "Be brief."
    assert storable(ModelMessagesTypeAdapter.validate_python(stored)) == stored


async def test_the_window_only_grows_at_its_end_and_is_then_cut_in_one_step(house: Services) -> None:
    histories, before = Histories(house.store), b""
    for number in range(1, MOST_TURNS + 1):
        await _add(house, number)
        shown = _bytes(await histories.load(house.owner.id)).removesuffix(b"]")
        assert shown.startswith(before)
        before = shown
    await _add(house, MOST_TURNS + 1)
    cut = _questions(await histories.load(house.owner.id))
    assert cut == list(range(MOST_TURNS + 2 - LEAST_TURNS, MOST_TURNS + 2))
    await _add(house, MOST_TURNS + 2)
    assert _questions(await histories.load(house.owner.id)) == [*cut, MOST_TURNS + 2]


async def test_long_turns_are_cut_well_below_the_limit_so_the_next_cut_is_far_away(house: Services) -> None:
    histories, lengths = Histories(house.store), []
    for number in range(1, 30):
        await _add(house, number, size=MOST_CHARACTERS // 20)
        lengths.append(len(_questions(await histories.load(house.owner.id))))
    steps = [later - earlier for earlier, later in pairwise(lengths)]
    cuts = [index for index, step in enumerate(steps) if step < 0]
    assert cuts
    assert all(step == 1 for step in steps if step >= 0)
    assert all(later - earlier > 2 for earlier, later in pairwise(cuts))


async def test_a_few_turns_stay_however_long_they_are(house: Services) -> None:
    for number in range(1, 10):
        await _add(house, number, size=MOST_CHARACTERS)
    assert _questions(await Histories(house.store).load(house.owner.id)) == list(range(10 - NEVER_FEWER, 10))


async def test_too_much_in_too_few_turns_is_shortened_to_the_budget_and_says_so(house: Services) -> None:
    for number in range(1, 10):
        await _add(house, number, size=MOST_CHARACTERS)
    shown = await Histories(house.store).load(house.owner.id)
    assert len(_bytes(shown)) <= MOST_CHARACTERS
    assert str(shown[1].parts[0]).count("characters left out") == 1


async def test_one_huge_result_costs_its_own_turn_and_no_other(house: Services) -> None:
    await _add(house, 1, messages=storable(_exchange("question 1", "y" * 500)))
    huge = _exchange("question 2", "done")
    huge[2] = ModelRequest(parts=[ToolReturnPart("look", "w" * 90_000, "c1", timestamp=NOON)])
    await _add(house, 2, messages=storable(huge))
    await _add(house, 3)
    shown = await Histories(house.store).load(house.owner.id)
    assert _questions(shown) == [1, 2, 3]
    assert "y" * 500 in str(shown)
    assert len(str(shown[6].parts[0])) <= MOST_OF_ONE + 200


async def test_what_memory_put_beside_a_message_is_not_shown_again(house: Services) -> None:
    prompt = compose("question 1", NOON, memory="<notes>\n- secret\n</notes>")
    await _add(house, 1, messages=storable(_small_talk(prompt, "x")))
    shown = await Histories(house.store).load(house.owner.id)
    assert "secret" not in str(shown)
    assert _questions(shown) == [1]


async def test_a_turn_that_was_removed_by_another_process_is_shown_no_more(house: Services) -> None:
    histories = Histories(house.store)
    for number in range(1, 4):
        await _add(house, number)
    await histories.load(house.owner.id)
    await house.store.turns.delete(house.owner.id, ["t2"])
    assert _questions(await histories.load(house.owner.id)) == [1, 3]
    await house.store.turns.delete(house.owner.id, ["t3"])
    await _add(house, 4)
    assert _questions(await histories.load(house.owner.id)) == [1, 4]
    assert histories.shown(house.owner.id) == {"t1", "t4"}


class TestWithASummary:
    """...in front."""

    async def test_what_it_covers_is_shown_no_more_but_for_the_last_few(self, house: Services) -> None:
        histories = Histories(house.store)
        for number in range(1, 21):
            await _add(house, number)
            await histories.load(house.owner.id)
        newest = await house.store.turns.newest_number(house.owner.id)
        await _sum_up(house, newest - 8)
        first, _, *turns = await histories.load(house.owner.id)
        assert "bees" in str(first)
        assert _questions(turns) == list(range(13, 21))
        await _sum_up(house, newest)
        assert _questions((await histories.load(house.owner.id))[2:]) == list(range(15, 21))

    async def test_it_is_nothing_that_its_user_said(self, house: Services) -> None:
        await _add(house, 1)
        await _sum_up(house, 0)
        [first, answer, *_] = await Histories(house.store).load(house.owner.id)
        assert split(str(first.parts[0].content)).text == ""  # type: ignore[union-attr]
        assert isinstance(answer, ModelResponse)

    async def test_its_sources_are_carried(self, house: Services) -> None:
        histories = Histories(house.store)
        await _sum_up(house, 0, taint=["read_page"])
        await histories.load(house.owner.id)
        assert histories.carried(house.owner.id) == ("read_page",)

    async def test_it_counts_in_the_budget(self, house: Services) -> None:
        await _sum_up(house, 0, lines=16)
        for number in range(1, 20):
            await _add(house, number, size=2_000)
        shown = await Histories(house.store).load(house.owner.id)
        assert sum(len(str(part.content)) for message in shown for part in message.parts) <= MOST_CHARACTERS  # type: ignore[union-attr]

    async def test_one_that_says_nothing_is_not_shown(self, house: Services) -> None:
        await house.store.summaries.put(house.owner.id, {}, 0, [], NOON)
        await _add(house, 1)
        assert len(await Histories(house.store).load(house.owner.id)) == 2


async def _sum_up(house: Services, covers: int, *, taint: Sequence[str] = (), lines: int = 1) -> None:
    rows = [{"text": f"Kwesi keeps bees {number} {'x' * 150}", "turns": ["t1"]} for number in range(lines)]
    await house.store.summaries.put(house.owner.id, {"people": rows}, covers, taint, NOON)


async def test_turns_of_another_process_are_picked_up(stored_house: Services, tmp_path: Path) -> None:
    here = Histories(stored_house.store)
    await _add(stored_house, 1)
    assert _questions(await here.load(stored_house.owner.id)) == [1]
    async with open_house(tmp_path, settings=stored_house.settings) as other:
        await _add(other, 2)
    assert _questions(await here.load(stored_house.owner.id)) == [1, 2]


async def test_a_new_process_begins_with_the_last_turns(house: Services) -> None:
    for number in range(1, LEAST_TURNS + 3):
        await _add(house, number)
    assert _questions(await Histories(house.store).load(house.owner.id)) == list(range(3, LEAST_TURNS + 3))


async def test_nobody_is_shown_another_users_conversation(house: Services) -> None:
    await house.store.users.add("kofi", name="Kofi", time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON)
    histories = Histories(house.store)
    await _add(house, 1)
    await _add(house, 2, user="kofi")
    assert _questions(await histories.load(house.owner.id)) == [1]
    assert _questions(await histories.load("kofi")) == [2]


@pytest.mark.parametrize("times", [1, 2])
async def test_a_window_that_was_dropped_is_read_anew(house: Services, times: int) -> None:
    histories = Histories(house.store)
    await _add(house, 1)
    for _ in range(times):
        await histories.load(house.owner.id)
        histories.forget(house.owner.id)
    assert _questions(await histories.load(house.owner.id)) == [1]


async def test_what_shown_turns_had_read_is_carried_until_they_are_cut(house: Services) -> None:
    histories = Histories(house.store)
    assert histories.carried(house.owner.id) == ()
    await _add(house, 0, taint=("read_page", "file a.pdf"))
    await _add(house, 1, taint=("read_page",))
    await histories.load(house.owner.id)
    assert histories.carried(house.owner.id) == ("read_page", "file a.pdf")
    for number in range(2, MOST_TURNS + 2):
        await _add(house, number)
    await histories.load(house.owner.id)
    assert histories.carried(house.owner.id) == ()
