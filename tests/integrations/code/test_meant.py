"""Which item is meant by whose pull request it is."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from app.errors import NotFound, ToolProblem
from app.integrations.code.meant import item_of
from app.integrations.code.port import ME, Item, ItemQuery, Whole
from app.language.saying import in_language


def pull(number: int, author: str) -> Item:
    return Item(
        "acme/site", number, "pull request", f"Change {number}", "open", author, datetime(2026, 11, 3, tzinfo=UTC), ""
    )


class Host:
    """A host with pull requests that wait for a review or have to do with its user."""

    def __init__(self, waiting: Sequence[Item] = (), own: Sequence[Item] = ()) -> None:
        self._waiting, self._own = waiting, own

    async def items(self, query: ItemQuery, limit: int) -> Sequence[Item]:
        assert (query.kind, query.state) == ("pull request", "open")
        return (self._waiting if query.reviewer == ME else self._own)[:limit]

    async def item(self, repo: str, number: int) -> Whole:
        return Whole(next(one for one in (*self._waiting, *self._own) if (one.repo, one.number) == (repo, number)), "")


@pytest.mark.parametrize("said", ["Esi's PR", "la PR d'Esi"])
async def test_somebodys_pull_request_is_the_open_one_that_waits_for_a_review(said: str) -> None:
    host = Host(waiting=[pull(4, "esi"), pull(5, "yaw")], own=[pull(6, "esi")])
    assert (await item_of(host, said)).item.number == 4  # type: ignore[arg-type]


async def test_one_that_only_has_to_do_with_the_user_is_found_too() -> None:
    assert (await item_of(Host(own=[pull(6, "esi-a")]), "Esi's pull request")).item.number == 6  # type: ignore[arg-type]


async def test_several_are_asked_back_and_none_is_said() -> None:
    with pytest.raises(ToolProblem, match="acme/site#4"):
        await item_of(Host(waiting=[pull(4, "esi"), pull(5, "esi")]), "Esi's PR")  # type: ignore[arg-type]
    with pytest.raises(NotFound) as problem:
        await item_of(Host(waiting=[pull(4, "esi")]), "Yaw's PR")  # type: ignore[arg-type]
    assert in_language(str(problem.value), "fr") != str(problem.value)
