"""A posted body as a batch. Where all of it is right it is read in one go; where items are wrong, each of those gets its reason.

What isn't a batch at all is refused before its items are looked at, so a body of a million of them costs no more than reading it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, Field, PlainValidator, ValidationError
from pydantic_core import ErrorDetails, to_json

from app.errors import InputRefused
from app.health.models import MOST_ITEMS, Batch, Deletion, Sample

_FINITE = frozenset({"finite_number"})


class BatchRefused(InputRefused):
    """That isn't a batch of measurements, so none of it was kept."""

    def __init__(self, code: str, sentence: str) -> None:
        """`code` is the stable name a program can rely on."""
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An item that isn't one: what it called itself, and what is wrong with it."""

    client_id: str
    code: str
    reason: str


def _one(model: type[BaseModel], value: Any) -> BaseModel | Unreadable:
    """An item by itself; as JSON again, since only of that a strict model takes times."""
    try:
        return model.model_validate_json(to_json(value, inf_nan_mode="constants"))
    except ValidationError as error:
        name = value.get("client_id") if isinstance(value, dict) else None
        code = "not_finite" if _first(error)["type"] in _FINITE else "malformed"
        return Unreadable(name[:200] if isinstance(name, str) else "", code, plainly(error))


class _Patient(Batch):
    """A batch in which an item may be wrong."""

    samples: list[Annotated[Sample, PlainValidator(partial(_one, Sample))]] = Field(default=[], max_length=MOST_ITEMS)
    deletions: list[Annotated[Deletion, PlainValidator(partial(_one, Deletion))]] = Field(
        default=[], max_length=MOST_ITEMS
    )


@dataclass(frozen=True, slots=True)
class Posted:
    """What was posted, item by item."""

    batch: Batch
    samples: Sequence[Sample | Unreadable]
    deletions: Sequence[Deletion | Unreadable]


def read(body: bytes) -> Posted:
    """The batch. Raises BatchRefused."""
    if not body.lstrip().startswith(b"{"):
        raise BatchRefused("not_a_batch", "That isn't a batch: send a JSON object with samples, deletions or both.")
    try:
        batch = Batch.model_validate_json(body)
    except ValidationError:
        batch = _patiently(body)
    return Posted(batch, batch.samples, batch.deletions)


def _patiently(body: bytes) -> Batch:
    try:
        return _Patient.model_validate_json(body)
    except ValidationError as error:
        first = _first(error)
        if first["type"] == "json_invalid":
            raise BatchRefused("not_json", f"That isn't JSON. {plainly(error)}") from error
        if first["type"] == "too_long":
            sentence = f"That is more than {MOST_ITEMS:,} items at once. Send them in smaller batches."
            raise BatchRefused("too_many_items", sentence) from error
        raise BatchRefused("malformed", f"The batch can't be read: {plainly(error)}") from error


def plainly(error: ValidationError) -> str:
    """The first thing that is wrong, with where it stands; nothing of what was sent but the names of its fields."""
    first = _first(error)
    where = ".".join(str(part)[:40] for part in first["loc"])
    says = first["msg"].rstrip(".")
    return f"{where}: {says}." if where else f"{says}."


def _first(error: ValidationError) -> ErrorDetails:
    [first, *_] = error.errors(include_url=False, include_context=False, include_input=False)
    return first
