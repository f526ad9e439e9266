"""The chat page's API: history, live events, sending, pressing buttons, stopping. The guard has checked who asks."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import asdict
from datetime import date, datetime, time
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import quote
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field

from app.charts.svg import MEDIA_TYPE as SVG_TYPE
from app.charts.svg import ON_ITS_OWN, svg
from app.errors import StorageError
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.buttons import LiveButtons
from app.interfaces.web.feed import Feed, FeedEvent
from app.interfaces.web.rows import FRAMES
from app.messages import ButtonVerb
from app.routers.body import MAX_BODY
from app.routers.errors import DoorError
from app.routers.incoming import BODY_SCHEMA, OTHER_WORDS, read_incoming
from app.routers.services import RouterServices
from app.schedule.zones import localise

_log = logging.getLogger(__name__)
CHANNEL = "web"
NO_CARD = (404, "no_card", "I don't have that request any more.")
_SHOWN = frozenset(("image/png",))  # what a browser may show on its own: it can run nothing
_LAST = 2**53  # the largest number a browser can say exactly; a row's number is smaller
_FOUND, _LINE = 30, 160
_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(2200, 1, 1)
RECONNECT_MILLISECONDS = 1000


class Press(BaseModel):
    """A button pressed. `text` is the correction, for "edit"."""

    verb: ButtonVerb
    target: str = Field(max_length=200)
    text: str = Field("", max_length=20_000)


class Chat:
    """What the routes do."""

    def __init__(self, services: RouterServices, feed: Feed, auth: PageAuth, *, max_body: int) -> None:
        """`feed` is the owner's; `auth` is the one the guard uses."""
        self._services = services
        self._auth = auth
        self._feed = feed
        self._max_body = max_body

    async def history(
        self,
        before: Annotated[int | None, Query(ge=0, le=_LAST)] = None,
        after: Annotated[int | None, Query(ge=0, le=_LAST)] = None,
        around: Annotated[int | None, Query(ge=0, le=_LAST)] = None,
        day: date | None = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 40,
    ) -> dict[str, Any]:
        """A page of the past: the newest, what is before or behind a bookmark, around one, or from the beginning of a day of the owner's."""
        if day is not None:
            around = await self._feed.first_since(await self._midnight(day))
        if around is not None:
            history = await self._feed.around(around, limit)
        elif after is not None:
            history = await self._feed.following(after, limit)
        else:
            history = await self._feed.history(before=before, limit=limit)
        return asdict(history)

    async def found(self, q: Annotated[str, Query(max_length=200)] = "") -> list[dict[str, Any]]:
        """What of the talk holds these words, best first: where it stands, when it was, and a line of it."""
        words, owner = q.strip(), self._services.owner.id
        if not words:
            return []
        hits = await self._services.recall.by_words(owner, words, kinds=("turn",), limit=_FOUND)
        turns = {turn.id: turn for turn in await self._services.store.turns.many(owner, [hit.owner_id for hit in hits])}
        places = await self._feed.found(list(turns))
        return [
            {
                "at": turn.started_at.isoformat(),
                "around": places[turn.id],
                "said": _line(turn.text),
                "answered": _line(turn.reply),
            }
            for hit in hits
            if (turn := turns.get(hit.owner_id)) is not None and turn.id in places
        ]

    async def _midnight(self, day: date) -> datetime:
        day = min(max(day, _FIRST_DAY), _LAST_DAY)
        owner = await self._services.store.users.get(self._services.owner.id) or self._services.owner
        return localise(datetime.combine(day, time()), ZoneInfo(owner.time_zone))

    async def opened(
        self,
        request: Request,
        after: Annotated[int, Query(ge=0, le=_LAST)] = 0,
        last_event_id: Annotated[int | None, Header(ge=0, le=_LAST)] = None,
    ) -> AsyncIterator[AsyncIterator[FeedEvent]]:
        """Everything after the bookmark and then what happens, for as long as the session lasts; a browser that comes back says its
        bookmark itself. Let go of as soon as the browser leaves: a stream that is cut off is dropped in the middle, and would be left to
        the garbage collector."""
        shown, allowed = after if last_event_id is None else last_event_id, partial(self._auth.is_signed_in, request)
        async with aclosing(self._feed.events(shown, allowed=allowed)) as events:
            yield events
        _log.info("event stream closed", extra={"event": "chat.stream_closed"})

    async def events(self, opened: AsyncIterator[FeedEvent]) -> AsyncIterator[ServerSentEvent]:
        """The same as it is sent."""
        try:
            async for event in opened:
                bookmark = None if event.bookmark is None else str(event.bookmark)
                yield ServerSentEvent(data=event.data, event=event.name, id=bookmark, retry=RECONNECT_MILLISECONDS)
        except StorageError as error:  # the answer has begun, so the stream just ends; the page comes back by itself
            _log.warning("event stream ended", extra={"event": "chat.stream_failed"}, exc_info=error)

    async def send(self, request: Request) -> JSONResponse:
        """Take a message. The answer comes as an event."""
        incoming = await read_incoming(request, limit=self._max_body)
        if incoming.id is None:
            raise DoorError(422, "bad_id", "The page sent that without an id. Reload it and send again.")
        now = self._services.clock.now()
        receipt = await self._services.conversation.receive(
            incoming.to_message(user_id=self._services.owner.id, channel=CHANNEL, external_id=incoming.id, at=now)
        )
        if not receipt.same:
            raise DoorError(*OTHER_WORDS)
        return JSONResponse({"inbox_id": receipt.inbox_id, "new": receipt.new}, 202)

    async def chart(
        self,
        entry: Annotated[int, Path(ge=1, le=_LAST)],
        number: Annotated[int, Path(ge=0, le=_LAST)],
        frame: Literal["wide", "narrow"],
    ) -> Response:
        """A chart of a message as a picture."""
        chart = await self._feed.chart(entry, number)
        if chart is None:
            raise DoorError(404, "no_chart", "There's no such picture, or it was forgotten.")
        return Response(svg(chart, FRAMES[frame]), media_type=SVG_TYPE, headers=dict(ON_ITS_OWN))

    async def file(
        self, entry: Annotated[int, Path(ge=1, le=_LAST)], number: Annotated[int, Path(ge=0, le=_LAST)]
    ) -> Response:
        """A file of a message, to be saved; a picture to be looked at."""
        file = await self._feed.file(entry, number)
        if file is None:
            raise DoorError(404, "no_file", "There's no such file, or it was forgotten.")
        name = quote(file.name)
        kept = "inline" if file.media_type in _SHOWN else "attachment"
        headers = {"Content-Disposition": f"{kept}; filename*=UTF-8''{name}"}
        return Response(file.data, media_type=file.media_type, headers=headers)

    async def card(self, action: Annotated[str, Path(max_length=200)]) -> dict[str, Any]:
        """What Confirm would run, with nothing cut."""
        card = await self._feed.card(action)
        if card is None:
            raise DoorError(*NO_CARD)
        return dict(card)

    async def press(self, press: Press) -> dict[str, str]:
        """Press a button."""
        owner = self._services.owner.id
        return {"text": await self._services.conversation.decide(owner, press.verb, press.target, press.text)}

    async def stop(self) -> dict[str, bool]:
        """End the running turn."""
        return {"stopped": await self._services.conversation.stop(self._services.owner.id)}


