"""What lies below Activity: one turn whole, and the picture of what models cost. The guard has checked who asks."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from app.charts.svg import MEDIA_TYPE as SVG_TYPE
from app.charts.svg import ON_ITS_OWN, svg
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.pages import Assets
from app.interfaces.web.rows import FRAMES
from app.interfaces.web.views.activity import costs, turn
from app.interfaces.web.views.tabs import VIEWS, Query
from app.interfaces.web.views.viewer import PageHouse, Viewer, viewer
from app.routers.tabs import Tabs

_LONGEST_ID = 200


class Activity:
    """What the routes do."""

    def __init__(self, house: PageHouse, auth: PageAuth, assets: Assets) -> None:
        """`auth` is the one the guard uses."""
        self._house = house
        self._tabs = Tabs(house, auth, assets)

    async def turn(self, request: Request, turn_id: Annotated[str, Path(max_length=_LONGEST_ID)]) -> Response:
        """One of them, or 404 and a page that says so."""
        whole = await turn.look(await viewer(self._house), turn_id)
        tab = replace(VIEWS["/activity"], name="activity-turn", view=partial(_whole, whole))
        answer = await self._tabs.show(tab)(request)
        answer.status_code = 404 if whole is None else answer.status_code
        return answer

    async def costs(self, frame: Literal["wide", "narrow"] = "wide") -> Response:
        """Thirty days of them."""
        drawn = svg(await costs.chart(await viewer(self._house)), FRAMES[frame])
        return Response(drawn, media_type=SVG_TYPE, headers=dict(ON_ITS_OWN))


async def _whole(found: turn.Whole | None, seen: Viewer, query: Query) -> dict[str, Any]:
    return turn.view(found, seen)


def build_router(house: PageHouse, auth: PageAuth) -> APIRouter:
    """The router."""
    activity = Activity(house, auth, Assets())
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    router.add_api_route("/activity/costs.svg", activity.costs, methods=["GET"], response_model=None)
    router.add_api_route("/activity/{turn_id:path}", activity.turn, methods=["GET"], response_model=None)
    return router
