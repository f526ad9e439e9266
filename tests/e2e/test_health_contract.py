"""The real server keeps to the contract it publishes, whatever is made of that contract: no crash, and only answers it names."""

from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.e2e.commands import Machine

pytestmark = pytest.mark.slow
SECRET = {"X-Health-Secret": "a secret of the tests"}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 8


def test_it_answers_as_it_says(tmp_path: Path) -> None:
    server = Machine(tmp_path).start("serve", PORT="0", HEALTH_SECRET=SECRET["X-Health-Secret"])
    try:
        published: Any = schemathesis.openapi.from_url(f"{server.url}openapi.json").include(path_regex="^/health/")
        operations = [found.ok() for found in published.get_all_operations()]
        assert len(operations) == 6
        for operation in operations:
            _hold_to_it(operation)
    finally:
        server.end()


def _hold_to_it(operation: Any) -> None:
    """Requests as the contract has them and as it hasn't, and every answer held against it."""
    for mode in schemathesis.GenerationMode:

        @hypothesis.settings(max_examples=EXAMPLES, suppress_health_check=list(hypothesis.HealthCheck))
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        def answers(case: schemathesis.Case) -> None:
            case.call_and_validate(headers=SECRET, checks=CHECKS)

        answers()