def _line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LINE else f"{flat[:_LINE]}…"


def build_router(
    services: RouterServices, auth: PageAuth, *, closing: asyncio.Event, max_body: int = MAX_BODY
) -> APIRouter:
    """The router. `closing` ends open event streams."""
    owner = services.owner.id
    buttons = LiveButtons(services.store, owner, services.clock)
    feed = Feed(
        services.store,
        services.hub,
        owner,
        buttons=buttons,
        closing=closing,
        most_readers=services.settings.max_event_streams,
    )
    chat = Chat(services, feed, auth, max_body=max_body)

    async def events(
        opened: Annotated[AsyncIterator[FeedEvent], Depends(chat.opened)],
    ) -> AsyncIterator[ServerSentEvent]:
        async for event in chat.events(opened):
            yield event

    router = APIRouter(prefix="/chat", tags=["chat"])
    router.add_api_route("/history", chat.history, methods=["GET"])
    router.add_api_route("/found", chat.found, methods=["GET"])
    router.add_api_route("/events", events, methods=["GET"], response_class=EventSourceResponse)
    router.add_api_route("/charts/{entry}/{number}/{frame}.svg", chat.chart, methods=["GET"], response_model=None)
    router.add_api_route("/files/{entry}/{number}", chat.file, methods=["GET"], response_model=None)
    router.add_api_route(
        "/messages", chat.send, methods=["POST"], response_model=None, status_code=202, openapi_extra=BODY_SCHEMA
    )
    router.add_api_route("/actions", chat.press, methods=["POST"])
    router.add_api_route("/actions/{action}", chat.card, methods=["GET"])
    router.add_api_route("/stop", chat.stop, methods=["POST"])
    return router
