"""The calls: who may make them, what they do to the world, and Meta's words where they may not."""

import asyncio
import json
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qs

from pydantic import ValidationError

from tests.fakes.bot_api.web import Dropped, Request, Response, WebServer, as_json
from tests.fakes.graph_api.orders import Break, Call, Fault, Hang, Html
from tests.fakes.graph_api.people import Person
from tests.fakes.graph_api.shapes import KIND, MEDIA, Message, Read
from tests.fakes.graph_api.webhooks import Webhooks
from tests.fakes.graph_api.world import File, Shown, World

VERSION = "/v23.0"
_SUBTITLE = "This message was not sent"


class Problem(Exception):
    """Meta says no."""

    def __init__(self, code: int, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class GraphApiServer:
    """A server that listens, with its world and its webhooks."""

    def __init__(self) -> None:
        self.world = World()
        self.web = WebServer(self.handle)
        self.webhooks = Webhooks(self.world)

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return f"http://127.0.0.1:{self.web.port}{VERSION}"

    def person(self, name: str = "Ada", number: str = "33612345678", user_id: str = "FR.1349120865530274") -> Person:
        """Somebody new."""
        person = Person(self.world, name, user_id, number)
        self.world.people.append(person)
        return person

    async def handle(self, request: Request) -> Response:
        """One call."""
        if request.headers.get("authorization") != f"Bearer {self.world.token}":
            self.world.faults.append(f"{request.path}: no bearer token")
            return refusal(190, "Invalid OAuth access token", 401)
        call = self.call(request)
        fault = self.world.fault(call) if call else None
        if fault is not None and not getattr(fault, "taken", False):
            return await failed(fault)
        try:
            answer = self.answer(call, request)
        except Problem as problem:
            self.world.faults.append(f"{request.path}: {problem}")
            return refusal(problem.code, str(problem), problem.status)
        if call in ("messages", "upload", "media"):
            await asyncio.sleep(self.world.slow)
        return await failed(fault) if fault is not None else answer

    def call(self, request: Request) -> Call | None:
        """Which call it is."""
        path = request.path.removeprefix(VERSION).strip("/")
        if request.path.startswith("/files/"):
            return "download"
        if request.method == "POST":
            posted: dict[str, Call] = {
                f"{self.world.number_id}/messages": "messages",
                f"{self.world.number_id}/media": "upload",
            }
            return posted.get(path)
        named: dict[str, Call] = {
            self.world.number_id: "number",
            f"{self.world.account}/message_templates": "templates",
        }
        return named.get(path, "media")

    def answer(self, call: Call | None, request: Request) -> Response:
        """What it does."""
        if call == "messages":
            return as_json(200, self.posted(json.loads(request.body)))
        if call == "upload":
            return as_json(200, {"id": self.uploaded(request)})
        if call == "number":
            return as_json(200, self.number(parse_qs(request.query)))
        if call == "templates":
            return as_json(200, self.listed(parse_qs(request.query)))
        name = request.path.rsplit("/", 1)[-1]
        file = self.world.files.get(name)
        if call is None or file is None:
            raise Problem(100, "Unsupported request: object does not exist", 404 if call == "download" else 400)
        if call == "download":
            return self.downloaded(file, request)
        file.ticket = self.world.new_id("t")
        described = {"mime_type": file.media_type, "sha256": "x", "file_size": len(file.data), "id": name}
        url = f"http://127.0.0.1:{self.web.port}/files/{name}?ticket={file.ticket}"
        return as_json(200, {"messaging_product": "whatsapp", "url": url, **described})

    def posted(self, body: dict[str, Any]) -> dict[str, Any]:
        """A message, or that one was read."""
        self.world.calls.append(("messages", body))
        if body.get("status") == "read":
            read = checked(Read, body)
            self.world.read.append((read.message_id, read.typing_indicator is not None))
            return {"success": True}
        message = checked(Message, body)
        to = message.to or message.recipient or ""
        person = self.world.find(to)
        if person is None:
            raise Problem(131026, "Message undeliverable")
        if message.type != "template" and not self.world.is_open(person):
            raise Problem(131047, "Re-engagement message")
        shown = self.shown(message)
        person.sees.append(shown)
        self.world.showed(shown)
        contact = {"input": to, **({"wa_id": person.number} if person.number else {}), "user_id": person.user_id}
        return {"messaging_product": "whatsapp", "contacts": [contact], "messages": [{"id": shown.wamid}]}

    def shown(self, message: Message) -> Shown:
        """How it looks."""
        wamid, at = self.world.new_id("wamid.out"), self.world.now()
        if message.text:
            return Shown(wamid, "text", message.text.body, at)
        if message.interactive:
            return interactive(message, wamid, at)
        if message.template:
            return Shown(wamid, "template", self.templated(message), at)
        media = message.image or message.document or message.audio
        assert media is not None
        file = self.world.files.get(media.id or "")
        if file is None or not file.media_type.startswith(KIND[message.type]):
            raise Problem(131053, "Media upload error")
        name, caption = getattr(media, "filename", None) or "", getattr(media, "caption", None) or ""
        return Shown(wamid, message.type, caption, at, data=file.data, name=name, voice=getattr(media, "voice", False))

    def templated(self, message: Message) -> str:
        """A template's words with its variable put in."""
        template = message.template
        assert template is not None
        if self.world.templates.get(template.name) != template.language.code:
            raise Problem(132001, "Template name does not exist in the translation", 404)
        given = [each.text for component in template.components for each in component.parameters]
        if len(given) != 1:
            raise Problem(132000, "Number of parameters does not match the expected number of params")
        return f"For you: {given[0]}"

    def listed(self, query: dict[str, list[str]]) -> dict[str, Any]:
        """The account's templates whose names hold what is asked for."""
        asked = query.get("name", [""])[0]
        found = [
            {"name": name, "language": language, "status": self.world.statuses.get(name, "APPROVED"), "id": str(number)}
            for number, (name, language) in enumerate(self.world.templates.items(), 1)
            if asked in name
        ]
        return {"data": found}

    def uploaded(self, request: Request) -> str:
        """A file of a kind and size that is taken."""
        parts = multipart(request)
        self.world.calls.append(("upload", {name: value[0] for name, value in parts.items() if name != "file"}))
        media_type = parts["type"][1].decode() if "type" in parts else ""
        name, data = parts.get("file", ("", b""))
        if parts.get("messaging_product", ("", b""))[1] != b"whatsapp" or media_type not in MEDIA or not data:
            raise Problem(100, "Param file must be a file with one of the following types")
        if len(data) > MEDIA[media_type] * 1024 * 1024 or (media_type == "audio/ogg" and not data.startswith(b"OggS")):
            raise Problem(131053, "Media upload error")
        return self.world.keep(File(name, media_type, data))

    def downloaded(self, file: File, request: Request) -> Response:
        """The bytes, where the address is still good."""
        if not file.ticket or parse_qs(request.query).get("ticket") != [file.ticket]:
            return as_json(404, {"error": "expired"})
        return Response(200, file.data, file.media_type)

    def number(self, query: dict[str, list[str]]) -> dict[str, Any]:
        """What is asked of our number."""
        known = {
            "display_phone_number": f"+{self.world.display}",
            "verified_name": "Kwasi",
            "quality_rating": self.world.quality,
            "platform_type": "CLOUD_API",
            "whatsapp_business_account": {"id": self.world.account},
        }
        asked = query.get("fields", ["display_phone_number"])[0].split(",")
        if missing := [name for name in asked if name not in known]:
            raise Problem(100, f"Tried accessing nonexisting field ({missing[0]})")
        return {**{name: known[name] for name in asked}, "id": self.world.number_id}


def interactive(message: Message, wamid: str, at: Any) -> Shown:
    """Words with buttons or rows."""
    told = message.interactive
    assert told is not None
    action = told.action
    rows = (
        [each.reply for each in action.buttons]
        if hasattr(action, "buttons")
        else [row for section in action.sections for row in section.rows]
    )
    return Shown(wamid, told.type, told.body.text, at, {row.title: row.id for row in rows})


def checked(shape: Any, body: dict[str, Any]) -> Any:
    """The body in its shape, or Meta's no."""
    try:
        return shape.model_validate_json(json.dumps(body))
    except ValidationError as wrong:
        raise Problem(100, f"(#100) Invalid parameter {wrong.errors()[0]['loc']} {wrong.errors()[0]['msg']}") from None


def refusal(code: int, message: str, status: int = 400) -> Response:
    """An error as Meta words one."""
    error = {
        "message": f"(#{code}) {message}",
        "type": "OAuthException",
        "code": code,
        "error_data": {"messaging_product": "whatsapp", "details": _SUBTITLE},
        "fbtrace_id": "AbCdEf",
    }
    return as_json(status, {"error": error})


async def failed(fault: Fault) -> Response:
    """What was ordered."""
    if isinstance(fault, Break):
        raise Dropped
    if isinstance(fault, Hang):
        await asyncio.Event().wait()
    if isinstance(fault, Html):
        return Response(fault.status, b"<html><body>Bad gateway</body></html>", "text/html")
    return refusal(fault.code, "ordered", fault.status)


def multipart(request: Request) -> dict[str, tuple[str, bytes]]:
    """The fields of a form: file name and bytes of each."""
    head = f"Content-Type: {request.headers.get('content-type', '')}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + request.body)
    found: dict[str, tuple[str, bytes]] = {}
    for each in message.iter_parts():
        name = each.get_param("name", header="content-disposition")
        found[str(name)] = (each.get_filename() or "", each.get_payload(decode=True) or b"")
    return found
