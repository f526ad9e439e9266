"""What is published of `/health/*`: schemas that stand by themselves."""

import json

from app.health.models import Batch
from app.routers.health_api import EXAMPLE, inlined


def test_a_schema_stands_by_itself() -> None:
    schema = inlined(Batch.model_json_schema())
    assert "$defs" not in schema
    assert schema["properties"]["samples"]["items"]["properties"]["metric"]["type"] == "string"
    nested = {"a": [{"$ref": "#/$defs/B"}], "$defs": {"B": {"c": {"$ref": "#/$defs/D"}}, "D": {"e": 1}}}
    assert inlined(nested) == {"a": [{"c": {"e": 1}}]}


def test_the_example_is_a_batch() -> None:
    assert len(Batch.model_validate_json(json.dumps(EXAMPLE)).samples) == 3
