"""`POST /message`: the door for phone shortcuts and scripts. A token instead of a sign-in, otherwise the same conversation.

The answer is waited for; one that takes too long is fetched later under its id. Sending the same id again is the same message.
"""

import asyncio
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response

from app.cards.drawing import as_one_text
from app.charts.chart import Chart
from app.charts.png import MEDIA_TYPE as PNG_TYPE
from app.charts.png import png
from app.charts.svg import MEDIA_TYPE as SVG_TYPE
from app.charts.svg import ON_ITS_OWN, svg
from app.conversation.asking import approval_id
from app.conversation.cards import cards_of, whole
from app.conversation.spoken import language_of
from app.memory.records import PendingAction
from app.routers.body import MAX_BODY
from app.routers.errors import DoorError
from app.routers.incoming import BODY_SCHEMA, OTHER_WORDS, Incoming, checked_id, read_incoming
from app.routers.secret import SecretHeader
from app.routers.services import RouterServices

CHANNEL = "http"
PATIENCE = timedelta(seconds=120)
_LONGEST_ID = 200
_LONGEST_NUMBER = 9  # digits; an id is longer
FETCHING = timedelta(seconds=10)
OFF = (404, "endpoint_off", "This endpoint is off. Set API_TOKEN and restart to use it.")
UNKNOWN_TOKEN = (401, "wrong_token", "The X-API-Token header is missing or wrong.")
UNKNOWN_ACTION = (404, "unknown_action", "I don't have that request any more.")
UNKNOWN_CHART = (404, "no_chart", "There's no such picture, or it was forgotten.")
NOT_DRAWN = (404, "not_drawn", "I can't make PNG pictures on this machine. Ask for the SVG instead.")
UNKNOWN_MESSAGE = (404, "unknown_message", "I know no message under that id.")


class MessageDoor:
    """What the two routes do."""

    def __init__(self, services: RouterServices, *, patience: timedelta, max_body: int) -> None:
        """`patience` is how long an answer is waited for."""
        self._services = services
        self._patience = patience
        self._max_body = max_body
        self._secret = SecretHeader("X-API-Token", services.clock, wrong=UNKNOWN_TOKEN)

    async def check(self, request: Request) -> None:
        """Stop whoever does not bring the token, before anything of the body is read."""
        token = self._services.settings.api_token
        if token is None:
            raise DoorError(*OFF)
        self._secret.check(request, token)

    async def post(self, request: Request) -> JSONResponse:
        """Take a message and wait for its answer."""
        key = checked_id(request.headers.get("idempotency-key"))
        incoming = await read_incoming(request, limit=self._max_body)
        message = incoming.to_message(
            user_id=self._services.owner.id,
            channel=CHANNEL,
            external_id=_own_id(incoming, key),
            at=self._services.clock.now(),
        )
        receipt = await self._services.conversation.receive(replace(message, deliver=incoming.deliver))
        if not receipt.same:
            raise DoorError(*OTHER_WORDS)
        return await self._answer(receipt.inbox_id, self._patience)

    async def fetch(self, inbox_id: str) -> JSONResponse:
        """The answer to a message taken before, if there is one by now."""
        entry = await self._services.store.inbox.get(self._services.owner.id, inbox_id)
        if entry is None:
            raise DoorError(*UNKNOWN_MESSAGE)
        return await self._answer(inbox_id, FETCHING) if entry.status == "done" else _working(inbox_id)

    async def _answer(self, inbox_id: str, patience: timedelta) -> JSONResponse:
        try:
            reply = await self._services.conversation.answer(
                self._services.owner.id, inbox_id, timeout=patience.total_seconds()
            )
        except TimeoutError:
            return _working(inbox_id)
        return JSONResponse(
            {
                "reply": as_one_text(reply.text, reply.cards),
                "turn_id": reply.turn_id,
                "status": reply.status,
                "buttons": [button.as_dict() for button in reply.buttons],
                "cards": [card.as_dict() for card in reply.cards],
                "inbox_id": inbox_id,
                "charts": [_picture(chart, inbox_id, at) for at, chart in enumerate(reply.charts)],
                "files": [file.as_dict() for file in reply.files],
            }
        )

    async def card(self, action: str) -> JSONResponse:
        """What a held call would run, with nothing cut."""
        held = await self._held(action)
        if held is None:
            raise DoorError(*UNKNOWN_ACTION)
        return JSONResponse({**whole(held, await self._language()).as_dict(), "status": held.status})

    async def decide(self, action: str, verb: Literal["confirm", "cancel"]) -> JSONResponse:
        """Press Confirm or Cancel of a held call; `action` is its id or its number. What came of it, and what it in turn asks for."""
        services, owner = self._services, self._services.owner.id
        held = await self._held(action)
        if held is None:
            raise DoorError(*UNKNOWN_ACTION)
        said = await services.conversation.decide(owner, verb, held.id)
        after = await services.store.pending.get(owner, held.id)
        inner = await services.store.pending.within(owner, approval_id(held.id))
        cards = cards_of([one for one in inner if one.status == "pending"], await self._language())
        return JSONResponse(
            {
                "reply": as_one_text(said, cards),
                "action": held.id,
                "number": held.number,
                "status": after.status if after else held.status,
                "cards": [card.as_dict() for card in cards],
            }
        )

    async def _language(self) -> str:
        return await language_of(self._services.store, self._services.owner.id)

    async def _held(self, action: str) -> PendingAction | None:
        pending, owner = self._services.store.pending, self._services.owner.id
        if action.isdecimal() and len(action) <= _LONGEST_NUMBER:
            return await pending.numbered(owner, int(action))
        return await pending.get(owner, action[:_LONGEST_ID])

    async def chart(self, inbox_id: str, number: int, kind: Literal["png", "svg"]) -> Response:
        """A chart of an answer as a picture."""
        owner = self._services.owner.id
        entry = await self._services.store.inbox.get(owner, inbox_id)
        if entry is None or entry.status != "done":
            raise DoorError(*UNKNOWN_CHART)
        reply = await self._services.conversation.answer(owner, inbox_id, timeout=FETCHING.total_seconds())
        if not 0 <= number < len(reply.charts):
            raise DoorError(*UNKNOWN_CHART)
        if kind == "svg":
            return Response(svg(reply.charts[number]), media_type=SVG_TYPE, headers=dict(ON_ITS_OWN))
        picture = await asyncio.to_thread(png, reply.charts[number])
        if picture is None:
            raise DoorError(*NOT_DRAWN)
        return Response(picture, media_type=PNG_TYPE)


