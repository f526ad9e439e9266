"""What a tool with a side effect hands back."""

import dataclasses

import pytest

from app.gate.outcome import Done, Outside


def test_a_change_that_says_nothing_of_undo_cannot_be_undone() -> None:
    assert Done("Saved.").undo is None


def test_it_does_not_change_once_it_is_said() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Done("Saved.").text = "Sent."  # type: ignore[misc]


async def test_what_goes_on_elsewhere_says_nothing_until_that_is_done() -> None:
    async def act() -> str:
        return "Moved."

    async def back() -> None:
        raise AssertionError("nothing failed")

    outside = Outside(text="", act=act, back=back)
    assert (outside.text, outside.undo, await outside.act()) == ("", None, "Moved.")
