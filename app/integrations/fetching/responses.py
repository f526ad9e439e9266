"""What is asked for, and what an answer means: headers sent, headers read, and a body where it is of use.

Invariant: of a response's headers nothing is given on that couldn't stand in a request; a body is read only after its status, type and
announced size were found right.
"""

import re
from dataclasses import dataclass, field

import httpx

from app.integrations.fetching.addresses import Target
from app.integrations.fetching.bodies import ACCEPTED_ENCODINGS, most_on_wire, read_body
from app.integrations.fetching.refusals import failed
from app.version import VERSION

USER_AGENT = f"Kwasi/{VERSION} (+self-hosted assistant)"
_MOST_VALIDATOR = 1_000  # characters of an ETag that is sent back
_MOST_DIGITS = 20
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_NOT_MODIFIED, _PARTIAL = 304, 206
_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,100}/[a-z0-9!#$&^_.+-]{1,100}")
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([A-Za-z0-9][A-Za-z0-9_.:+-]{0,39})\"?\s*(?:;|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came back. `url` is where it was found, after redirects; `media_type` and `charset` are lower case, "" where not said;
    `etag` and `last_modified` are for the next time; `not_modified`: it is as it was then, and the body is empty."""

    url: str = field(repr=False)
    status: int
    media_type: str
    charset: str
    body: bytes = field(repr=False)
    etag: str
    last_modified: str
    not_modified: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a request is for. `accept` are media types, none for any; `etag` and `last_modified` are of the last time, "" for none; `extra` are
    further headers, which no log and no other host ever sees."""

    accept: tuple[str, ...]
    most_bytes: int
    etag: str = ""
    last_modified: str = ""
    method: str = "GET"
    content: bytes = field(default=b"", repr=False)
    extra: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # a service's key, and what kind `content` is of

    @property
    def is_conditional(self) -> bool:
        """Whether "as it was then" is an answer."""
        return bool(_sendable(self.etag) or _sendable(self.last_modified))

    def headers(self, target: Target) -> dict[str, str]:
        """All that is said of us and of what is wanted."""
        wanted = {
            "Host": target.authority,
            "User-Agent": USER_AGENT,
            "Accept": ", ".join((*self.accept, "*/*;q=0.1")) if self.accept else "*/*",
            "Accept-Encoding": ACCEPTED_ENCODINGS,
            "Connection": "close",
            "If-None-Match": _sendable(self.etag),
            "If-Modified-Since": _sendable(self.last_modified),
            **dict(self.extra),
        }
        return {name: value for name, value in wanted.items() if value}

    def takes(self, media_type: str) -> bool:
        """Whether a body of that type is of use; `image/*` takes every image, and no `accept` takes everything."""
        kind = media_type.partition("/")[0]
        return not self.accept or media_type in self.accept or f"{kind}/*" in self.accept or "*/*" in self.accept


@dataclass(frozen=True, slots=True)
class Redirect:
    """An answer that says where else to ask; "" where it doesn't."""

    location: str = field(repr=False)


async def read_response(response: httpx.Response, target: Target, wanted: Wanted) -> Fetched | Redirect:
    """What a response means. Its body is read only where it is of use."""
    status, headers, host = response.status_code, response.headers, target.host
    if status in _REDIRECTS:
        return Redirect(headers.get("location", ""))
    is_same = status == _NOT_MODIFIED and wanted.is_conditional
    if not is_same and (not 200 <= status < 300 or status == _PARTIAL):
        raise failed("status", host, status=status)
    media_type, charset = _kind(headers.get("content-type", ""))
    body = b"" if is_same else await _body(response, media_type, host, wanted)
    etag, modified = _sendable(headers.get("etag", "")), _sendable(headers.get("last-modified", ""))
    if is_same:
        etag, modified = etag or wanted.etag, modified or wanted.last_modified
    return Fetched(target.url, status, media_type, charset, body, etag, modified, not_modified=is_same)


async def _body(response: httpx.Response, media_type: str, host: str, wanted: Wanted) -> bytes:
    if not wanted.takes(media_type):
        raise failed("wrong_type", host)
    announced = response.headers.get("content-length", "")[:_MOST_DIGITS]
    if announced.isdecimal() and int(announced) > most_on_wire(wanted.most_bytes):
        raise failed("too_large", host)
    encoding = response.headers.get("content-encoding", "")
    return await read_body(response.aiter_raw(), encoding, most_bytes=wanted.most_bytes, host=host)


def _kind(content_type: str) -> tuple[str, str]:
    """(media type, charset) of a Content-Type header, lower case, each "" where it isn't said plainly."""
    said = content_type[:_MOST_VALIDATOR]
    media_type, charset = said.partition(";")[0].strip().lower(), _CHARSET.search(said)
    return media_type if _TYPE.fullmatch(media_type) else "", charset[1].lower() if charset else ""


def _sendable(validator: str) -> str:
    """An ETag or a date as it may stand in a request; "" for what may not."""
    fits = len(validator) <= _MOST_VALIDATOR and validator.isascii() and validator.isprintable()
    return validator if fits else ""
