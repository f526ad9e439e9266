"""`GET /metrics`: the whole installation in figures, as Prometheus reads them. Off (404) without DASHBOARD_SECRET, which is sent as
`Authorization: Bearer …` or in `X-Dashboard-Secret`.

Counted from the tables when it is asked, so that they are right after a restart and with several processes; no words of people and no names.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.interfaces.web.views.viewer import PageHouse
from app.memory.records import CostLine, LoopRun
from app.routers.dashboard import HEADER, OFF, secret_header
from app.routers.errors import DoorError
from app.routers.secret import SecretHeader

_EVER = datetime(2000, 1, 1, tzinfo=UTC)
_BEARER = "bearer "


class Metrics:
    """What the route does."""

    def __init__(self, house: PageHouse, header: SecretHeader) -> None:
        """Off where the house has no secret for it. `header` counts the guesses, here and on the dashboard."""
        self._house = house
        self._header = header

    async def show(self, request: Request) -> Response:
        """All of them."""
        secret = self._house.settings.dashboard_secret
        if secret is None:
            raise DoorError(*OFF)
        given = request.headers.get("authorization", "")
        shown = given[len(_BEARER) :] if given.lower().startswith(_BEARER) else request.headers.get(HEADER, "")
        self._header.compare(request, shown.encode("latin-1"), secret)
        registry = CollectorRegistry()
        registry.register(_Told(await self._families()))
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    async def _families(self) -> list[Metric]:
        store, now = self._house.store, self._house.clock.now()
        return [
            *_turns(await store.overview.turns_by()),
            *_models(await store.overview.costs(_EVER, ("model", "role"))),
            *_loops(list((await store.loop_runs.latest()).values())),
            *_waiting(await store.overview.waiting(now)),
        ]


class _Told(Collector):
    """Figures that were looked up already."""

    def __init__(self, families: Sequence[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        """Them."""
        yield from self._families


def _turns(counts: Sequence[tuple[str, str, int]]) -> Iterator[Metric]:
    turns = CounterMetricFamily("kwasi_turns", "Turns that were answered.", labels=("channel", "status"))
    for channel, status, count in counts:
        turns.add_metric((channel, status), count)
    yield turns


def _models(lines: Sequence[CostLine]) -> Iterator[Metric]:
    labels = ("model", "role")
    calls = CounterMetricFamily("kwasi_model_calls", "Calls of language models.", labels=labels)
    cost = CounterMetricFamily("kwasi_model_cost_dollars", "What they cost, in US dollars.", labels=labels)
    tokens = CounterMetricFamily("kwasi_model_tokens", "Their tokens.", labels=(*labels, "direction"))
    for line in lines:
        calls.add_metric((line.model, line.role), line.requests)
        cost.add_metric((line.model, line.role), line.cost)
        tokens.add_metric((line.model, line.role, "in"), line.input_tokens)
        tokens.add_metric((line.model, line.role, "out"), line.output_tokens)
    yield from (calls, cost, tokens)


def _loops(runs: Sequence[LoopRun]) -> Iterator[Metric]:
    ok = GaugeMetricFamily("kwasi_loop_ok", "Whether a loop's last run went well.", labels=("loop",))
    last = GaugeMetricFamily("kwasi_loop_last_run_seconds", "When it was, in seconds since 1970.", labels=("loop",))
    for run in runs:
        ok.add_metric((run.name,), float(run.status != "failed"))
        last.add_metric((run.name,), run.started_at.timestamp())
    yield from (ok, last)


def _waiting(counts: dict[str, int]) -> Iterator[Metric]:
    waiting = GaugeMetricFamily("kwasi_waiting", "What waits now.", labels=("what",))
    for what, count in counts.items():
        waiting.add_metric((what,), count)
    yield waiting


def build_router(house: PageHouse, header: SecretHeader | None = None) -> APIRouter:
    """The router. `header` is shared with the dashboard, which the same secret opens."""
    router = APIRouter(tags=["operations"])
    router.add_api_route(
        "/metrics", Metrics(house, header or secret_header(house)).show, methods=["GET"], response_model=None
    )
    return router
