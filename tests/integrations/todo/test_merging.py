"""The rule by which two versions of a list are merged: each case, and any interleaving of changes on both sides."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.todo.merging import Base, Move, Side, alike, decide, is_emptied, pairs, same_task

MILK = Side("Milk")
OAT = Side("Oat milk")
SOY = Side("Soy milk")
DONE = replace(MILK, is_done=True)
SAME = Base(MILK.mark, MILK.mark, is_done=False)
WAS_DONE = Base(MILK.mark, MILK.mark, is_done=True)
TENTH, NINE = date(2027, 3, 10), datetime(2027, 3, 10, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("base", "here", "there", "move"),
    [
        (SAME, MILK, MILK, Move("match")),
        (SAME, OAT, MILK, Move("match", "here")),
        (SAME, MILK, OAT, Move("match", "there")),
        (SAME, OAT, OAT, Move("match")),
        (SAME, OAT, SOY, Move("match", "here", is_lost=True)),
        (SAME, DONE, MILK, Move("match", is_done=True)),
        (SAME, MILK, DONE, Move("match", is_done=True)),
        (SAME, OAT, DONE, Move("match", "here", is_done=True)),
        (WAS_DONE, MILK, DONE, Move("match")),
        (WAS_DONE, DONE, MILK, Move("match")),
        (SAME, None, MILK, Move("delete there")),
        (SAME, MILK, None, Move("delete here")),
        (SAME, None, OAT, Move("add here")),
        (SAME, OAT, None, Move("add there")),
        (SAME, None, None, Move("unfollow")),
        (SAME, DONE, None, Move("unfollow")),
        (WAS_DONE, DONE, None, Move("unfollow")),
        (WAS_DONE, None, DONE, Move("delete there")),
        (SAME, None, DONE, Move("unfollow")),
        (WAS_DONE, MILK, None, Move("add there")),
    ],
)
def test_each_case_of_the_rule(base: Base, here: Side | None, there: Side | None, move: Move) -> None:
    assert decide(base, here, there) == move


def test_an_hour_that_one_side_does_not_keep_is_no_other_due_time() -> None:
    assert alike(Side("Milk", TENTH, NINE), Side("Milk", TENTH))
    assert not alike(Side("Milk", TENTH, NINE), Side("Milk", TENTH, NINE.replace(hour=10)))
    assert not alike(Side("Milk", TENTH), Side("Milk"))
    assert Side("Milk", TENTH).mark != Side("Milk").mark != Side("Milk", is_done=True, day=TENTH).mark
    assert MILK.mark == DONE.mark


def test_two_that_mean_one_thing_are_one_and_the_one_that_says_more_counts() -> None:
    assert same_task(Side("milk "), MILK)
    assert not same_task(Side("Milk", TENTH), Side("Milk", date(2027, 3, 11)))
    [(here, there, base)] = pairs([(1, MILK), (2, MILK)], [("a", Side("MILK", TENTH)), ("b", OAT)])
    assert (here, there) == (1, "a")
    assert decide(base, MILK, Side("MILK", TENTH)).winner == "there"
    [(_, _, base)] = pairs([(1, Side("Milk", TENTH))], [("a", Side("milk"))])
    assert decide(base, Side("Milk", TENTH), Side("milk")) == Move("match", "here")


def test_a_list_that_lost_most_of_it_at_once_is_held_for_a_mistake() -> None:
    assert is_emptied(12, 12)
    assert not is_emptied(30, 12)
    assert not is_emptied(4, 4)


@dataclass
class Lists:
    """Two lists and what is known of them, changed as the product changes them; `names` tells each task that was ever written."""

    here: dict[int, Side]
    there: dict[int, Side]
    links: dict[int, tuple[int, Base]]
    next: int = 0

    def new(self, side: dict[int, Side], task: Side) -> int:
        self.next += 1
        side[self.next] = task
        return self.next

    def follow(self, here: int, there: int) -> None:
        mine, theirs = self.here[here], self.there[there]
        self.links[here] = (there, Base(mine.mark, theirs.mark, mine.is_done))

    def sync(self) -> int:
        """How much was done."""
        done = 0
        for here, (there, base) in list(self.links.items()):
            done += self._one(here, there, base)
        linked = {there for there, _ in self.links.values()}
        mine = [(key, one) for key, one in self.here.items() if key not in self.links and not one.is_done]
        theirs = [(key, one) for key, one in self.there.items() if key not in linked and not one.is_done]
        same = pairs(mine, theirs)
        for here, there, base in same:
            self.links[here] = (there, base)
            done += self._one(here, there, base)
        for here, task in mine:
            if here not in {one for one, _, _ in same}:
                self.follow(here, self.new(self.there, task))
                done += 1
        for there, task in theirs:
            if there not in {one for _, one, _ in same}:
                self.follow(self.new(self.here, task), there)
                done += 1
        return done

    def _one(self, here: int, there: int, base: Base) -> int:
        move = decide(base, self.here.get(here), self.there.get(there))
        if move.what == "match":
            text = self.there[there] if move.winner == "there" else self.here[here]
            for side, key in ((self.here, here), (self.there, there)):
                side[key] = replace(text if move.winner else side[key], is_done=move.is_done)
            before = base
            self.follow(here, there)
            return self.links[here][1] != before
        del self.links[here]
        if move.what == "add there":
            self.follow(here, self.new(self.there, self.here[here]))
        elif move.what == "add here":
            self.follow(self.new(self.here, self.there[there]), there)
        self.here.pop(here, None) if move.what == "delete here" else None
        self.there.pop(there, None) if move.what == "delete there" else None
        return 1


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(("here", "there")),
        st.sampled_from(("add", "rename", "done", "reopen", "delete", "due", "sync", "sync")),
        st.integers(0, 5),
    ),
    max_size=40,
)


@given(CHANGES)
def test_any_interleaving_of_changes_converges_and_loses_and_doubles_nothing(
    changes: list[tuple[str, str, int]],
) -> None:
    lists = Lists({}, {}, {})
    texts: list[str] = []
    for which, what, at in changes:
        side: dict[int, Side] = getattr(lists, which)
        if what == "sync":
            lists.sync()
            continue
        if what == "add":
            texts.append(f"task {len(texts)}")
            lists.new(side, Side(texts[-1]))
        elif side:
            _change(side, sorted(side)[at % len(side)], what, texts, at)
    deleted_or_overwritten = any(what in ("delete", "rename") for _, what, _ in changes)
    lists.sync()
    assert lists.sync() == 0
    open_here = sorted((one.title, one.day) for one in lists.here.values() if not one.is_done)
    assert open_here == sorted((one.title, one.day) for one in lists.there.values() if not one.is_done)
    assert len({title for title, _ in open_here}) == len(open_here)
    if not deleted_or_overwritten:
        assert {one.title for one in lists.here.values()} | {one.title for one in lists.there.values()} == set(texts)


def _change(side: dict[int, Side], key: int, what: str, texts: list[str], at: int) -> None:
    if what == "delete":
        del side[key]
    elif what == "rename":
        texts.append(f"task {len(texts)}")
        side[key] = replace(side[key], title=texts[-1])
    elif what == "due":
        side[key] = replace(side[key], day=date(2027, 3, 1 + at))
    else:
        side[key] = replace(side[key], is_done=what == "done")
