"""Chromium driven through Playwright: a profile opened, a page gone to, read, filled in, sent and drawn. Part of the child process.

Every request that is seen here is judged before it goes on; while a page is read, none sends a form. What a page shows comes from its
accessibility tree and from functions in a world of their own (page.js), which the page's scripts can't reach.
"""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    BrowserContext,
    Download,
    Error,
    Page,
    Playwright,
    ProxySettings,
    Request,
    Response,
    Route,
    ViewportSize,
    async_playwright,
)
from playwright.async_api import TimeoutError as TooLate

from app.errors import OutsideRefused
from app.integrations.browser.downloads import Saved, saved
from app.integrations.browser.page_reader import PageReader, Refused
from app.integrations.browser.profiles import Profile
from app.integrations.browser.proxy import check_domain
from app.integrations.browser.sending import Sending
from app.integrations.fetching.addresses import Pairs, checked

_FLAGS = (
    "--disable-gpu --disable-quic --disable-dev-shm-usage --disable-background-networking --disable-component-update --disable-sync"
    " --no-first-run --no-pings --dns-prefetch-disable --disable-breakpad --disable-crash-reporter"
    " --gaia-url=http://127.0.0.1:9"  # it asks there by itself who is signed in
    " --force-webrtc-ip-handling-policy=disable_non_proxied_udp"
).split()
_NO_NAMES = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"  # names are the proxy's to look up
_WITHOUT = (
    "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];"
)
_NO_PICTURES = "img, video, picture, svg { visibility: hidden !important } * { background-image: none !important }"
_VIEW: ViewportSize = {"width": 1024, "height": 1200}
_HEAVY = frozenset(("image", "media", "font"))
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
_WIDEST, _TALLEST, _MARGIN = 1024, 1600, 24  # of a picture, in pixels
_LARGEST_SHOT = 300_000
_THIN = 300  # characters
_GOING, _LOADING, _QUIET = 20_000, 4_000, 3_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Setup:
    """With what a browser is started. `path` is Chromium's, `profile` the user's folder, `proxy` the parent's; `cdp` is the address of one
    that runs already, "" for none; `room` are the bytes that a profile may take; `allowed` and `domains` are the proxy's, for what is judged here too."""

    profile: str
    path: str
    proxy: str
    cdp: str
    allowed: list[list[Any]]
    domains: list[str]
    room: int


