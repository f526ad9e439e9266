"""Who is sent traces, by the settings; nobody by default. What sends them lies in an environment of its own, beside this one."""

import logging
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from app.config import Settings
from app.integrations.logfire import LogfireReader
from app.tracing.sending import CHILD, Sending
from app.tracing.tracing import Tracing

log = logging.getLogger(__name__)
HOW = "./scripts/traces installs it, once, about 40 MB"


def build_tracing(settings: Settings, secrets: Collection[str], owner_id: str) -> Tracing:
    """The tracing of this process, which `owner_id` may read. Where it is wanted and its environment is missing, nothing is traced and the log
    says how to get it."""
    token = settings.logfire_read_token
    reader = LogfireReader(token, settings.logfire_base_url) if token else None
    wanted, python = destinations(settings), sender_python()
    if wanted and python is None:
        log.warning("traces are not sent: %s", HOW, extra={"event": "trace.not_installed"})
    if not wanted or python is None:
        return Tracing(reader=reader, owner_id=owner_id)
    sending = Sending((python, "-P", CHILD), wanted)
    return Tracing(sending, settings.trace_content, tuple(secrets), reader, owner_id)


def destinations(settings: Settings) -> dict[str, Any]:
    """Who is sent traces, with what it takes to reach them; {} for nobody."""
    found: dict[str, Any] = {}
    if settings.logfire_token:
        found["logfire"] = {"token": settings.logfire_token.get_secret_value(), "url": settings.logfire_base_url}
    if settings.langfuse_public_key and settings.langfuse_secret_key:
        secret = settings.langfuse_secret_key.get_secret_value()
        host = settings.langfuse_host.rstrip("/")
        found["langfuse"] = {"public_key": settings.langfuse_public_key, "secret_key": secret, "host": host}
    if settings.otel_exporter_otlp_endpoint:
        headers = settings.otel_exporter_otlp_headers
        found["otlp"] = {
            "endpoint": f"{settings.otel_exporter_otlp_endpoint.rstrip('/')}/v1/traces",
            "headers": _headers(headers.get_secret_value()) if headers else {},
        }
    return found


def sender_python() -> Path | None:
    """The interpreter of the environment that sends traces; None where it isn't installed."""
    beside = Path(f"{sys.prefix.removesuffix('-voice').removesuffix('-dev')}-traces") / "bin" / "python"
    return beside if beside.exists() else None


def _headers(text: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in text.split(","))
    return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}
