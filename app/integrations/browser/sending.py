"""A form on its way: whom it may go to, what went there, and how it ended. Part of the child process."""

import asyncio
from typing import Any

from playwright.async_api import Page, Request

_SECONDS, _BEFORE, _AFTER = 25.0, 4.0, 1.0
_STEP = 0.05


class Sending:
    """From the moment its button is pressed. `arrived`: another page came of it."""

    def __init__(self, hosts: tuple[str, ...], page: Page) -> None:
        """`hosts` may have it, nobody else."""
        self.arrived = False
        self._hosts = hosts
        self._page = page
        self._sent: list[Request] = []
        self._done: set[Request] = set()
        self._is_broken = False
        self._elsewhere = ""
        page.on("requestfinished", self._on_finished)
        page.on("requestfailed", self._on_failed)
        page.on("framenavigated", self._on_navigated)

    @property
    def said(self) -> dict[str, Any]:
        """{"sent": whether anything went out, "broken": whether it broke off, "elsewhere": a host that was to have it and did not}."""
        return {"sent": bool(self._sent), "broken": self._is_broken, "elsewhere": self._elsewhere}

    def takes(self, request: Request, host: str) -> bool:
        """Whether a request that carries something, or opens a page, may go on."""
        if host not in self._hosts:
            self._elsewhere = self._elsewhere or host
            return False
        self._sent.append(request)
        return True

    async def ended(self) -> None:
        """Until it has arrived, or nothing more is to be expected."""
        loop = asyncio.get_running_loop()
        began = quiet = loop.time()
        while not self.arrived and loop.time() - began < _SECONDS:
            await asyncio.sleep(_STEP)
            if not self._sent and loop.time() - began > _BEFORE:
                return
            if not self._sent or not set(self._sent) <= self._done:
                quiet = loop.time()
            elif loop.time() - quiet > _AFTER:
                return
        self._is_broken |= not self.arrived

    def _on_finished(self, request: Request) -> None:
        self._done.add(request)

    def _on_failed(self, request: Request) -> None:
        self._done.add(request)
        self._is_broken |= request in self._sent

    def _on_navigated(self, frame: Any) -> None:
        self.arrived |= frame is self._page.main_frame and bool(self._sent)
