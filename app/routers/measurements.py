"""What lies below Health: its pictures, drawn as they are asked for. The guard has checked who asks."""

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.charts.svg import MEDIA_TYPE as SVG_TYPE
from app.charts.svg import ON_ITS_OWN, svg
from app.interfaces.web.rows import FRAMES
from app.interfaces.web.views import measurements
from app.interfaces.web.views.viewer import PageHouse, viewer
from app.routers.errors import DoorError

_NO_CHART = (404, "no_chart", "There's nothing to draw there.")


def build_router(house: PageHouse) -> APIRouter:
    """The router."""

    async def chart(request: Request, frame: Literal["wide", "narrow"] = "wide") -> Response:
        """A metric over a time."""
        reading = measurements.reading_of(await viewer(house))
        shown = measurements.chosen(request.query_params, await reading.known())
        found = await measurements.chart(reading, shown) if shown is not None else None
        if found is None:
            raise DoorError(*_NO_CHART)
        return Response(svg(found, FRAMES[frame]), media_type=SVG_TYPE, headers=dict(ON_ITS_OWN))

    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    router.add_api_route("/measurements/chart.svg", chart, methods=["GET"], response_model=None)
    return router
