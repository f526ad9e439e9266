"""What stands where in the reader's weights, so that those of two trainings can be put together though one knows more."""

from collections.abc import Mapping, Sequence

import numpy as np


def names_in(weights: Mapping[str, np.ndarray], which: str) -> list[str]:
    """The names that are stored: of "intents", "slots" or "pieces"."""
    return bytes(weights[which]).decode().split("\n")


def outputs(intents: Sequence[str], slots: Sequence[str]) -> list[str]:
    """What each output stands for: where a part begins or goes on, its intent, the tag of a word."""
    return ["goes on", "begins", *(f"intent {one}" for one in intents), "no slot", *(
        f"{where} {one}" for one in slots for where in ("begins", "in")
    )]  # fmt: skip


def outputs_of(weights: Mapping[str, np.ndarray]) -> list[str]:
    """The same of stored weights."""
    return outputs(names_in(weights, "intents"), names_in(weights, "slots"))


def both(own: Sequence[str], theirs: Sequence[str]) -> tuple[list[int], list[int]]:
    """The rows of what both know."""
    at = {one: row for row, one in enumerate(theirs)}
    found = [(row, at[one]) for row, one in enumerate(own) if one in at]
    return [row for row, _ in found], [row for _, row in found]
