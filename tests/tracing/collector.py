"""Servers of ours that take traces over HTTP: what Logfire, Langfuse and every OTLP address take. Held to OpenTelemetry's own messages (its
published protobuf), by which each request is read; Langfuse's scores to its own client's types.
"""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from langfuse.api.scores.types.create_score_batch_results import CreateScoreBatchResults
from langfuse.api.scores.types.create_score_request import CreateScoreRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from pydantic import TypeAdapter


@dataclass
class Collector:
    """What came: spans as {name, trace, span, parent, attributes, status}, scores, and the headers of requests by path."""

    url: str = ""
    spans: list[dict[str, Any]] = field(default_factory=list)
    scores: list[dict[str, Any]] = field(default_factory=list)
    headers: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    bodies: list[bytes] = field(default_factory=list)

    def named(self, name: str) -> list[dict[str, Any]]:
        return [one for one in self.spans if one["name"] == name]


@contextmanager
def collector(*, hangs: threading.Event | None = None) -> Iterator[Collector]:
    """One on loopback; with `hangs` it answers nobody until that is set."""
    kept = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if hangs is not None:
                hangs.wait(30)
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            kept.bodies.append(body)
            kept.headers.setdefault(self.path, []).append(dict(self.headers.items()))
            if "trace" in self.path:
                kept.spans += list(_spans(body))
                answer, kind = b"", "application/x-protobuf"
            else:
                scores = TypeAdapter(list[CreateScoreRequest]).validate_json(body)
                kept.scores += [one.dict() for one in scores]
                answer = CreateScoreBatchResults(accepted=len(scores), rejected=0, errors=[]).json().encode()
                kind = "application/json"
            self.send_response(200 if kind.endswith("protobuf") else 207)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            answer = json.dumps({"project_name": "kwasi", "data": []}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    kept.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield kept
    finally:
        if hangs is not None:
            hangs.set()
        server.shutdown()
        server.server_close()


def _spans(body: bytes) -> Iterator[dict[str, Any]]:
    request = ExportTraceServiceRequest()
    request.ParseFromString(body)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                yield {
                    "name": span.name,
                    "trace": span.trace_id.hex(),
                    "span": span.span_id.hex(),
                    "parent": span.parent_span_id.hex(),
                    "status": span.status.code,
                    "attributes": {one.key: _value(one.value) for one in span.attributes},
                    "nanoseconds": span.end_time_unix_nano - span.start_time_unix_nano,
                }


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    return (
        [_value(one) for one in value.array_value.values]
        if kind == "array_value"
        else getattr(value, kind or "string_value")
    )
