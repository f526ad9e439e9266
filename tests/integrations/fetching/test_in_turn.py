"""The first answer of several services."""

import pytest

from app.errors import FetchFailed
from app.integrations.fetching.in_turn import first_answer
from app.integrations.fetching.refusals import failed


async def _said(service: str) -> str:
    if service.startswith("down"):
        raise failed("unreachable", service)
    return "" if service == "knows nothing" else service


@pytest.mark.parametrize(
    ("services", "answer"),
    [
        (["a", "b"], "a"),
        (["down", "b"], "b"),
        (["knows nothing", "b"], "b"),
        (["knows nothing", "down"], None),
        (["down", "knows nothing"], None),
        ([], None),
    ],
)
async def test_the_first_that_holds_anything_counts(services: list[str], answer: str | None) -> None:
    assert await first_answer(services, _said) == answer


async def test_where_nobody_answers_the_last_one_says_why() -> None:
    with pytest.raises(FetchFailed) as problem:
        await first_answer(["down1", "down2"], _said)
    assert problem.value.host == "down2"
