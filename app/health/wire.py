"""A posted body as a batch. Where all of it is right it is read in one go; where items are wrong, each of those gets its reason.

What isn't a batch at all is refused before its items are looked at: the bytes say how many values there can be, and then the lists how long they
are. A body made of nothing but mistakes costs no more than a right one, since the first mistake of a list ends its reading.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, Field, PlainValidator, ValidationError
from pydantic_core import ErrorDetails, from_json, to_json

from app.errors import InputRefused
from app.health.models import MOST_ITEMS, Batch, Deletion, Sample

# Nights with their stages are densest, about 20 bytes a value: the largest body that is taken holds some 530,000 honest values.
MOST_VALUES = 600_000
MOST_FIELDS = 100  # of a batch, an item or a part of one; what was eaten has up to 60
_MOST_MISTAKES = 1_000  # putting each of them into words takes longer than finding it
_FINITE = frozenset({"finite_number"})
_TOO_MANY = f"That is more than {MOST_ITEMS:,} items at once. Send them in smaller batches."


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
    fields = value if isinstance(value, dict) else {}
    name = fields["client_id"][:200] if isinstance(fields.get("client_id"), str) else ""
    try:
        return model.model_validate_json(to_json(value, inf_nan_mode="constants"))
    except ValidationError as error:
        code = "not_finite" if _first(error)["type"] in _FINITE else "malformed"
        return Unreadable(name, code, plainly(error))


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
    """The batch. Raises BatchRefused. Takes long enough for a large body that a thread should do it."""
    if not body.lstrip().startswith(b"{"):
        raise BatchRefused("not_a_batch", "That isn't a batch: send a JSON object with samples, deletions or both.")
    if values_in(body) > MOST_VALUES:
        raise BatchRefused("too_many_items", _TOO_MANY)
    _check_counts(body)
    try:
        batch = Batch.model_validate_json(body)
    except ValidationError:
        batch = _patiently(body)
    return Posted(batch, batch.samples, batch.deletions)


def values_in(body: bytes) -> int:
    """At least how many values there are in JSON; a comma in a text counts too."""
    return body.count(b",") + body.count(b"{") + body.count(b"[")


def _patiently(body: bytes) -> Batch:
    try:
        return _Patient.model_validate_json(body)
    except ValidationError as error:
        first = _first(error)
        if first["type"] == "json_invalid":
            raise BatchRefused("not_json", f"That isn't JSON. {plainly(error)}") from error
        raise BatchRefused("malformed", f"The batch can't be read: {plainly(error)}") from error


def _check_counts(body: bytes) -> None:
    """Refuse what has too many items or fields before a model sees any of it, which would collect every single mistake; what isn't JSON
    is the models' to name."""
    try:
        posted = from_json(body, cache_strings="none")
    except ValueError:
        return
    lists = [items for items in (posted.get("samples"), posted.get("deletions")) if isinstance(items, list)]
    if any(len(items) > MOST_ITEMS for items in lists):
        raise BatchRefused("too_many_items", _TOO_MANY)
    if _most_fields(posted, lists) > MOST_FIELDS:
        raise BatchRefused("malformed", f"The batch can't be read: something in it has more than {MOST_FIELDS} fields.")


def _most_fields(posted: dict[str, Any], lists: Sequence[list[Any]]) -> int:
    """How many fields the widest object has that a model will look at."""
    items = [item for one in lists for item in one if isinstance(item, dict)]
    details = [detail for item in items if isinstance(detail := item.get("detail"), dict)]
    nested = [value for detail in details for value in detail.values() if isinstance(value, dict)]
    return max(map(len, (posted, *items, *details, *nested)))


def plainly(error: ValidationError) -> str:
    """The first thing that is wrong, with where it stands; nothing of what was sent but the names of its fields."""
    first = _first(error)
    where = ".".join(str(part)[:40] for part in first["loc"])
    says = first["msg"].rstrip(".")
    return f"{where}: {says}." if where else f"{says}."


def _first(error: ValidationError) -> ErrorDetails:
    if error.error_count() > _MOST_MISTAKES:
        return ErrorDetails(
            type="malformed", loc=(), msg=f"More than {_MOST_MISTAKES:,} things are wrong with it", input=None
        )
    [first, *_] = error.errors(include_url=False, include_context=False, include_input=False)
    return first
