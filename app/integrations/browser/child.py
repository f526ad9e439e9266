"""The child process that drives Chromium: one page of one user at a time, asked by the parent, busy only while it answers.

Between two questions no request of a page is let through. It judges the addresses that it sees here and Chromium reaches nothing but the
parent's proxy, which judges all of them. Says nothing to a user: what went wrong is a word, its sentence is the parent's. Knows no setting.
"""

import asyncio
import builtins
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from playwright.async_api import Error
from playwright.async_api import TimeoutError as TooLate

from app.errors import OutsideRefused
from app.integrations.browser.driving import Driven, Setup
from app.integrations.browser.page_reader import Refused
from app.models.serving import Answer, Head, serve

_EVALUATING = 25.0  # seconds a page's own process may take to say what it shows
_GONE = "has been closed"
_NET_ERRORS = {
    "ERR_NAME_NOT_RESOLVED": "dns",
    "ERR_TIMED_OUT": "timeout",
    "ERR_CONNECTION_TIMED_OUT": "timeout",
    "ERR_CERT": "tls",
    "ERR_SSL": "tls",
    "ERR_TOO_MANY_REDIRECTS": "redirect",
    "ERR_BLOCKED": "blocked",
    "ERR_ACCESS_DENIED": "blocked",
}


def main() -> None:
    """Serve until the parent is gone."""
    loop = asyncio.new_event_loop()
    child = Child()
    serve(lambda head, _: loop.run_until_complete(child.answer(head)))


class Child:
    """Whoever answers; its browser starts with the first question."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._driven: Driven | None = None

    async def answer(self, head: Head) -> Answer:
        """Do what `head["do"]` says: open, press, give, send, shot. What can't be is {"refused": a word, "host": whom it is about}."""
        answer = await self._answer(head)
        # One that ended since the last question is noticed with this one; for a page, nothing is lost with another try.
        return await self._answer(head) if answer[0].get("refused") == "ended" and head["do"] == "open" else answer

    async def _answer(self, head: Head) -> Answer:
        driven = None
        try:
            driven = await self._browser(Setup(**head["setup"]))
            return await _DOES[head["do"]](driven, head)
        except Refused as problem:
            return {"refused": problem.reason, "host": problem.host}, b""
        except OutsideRefused as problem:
            return {"refused": f"outside:{problem.reason}", "host": problem.host}, b""
        except Error as problem:
            return {"refused": _word(problem, driven), "host": driven.asked_host if driven else ""}, b""

    async def _browser(self, setup: Setup) -> Driven:
        if self._driven is not None and (self._driven.setup != setup or self._driven.is_gone):
            former, self._driven = self._driven, None
            await former.close()
        if self._driven is None:
            driven = Driven(setup)
            await driven.start()
            self._driven = driven
        return self._driven


def _word(problem: Error, driven: Driven | None) -> str:
    """What went wrong, as a word."""
    if isinstance(problem, TooLate):
        return "timeout"
    if driven is not None and (driven.is_gone or _GONE in problem.message):
        driven.is_gone = True
        return "ended"
    if driven is not None and (reason := driven.refusals.get(driven.asked_host)):
        return f"outside:{reason}"
    return next((word for name, word in _NET_ERRORS.items() if name in problem.message), "failed")


async def _open(driven: Driven, head: Head) -> Answer:
    download = await driven.go(head["url"], fresh=head["fresh"], pictures=head["pictures"])
    if download is not None:
        return {"download": download.name, "url": download.url}, download.data
    return await _shown(driven)


async def _press(driven: Driven, head: Head) -> Answer:
    """Press what is no link and sends no form."""
    await driven.press(head["number"])
    return await _shown(driven)


async def _give(driven: Driven, head: Head) -> Answer:
    """Put values into fields: `values` has number → what `give` of page.js takes."""
    await _patient(driven.fill(head["values"]))
    return await _shown(driven)


async def _send(driven: Driven, head: Head) -> Answer:
    """Send a form; what came back, with how far it got."""
    said = await driven.send(head["form"], head["button"], tuple(head["hosts"]), scripts=head["scripts"])
    try:
        answer, _ = await _shown(driven)
    except (Refused, Error):  # it was sent all the same
        answer = {"url": driven.asked_url}
    return {**answer, **said}, b""


async def _shot(driven: Driven, head: Head) -> Answer:
    return {}, await driven.shot(head["form"])


async def _shown(driven: Driven) -> Answer:
    return await _patient(driven.read()), b""


async def _patient(work: Coroutine[Any, Any, Any]) -> Any:
    """A page that keeps its process busy for ever is hung."""
    try:
        return await asyncio.wait_for(work, _EVALUATING)
    except builtins.TimeoutError:
        raise Refused("hung") from None


_DOES: dict[str, Callable[[Driven, Head], Awaitable[Answer]]] = {
    "open": _open,
    "press": _press,
    "give": _give,
    "send": _send,
    "shot": _shot,
}