def build_router(services: RouterServices, *, patience: timedelta = PATIENCE, max_body: int = MAX_BODY) -> APIRouter:
    """The router."""
    door = MessageDoor(services, patience=patience, max_body=max_body)
    router = APIRouter(tags=["message"], dependencies=[Depends(door.check)])
    router.add_api_route("/message", door.post, methods=["POST"], response_model=None, openapi_extra=BODY_SCHEMA)
    router.add_api_route("/message/{inbox_id}", door.fetch, methods=["GET"], response_model=None)
    router.add_api_route("/actions/{action}", door.card, methods=["GET"], response_model=None)
    router.add_api_route("/actions/{action}/{verb}", door.decide, methods=["POST"], response_model=None)
    router.add_api_route("/message/{inbox_id}/charts/{number}.{kind}", door.chart, methods=["GET"], response_model=None)
    return router


def _picture(chart: Chart, inbox_id: str, at: int) -> dict[str, str]:
    """A chart as a caller reads it: what it shows in words, and where the picture is, under the same token."""
    address = f"/message/{inbox_id}/charts/{at}"
    return {"title": chart.title, "alt": chart.alt, "png": f"{address}.png", "svg": f"{address}.svg"}


def _working(inbox_id: str) -> JSONResponse:
    body: dict[str, Any] = {"reply": None, "turn_id": None, "status": "working", "buttons": [], "cards": []}
    body |= {"charts": [], "files": []}
    body["inbox_id"] = inbox_id
    return JSONResponse(body, 202, headers={"Location": f"/message/{inbox_id}"})


def _own_id(incoming: Incoming, header: str | None) -> str:
    """The sender's id for this message; without one, each request is a message of its own."""
    if header and incoming.id and header != incoming.id:
        raise DoorError(422, "two_ids", "The id in the body and the Idempotency-Key header differ. Send one of them.")
    return header or incoming.id or uuid.uuid4().hex
