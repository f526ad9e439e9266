"""The parameters of a call, out of the query, a form, a multipart body or JSON, as one table of texts and files.

Invariant: a parameter reads the same whichever way it came; nested objects are JSON text, as Telegram reads them.
"""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import FormParser, MultiPartParser

from tests.fakes.bot_api.refusals import bad_request
from tests.fakes.bot_api.web import Request

ATTACHED = "attach://"


@dataclass(frozen=True, slots=True)
class Upload:
    """One uploaded file."""

    name: str
    media_type: str
    data: bytes


@dataclass(slots=True)
class Parameters:
    """What a method was called with; the getters raise Telegram's refusals."""

    texts: dict[str, str] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """As it was sent."""
        return self.texts.get(name, default)

    def integer(self, name: str, default: int = 0) -> int:
        """A number; what is none counts as not given, as Telegram has it."""
        try:
            return int(self.texts.get(name, default))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """true, yes and 1 are true."""
        return self.texts.get(name, "").lower() in {"true", "yes", "1"}

    def json(self, name: str, default: Any = None) -> Any:
        """A nested object."""
        if not self.texts.get(name):
            return default
        try:
            return json.loads(self.texts[name])
        except ValueError as error:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from error

    def upload(self, name: str) -> Upload | str:
        """A file that came along, or the text that names one (a file id)."""
        if name in self.files:
            return self.files[name]
        named = self.text(name)
        if not named.startswith(ATTACHED):
            return named
        if named.removeprefix(ATTACHED) not in self.files:
            raise bad_request(f"{name} attachment not found")
        return self.files[named.removeprefix(ATTACHED)]


async def parameters_of(request: Request) -> Parameters:
    """Everything a request carries, the body over the query."""
    found = Parameters(dict(parse_qsl(request.query, keep_blank_values=True)))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        found.texts |= json_texts(request.body)
    elif kind in FORMS:
        await read_form(request, kind, found)
    return found


def json_texts(body: bytes) -> dict[str, str]:
    """The fields of a JSON body, each as the text a form would hold."""
    try:
        fields = json.loads(body or b"{}")
    except ValueError as error:
        raise bad_request("can't parse JSON object") from error
    if not isinstance(fields, dict):
        raise bad_request("expected an Object")
    given = {name: value for name, value in fields.items() if value is not None}
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()}


FORMS = {"application/x-www-form-urlencoded": FormParser, "multipart/form-data": MultiPartParser}


async def read_form(request: Request, kind: str, found: Parameters) -> None:
    """Fill in what a form holds."""

    async def stream() -> Any:
        yield request.body
        yield b""

    form = await FORMS[kind](Headers(request.headers), stream()).parse()
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            found.files[name] = Upload(value.filename or "file", value.content_type or "", await value.read())
        else:
            found.texts[name] = value
    await form.close()
