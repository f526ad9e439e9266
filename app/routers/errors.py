"""Every error as one small JSON body: {"error": a sentence, "code": a stable name}. No trace and no class name leaves the house.

The status follows the error's class by a table; what is not in our tree is a bug, logged here with its trace under one event name.
"""

import logging
from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.errors import (
    ActionRefused,
    AssistantError,
    InputRefused,
    ModelError,
    NotAllowed,
    NotFound,
    QueueFull,
    StorageBusy,
    StorageError,
    StorageFull,
    ToolProblem,
)
from app.interfaces.web.intake import Halted
from app.interfaces.web.pages import Assets

_log = logging.getLogger(__name__)

STATUS: Mapping[type[AssistantError], tuple[int, str]] = {
    InputRefused: (422, "input_refused"),
    QueueFull: (429, "queue_full"),
    ActionRefused: (409, "action_refused"),
    NotAllowed: (403, "not_allowed"),
    NotFound: (404, "not_found"),
    ToolProblem: (422, "cannot_do"),
    StorageFull: (507, "storage_full"),
    StorageBusy: (503, "storage_busy"),
    StorageError: (503, "storage_unavailable"),
    ModelError: (503, "model_unavailable"),
    AssistantError: (500, "failed"),
}
SENTENCES: Mapping[int, tuple[str, str]] = {
    400: ("bad_request", "I couldn't read that request. Check how it was sent and try again."),
    404: ("not_found", "There's nothing at this address."),
    405: ("method_not_allowed", "This address doesn't take that kind of request."),
}
RETRY = {"Retry-After": "5"}  # seconds; who is busy or unreachable now may not be then
GENERIC = "Something went wrong on my side. I've noted it; please try again."


class DoorError(AssistantError):
    """That request can't be taken as it is."""

    def __init__(self, status: int, code: str, sentence: str, *, headers: Mapping[str, str] | None = None) -> None:
        """`status` is the HTTP status, `code` the stable name a program can rely on."""
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.headers = headers


def install(app: FastAPI) -> None:
    """Answer every error of `app` in this one shape."""
    app.add_exception_handler(AssistantError, _ours)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(Exception, _bug)


def status_of(error: AssistantError) -> tuple[int, str]:
    """The status and code of the nearest class in the table."""
    return next(STATUS[cls] for cls in type(error).__mro__ if cls in STATUS)


async def _ours(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AssistantError)
    if isinstance(error, DoorError):
        return _answer(error.status, error.code, error.sentence, error.headers)
    status, code = status_of(error)
    if status >= 500:
        _log.error(
            "request failed", extra={"event": "request.failed", "code": code, "path": request.url.path}, exc_info=error
        )
    return _answer(status, code, error.sentence, RETRY if status in (429, 503) else None)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        page = Assets().page("refused", sentence=SENTENCES[404][1], home=True)
        return HTMLResponse(page, 404)
    if isinstance(error, Halted):
        return _answer(error.status_code, error.code, error.detail)
    code, sentence = SENTENCES.get(error.status_code, ("refused", "That request can't be taken as it is."))
    return _answer(error.status_code, code, sentence, error.headers)


async def _validation(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    names = sorted({str(problem["loc"][-1]) for problem in error.errors() if problem.get("loc")})
    return _answer(422, "wrong_value", f"I can't use the value given for {' and '.join(names) or 'this request'}.")


async def _bug(request: Request, error: Exception) -> JSONResponse:
    _log.error("request crashed", extra={"event": "request.crashed", "path": request.url.path}, exc_info=error)
    return _answer(500, "internal", GENERIC)


def _answer(status: int, code: str, sentence: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": sentence, "code": code}, status, headers=dict(headers or {}))
