"""What sends traces, a process of its own: reads lines of JSON, and hands spans to Logfire, Langfuse and any OTLP address, on one provider.

Knows nothing of the application and imports nothing of it: it runs in an environment of its own. What goes wrong here costs traces
and nothing else. Its first line says to whom; each further one is a span or a score; at the end of its input it has a second and a half
to send what is left.
"""

import json
import logging
import os
import sys
import threading
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.trace import SpanContext, Status, StatusCode, TraceFlags

log = logging.getLogger("kwasi.traces")
_LAST_WORDS = 1.5  # seconds
_SERVICE = "kwasi"


class GivenIds(IdGenerator):
    """The ids that the application gave its spans."""

    def __init__(self) -> None:
        self.trace_id = self.span_id = 1

    def generate_trace_id(self) -> int:
        return self.trace_id

    def generate_span_id(self) -> int:
        return self.span_id

    def is_trace_id_random(self) -> bool:
        return True


class Sender:
    """One provider with all that are configured behind it."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._ids = GivenIds()
        self._langfuse: Any = None
        self._provider = self._logfire(config["logfire"]) if config.get("logfire") else self._plain()
        if config.get("langfuse"):
            self._add_langfuse(config["langfuse"])
        if config.get("otlp"):
            self._add_otlp(config["otlp"])
        self._tracer = self._provider.get_tracer(_SERVICE)

    def _plain(self) -> Any:
        provider = TracerProvider(resource=Resource.create({"service.name": _SERVICE}), id_generator=self._ids)
        trace.set_tracer_provider(provider)
        return provider

    def _logfire(self, told: dict[str, str]) -> Any:
        import logfire

        logfire.configure(
            token=told["token"],
            service_name=_SERVICE,
            console=False,
            send_to_logfire=True,
            inspect_arguments=False,
            metrics=False,
            advanced=logfire.AdvancedOptions(base_url=told.get("url") or None, id_generator=self._ids),
        )
        return trace.get_tracer_provider()

    def _add_langfuse(self, told: dict[str, str]) -> None:
        from langfuse import Langfuse

        self._langfuse = Langfuse(
            public_key=told["public_key"],
            secret_key=told["secret_key"],
            base_url=told["host"],
            tracer_provider=self._provider,
            id_generator=self._ids,
            should_export_span=lambda _: True,
            flush_interval=2,
        )

    def _add_otlp(self, told: dict[str, Any]) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        exporter = OTLPSpanExporter(endpoint=told["endpoint"], headers=told.get("headers") or None, timeout=10)
        self._provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=2000))

    def span(self, told: dict[str, Any]) -> None:
        """Start it and end it, as it was."""
        self._ids.trace_id, self._ids.span_id = int(told["trace_id"], 16), int(told["span_id"], 16)
        context = None
        if told["parent_id"]:
            flags = TraceFlags(TraceFlags.SAMPLED)
            parent = SpanContext(self._ids.trace_id, int(told["parent_id"], 16), is_remote=True, trace_flags=flags)
            context = trace.set_span_in_context(trace.NonRecordingSpan(parent))
        span = self._tracer.start_span(
            told["name"], context=context, start_time=told["started"], attributes=told["attributes"]
        )
        if told["status"] == "error":
            span.set_status(Status(StatusCode.ERROR))
        span.end(told["ended"])

    def score(self, told: dict[str, Any]) -> None:
        """What a person's decision says of a trace: Langfuse's own score, and everywhere a span of that trace."""
        if self._langfuse is not None:
            self._langfuse.create_score(
                trace_id=told["trace_id"],
                name=told["name"],
                value=told["value"],
                score_id=f"kwasi-{told['id']}",
                data_type="NUMERIC",
                comment=told["note"] or None,
            )
        attributes = {"score.name": told["name"], "score.value": told["value"], "score.note": told["note"]}
        at, span_id = told["at"], f"{int(told['id']) + 1:016x}"
        self.span(
            {
                "name": f"score.{told['name']}",
                "trace_id": told["trace_id"],
                "span_id": span_id,
                "parent_id": told["root"],
                "started": at,
                "ended": at,
                "status": "ok",
                "attributes": attributes,
            }
        )

    def close(self) -> None:
        """Send what is left, as far as there is time."""
        ending = threading.Thread(target=self._flush, daemon=True)
        ending.start()
        ending.join(_LAST_WORDS)

    def _flush(self) -> None:
        if self._langfuse is not None:
            self._langfuse.flush()
        self._provider.force_flush(int(_LAST_WORDS * 1000))


def main() -> None:
    """Until the input ends."""
    sender: Sender | None = None
    for line in sys.stdin:
        try:
            told = json.loads(line)
            kind = told.pop("kind")
            if kind == "config":
                sender = Sender(told)
                _say({"ready": True})
            elif sender is not None and kind == "span":
                sender.span(told)
            elif sender is not None and kind == "score":
                sender.score(told)
                _say({"scored": told["id"]})
        except Exception as problem:  # noqa: BLE001 - one line that can't be sent is that line's loss; its words may hold a key
            log.warning("not sent: %s", type(problem).__name__)
            _say({"trouble": type(problem).__name__})
    if sender is not None:
        sender.close()


def _say(told: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
    os._exit(0)  # what hangs in a thread of a library doesn't keep the process
