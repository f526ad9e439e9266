"""Holding plain JSON to an SDK's own types: every field that is sent must be one the SDK knows, with a value it would take."""

from collections.abc import Iterable, Mapping
from typing import Any, get_type_hints

from pydantic import BaseModel, TypeAdapter


def hold(typed_dict: Any, body: Mapping[str, Any]) -> None:
    """`body` is a request as the SDK's TypedDict describes it. Raises ValueError that says what is not."""
    unknown = set(body) - set(get_type_hints(typed_dict))
    if unknown:
        raise ValueError(f"the SDK knows no {sorted(unknown)}")
    adapter: TypeAdapter[Any] = TypeAdapter(typed_dict)  # it must outlive the walk
    _walk(adapter.validate_python(dict(body)))


def plain(model: BaseModel) -> dict[str, Any]:
    """A response of the SDK's type as JSON, as its vendor names the fields."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def _walk(value: Any) -> None:
    """An Iterable is validated only while somebody walks through it."""
    if isinstance(value, str | bytes | BaseModel):
        return
    if isinstance(value, Mapping):
        for inner in value.values():
            _walk(inner)
    elif isinstance(value, Iterable):
        for inner in value:
            _walk(inner)
