"""Whatever is sent to any route of the real server, as its contract has it or not: no answer of 5xx, no traceback, and it lives on.

A bounded share with a seed; scripts/prove/fuzz_http.py is the long run. Of /health/*, test_health_contract asks for more.
"""

import asyncio
from pathlib import Path

import httpx
import pytest

from scripts.prove.fuzz_http import DOORS, SHOWN, hold, operations, send_odd_bodies
from tests.e2e.commands import Machine

pytestmark = pytest.mark.slow
EXAMPLES = 4
SEED = 20261122


def test_nothing_that_is_sent_breaks_a_route(tmp_path: Path) -> None:
    server = Machine(tmp_path).start("serve", PORT="0", **DOORS)
    try:
        with httpx.Client(headers=SHOWN) as browser:
            browser.get(server.link)
            headers = {**SHOWN, "Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}
            asked = [one for one in operations(server.url) if not one.path.startswith("/health/")]
            assert {"/message", "/chat/messages", "/chat/actions", "/webhooks/telegram"} <= {one.path for one in asked}
            for operation in asked:
                hold(operation, headers, examples=EXAMPLES, seed=SEED)
            seen = asyncio.run(send_odd_bodies(server.url, headers, count=60, seed=SEED))
            assert not [status for status in seen if status >= 500]
            assert browser.get(f"{server.url}health").json()["status"] == "ok"
        assert "Traceback" not in server.err
    finally:
        server.end()
