"""Logfire's own library as the provider, alone and with another address behind the same one. (Its cloud is not reached.)"""

import sys

import pytest

from app.tracing.sending import CHILD, Sending
from app.tracing.spans import span, trace
from tests.tracing.collector import collector


@pytest.mark.slow
async def test_logfire_is_the_provider_and_others_hang_on_it() -> None:
    with collector() as told:
        config = {
            "logfire": {"token": "pylf_v1_local_" + "x" * 32, "url": told.url},
            "langfuse": {"public_key": "pk-lf-1", "secret_key": "sk-lf-1", "host": f"{told.url}/fuse"},
            "otlp": {"endpoint": f"{told.url}/other/v1/traces", "headers": {}},
        }
        sending = Sending((sys.executable, "-P", CHILD), config)
        taken = sending.score(
            {"id": 1, "trace_id": "ab" * 16, "root": "ab" * 8, "name": "user_edit", "value": 1.0, "note": "", "at": 1},
            patience=20,
        )
        with trace(sending.record, "turn", "ab" * 16), span("routing.classify_intent"):
            pass
        assert await taken
        await sending.close()
        assert {"/v1/traces", "/other/v1/traces", "/fuse/api/public/otel/v1/traces"} <= set(told.headers)
        assert {one["trace"] for one in told.named("turn")} == {"ab" * 16}
        assert {one["span"] for one in told.named("turn")} == {"ab" * 8}