class Driven:
    """One browser with one page."""

    def __init__(self, setup: Setup) -> None:
        """Starts nothing yet."""
        self.setup = setup
        self.asked_host = ""
        self.refusals: dict[str, str] = {}  # by host, since the last page was asked for
        self._allowed: Pairs = frozenset((host, port) for host, port in setup.allowed)
        self._domains = tuple(setup.domains)
        self._profile = Profile(Path(setup.profile), setup.room)
        self._playwright: Playwright | None = None
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._reader: PageReader | None = None
        self._pictures = False
        self._is_acting = False  # something was pressed that is no link: nothing but reading goes out
        self._sending: Sending | None = None
        self._is_filled = False  # values stand in the page that nobody has sent: it has no connection
        self._status = 0
        self._download: Download | None = None
        self.is_gone = False

    async def start(self) -> None:
        """Start it, or join the one that runs. Raises Refused, and Playwright's errors."""
        self._playwright = await async_playwright().start()
        try:
            self._context = await (self._joined() if self.setup.cdp else self._launched())
        except Error:
            await self.close()
            raise Refused("not_joined" if self.setup.cdp else "not_started") from None
        context = self._context
        context.set_default_timeout(_GOING)
        context.on("close", lambda _: self._end())
        context.on("page", self._on_page)
        await context.add_init_script(_WITHOUT)
        await context.route("**/*", self._judge)
        for page in context.pages:
            await page.close()

    async def close(self) -> None:
        """End it."""
        context, playwright = self._context, self._playwright
        self._context = self._playwright = None
        try:
            if context is not None and not self.is_gone:
                await context.close()
            if playwright is not None:
                await playwright.stop()
        except Error:
            self.is_gone = True
        finally:
            self._profile.release()

    def _end(self) -> None:
        self.is_gone = True

    async def _launched(self) -> BrowserContext:
        """Chromium with the user's own profile; without the system's sandbox only where that can't be had."""
        assert self._playwright is not None
        if not await self._profile.take():
            raise Refused("busy")
        outside: dict[str, str | float | bool] = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": self.setup.profile,
            "LANG": "C.UTF-8",
        }
        for is_boxed in (True, False) if os.geteuid() else (False,):
            try:
                return await self._playwright.chromium.launch_persistent_context(
                    self._profile.data,
                    executable_path=self.setup.path,
                    headless=True,
                    args=[*_FLAGS, _NO_NAMES],
                    env=outside,
                    chromium_sandbox=is_boxed,
                    proxy=self._way_out(),
                    service_workers="block",
                    accept_downloads=True,
                    downloads_path=self._profile.downloads,
                    viewport=_VIEW,
                    handle_sigint=False,
                )
            except Error:
                if not is_boxed:
                    raise
        raise Refused("not_started")

    async def _joined(self) -> BrowserContext:
        """A context of our own in a browser that runs elsewhere; one on this machine goes through our proxy too."""
        assert self._playwright is not None
        browser = await self._playwright.chromium.connect_over_cdp(self.setup.cdp, timeout=_GOING)
        is_here = urlsplit(self.setup.cdp).hostname in ("127.0.0.1", "::1", "localhost")
        return await browser.new_context(
            service_workers="block", accept_downloads=True, viewport=_VIEW, proxy=self._way_out() if is_here else None
        )

    def _way_out(self) -> ProxySettings:
        return {"server": self.setup.proxy, "bypass": "<-loopback>"}

    # --- what goes out ----------------------------------------------------------------------------------------------

    async def _judge(self, route: Route, request: Request) -> None:
        """Let a request go on, or not."""
        try:
            target = checked(request.url.partition("#")[0], self._allowed)
            check_domain(target.host, self._domains)
        except OutsideRefused as problem:
            self.refusals[problem.host] = problem.reason
            await route.abort("accessdenied")
            return
        if self._is_filled:
            await route.abort("internetdisconnected")
            return
        is_light = self._pictures or request.resource_type not in _HEAVY
        if is_light and self._may_go(request, target.host):
            await route.continue_()
        else:
            await route.abort("blockedbyclient")

    def _may_go(self, request: Request, host: str) -> bool:
        is_page = _is_page(request)
        acts = request.method not in _READING
        sending = self._sending
        if sending is None:
            return not (acts and (_is_document(request) or self._is_acting))
        return not (acts or is_page) or sending.takes(request, host)

    def _on_page(self, page: Page) -> None:
        """One page at a time: what a page opens beside itself is closed."""
        if self._page is not None and page is not self._page:
            asyncio.get_running_loop().create_task(_closed(page))

    def _on_request(self, request: Request) -> None:
        if _is_page(request):
            self.asked_host = urlsplit(request.url).hostname or ""

    def _on_response(self, response: Response) -> None:
        request = response.request
        if _is_page(request):
            self._status = response.status

    def _on_download(self, download: Download) -> None:
        self._download = download

    # --- a page -----------------------------------------------------------------------------------------------------

    async def go(self, url: str, *, fresh: bool, pictures: bool) -> Saved | None:
        """Go to an address, on a page of its own or on the one that is open; the file, where it gives one. Raises OutsideRefused."""
        target = checked(url, self._allowed)
        check_domain(target.host, self._domains)
        self.asked_host = target.host
        referer = self._page.url if self._page is not None and not fresh else None
        if fresh or self._page is None:
            await self._new_page()
        page = self._page
        assert page is not None
        self._pictures, self._is_acting, self._sending, self._download = pictures, False, None, None
        self._status = 0
        self.refusals.clear()
        try:
            await page.goto(url, wait_until="domcontentloaded", referer=referer)
        except Error as problem:
            if self._download is None and "Download is starting" not in problem.message:
                raise
            return await self._saved()
        await self._settled()
        return None

    async def _new_page(self) -> None:
        assert self._context is not None
        former, self._page = self._page, None
        page = await self._context.new_page()
        self._page = page
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("download", self._on_download)
        self._reader = PageReader(await self._context.new_cdp_session(page))
        if former is not None:
            await _closed(former)

    async def _settled(self) -> None:
        """A page that has nothing to say yet is given a moment more."""
        page = self._page
        assert page is not None
        await _within(page.wait_for_load_state("load", timeout=_LOADING))
        if await self.reader.evaluated(f"__page.mayGrow({_THIN})"):
            await _within(page.wait_for_load_state("networkidle", timeout=_QUIET))

    async def _saved(self) -> Saved:
        """The file that is coming. Raises Refused for one that doesn't, is too large, or never ends."""
        for _ in range(20):
            if self._download is not None:
                return await saved(self._download, self._profile, self.asked_host)
            await asyncio.sleep(0.1)
        raise Refused("failed", self.asked_host)

    async def read(self) -> dict[str, Any]:
        """What the page shows, as the parent's `forms` read it: `PageReader.read`, with {url, status}."""
        for left in (2, 1, 0):
            try:
                return {**await self.reader.read(), "url": self._shown.url, "status": self._status}
            except Error:  # it went on to another page meanwhile
                if not left or self.is_gone:
                    raise
                await _within(self._shown.wait_for_load_state("domcontentloaded", timeout=_LOADING))
        raise Refused("failed", self.asked_host)

    @property
    def reader(self) -> PageReader:
        """Who reads the page that is open. Raises Refused where none is."""
        if self._reader is None:
            raise Refused("no_page")
        return self._reader

    @property
    def asked_url(self) -> str:
        """Where the page is."""
        return self._shown.url

    @property
    def _shown(self) -> Page:
        if self._page is None or self._page.is_closed():
            raise Refused("no_page")
        return self._page

    async def fill(self, values: Mapping[str, Any]) -> None:
        """Put values into fields, by number; from then on the page has no connection until it is sent, so that nothing of them is sent by the page
        itself; whoever asks for another page ends this browser first."""
        await self._connected(there=False)
        await self.reader.run_scripts(allowed=True)
        for number, told in values.items():
            await self.reader.called(int(number), "give", told)
        await self.reader.run_scripts(allowed=False)  # one that waits for its page's end would run with a connection

    async def _connected(self, *, there: bool) -> None:
        assert self._context is not None
        if self._is_filled is there:
            await self._context.set_offline(not there)
            self._is_filled = not there

    async def press(self, number: int) -> None:
        """Press something; what it would send stays here."""
        page, self._is_acting = self._shown, True
        await self.reader.called(number, "press")
        await _within(page.wait_for_load_state("networkidle", timeout=_QUIET))

    async def send(self, form: int, button: int, hosts: tuple[str, ...], *, scripts: bool) -> dict[str, Any]:
        """Send a form, by its button where it has one (number, 0 for none), to nobody but those hosts, and with what its page's `scripts` make of
        it only where they may; how it went, as `Sending.said` says."""
        self._sending, self._is_acting = Sending(hosts, self._shown), False
        sending = self._sending
        await self._connected(there=True)
        await self.reader.run_scripts(allowed=scripts)
        if button:
            await self.reader.called(button, "send")
        else:
            await self.reader.evaluated(f"__page.sendForm({form})")
        await sending.ended()
        await self.reader.run_scripts(allowed=True)
        self._sending, self._is_acting = None, True
        if sending.arrived:
            await _within(self._shown.wait_for_load_state("load", timeout=_LOADING))
        return sending.said

    async def shot(self, form: int) -> bytes:
        """A picture of a form (-1: of the page from its top), as PNG."""
        page = self._shown
        box = (
            await self.reader.evaluated(f"__page.place({form})")
            if form >= 0
            else {"x": 0, "y": 0, "width": _WIDEST, "height": _TALLEST}
        )
        clip = {
            "x": max(0, box["x"] - _MARGIN),
            "y": max(0, box["y"] - _MARGIN),
            "width": max(1, min(_WIDEST, box["width"] + 2 * _MARGIN)),
            "height": max(1, min(_TALLEST, box["height"] + 2 * _MARGIN)),
        }
        options: dict[str, Any] = {"full_page": True, "clip": clip, "animations": "disabled", "scale": "css"}
        taken = await page.screenshot(**options)
        if len(taken) > _LARGEST_SHOT:
            taken = await page.screenshot(**options, style=_NO_PICTURES)
        if len(taken) > _LARGEST_SHOT:
            clip["height"] /= 2
            taken = await page.screenshot(**options, style=_NO_PICTURES)
        return taken


def _is_page(request: Request) -> bool:
    """Whether it is for a page itself, not for something in it."""
    try:
        return request.is_navigation_request() and request.frame.parent_frame is None
    except Error:  # of a page that is only just being opened
        return True


def _is_document(request: Request) -> bool:
    """Whether it is for a page or a frame: what acts and brings one is a form that was sent."""
    return _is_page(request) or request.is_navigation_request()


async def _within(waiting: Any) -> None:
    """Wait for what need not come."""
    try:
        await waiting
    except TooLate:
        return


async def _closed(page: Page) -> None:
    try:
        await page.close()
    except Error:
        return
