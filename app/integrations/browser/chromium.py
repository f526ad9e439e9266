"""`Browser` by Chromium in a child process: it starts when it is first needed, and is gone when nobody asked for a while.

Knows which page each user was shown last and which form was filled in, so that what is said next means that. The child drives the browser
and says in a word what went wrong; the sentences are here. Imports nothing that drives a browser.
"""

import asyncio
import importlib.util
import logging
import shutil
import sys
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.config import Settings
from app.errors import ChangedElsewhere, NotFound, OutcomeUnknown, OutsideError, ToolProblem
from app.integrations.browser.forms import HIDDEN, Matched, Seen, Sheet, best, clean, host_of, matched, page_of, sheets
from app.integrations.browser.port import Download, Filled, Page, Prepared
from app.integrations.browser.profiles import ROOM, Profile, folder_of
from app.integrations.browser.proxy import Dial, ForwardingProxy, check_domain
from app.integrations.fetching.addresses import Pairs, checked
from app.integrations.fetching.refusals import failed, refused
from app.integrations.fetching.resolving import Resolver, SystemResolver
from app.models.child import Child, ChildFailed
from app.models.serving import Answer

log = logging.getLogger(__name__)

IDLE_SECONDS = 120.0
_SECONDS = 75.0  # for one question, the start of the browser included
_LOOKS = 1.0  # seconds between two looks at how much of the disk it takes
_MOST_USERS = 100  # whose last page is remembered
_CHILD = "app.integrations.browser.child"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PLACES = "/usr/local/bin:/usr/bin:/bin:/snap/bin:/opt/homebrew/bin:/Applications/Google Chrome.app/Contents/MacOS"
_NO_CHROMIUM = "There is no browser on this machine for that. Install one, for example: sudo apt-get install chromium"
_NO_CHROMIUM_THERE = "There is no browser at {path} (BROWSER_PATH)."
_NO_PLAYWRIGHT = "What drives the browser isn't installed yet. `./scripts/browser` installs it, once."
_HUNG = "The browser hung or ended on that page, so I closed it. Try again, or another page."
_NOTHING_OPEN = "No page is open. Give me its address first."
_NO_ITEM = "There is nothing with number {number} on the page I showed last."
_IS_FORM = "That sends a form. Fill it in and ask me to send it; I show it to you before."
_NO_FORM = "I find no form with such fields on {host}."
_CHANGED = "The form on {host} isn't what it was when I showed it to you, so I sent nothing. Fill it in again."
_NOT_TAKEN = "The form on {host} doesn't keep what I fill in, so I sent nothing."
_UNFINISHED = "The form on {host} still wants: {fields}. I sent nothing."
_UNSENT = "The page at {host} sent nothing when its button was pressed."
_ELSEWHERE = "The page wanted to send the form to {host}, which isn't what you were shown, so I kept it."
_MAYBE = "Nobody knows whether the form reached {host}: the browser broke off while it was being sent. Look there before you try again."
_OF_WORD = {
    "busy": "The browser is busy with something of yours in another process. Try again in a moment.",
    "not_started": "The browser on this machine doesn't start. `./scripts/run doctor` says more.",
    "not_joined": "The browser at BROWSER_CDP_URL doesn't answer.",
    "hung": _HUNG,
    "no_page": _NOTHING_OPEN,
    "no_item": _NOTHING_OPEN,
    "blocked": "The page at {host} asked for something that I don't let it have.",
    "unreadable": "The page at {host} can't be read.",
    "ended": _HUNG,
}
_OF_FETCHING = frozenset(("dns", "timeout", "tls", "redirect", "too_large", "unreachable", "protocol"))
_ENDING = frozenset(("hung", "timeout"))  # after these nothing of the browser is kept


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a user was shown last, and whether the child still has it open."""

    page: Page
    filled: Prepared | None = None


class Chromium:
    """The browser of a process."""

    def __init__(
        self,
        data: Path,
        resolver: Resolver,
        *,
        path: str = "",
        cdp: str = "",
        domains: tuple[str, ...] = (),
        allowed: Pairs = frozenset(),
        through: str = "",
        dial: Dial | None = None,
        idle_seconds: float = IDLE_SECONDS,
        seconds: float = _SECONDS,
        room: int = ROOM,
    ) -> None:
        """`data` is where profiles are kept; `path` is Chromium's, "" for the one installed; `cdp` the DevTools address of one that runs
        already; `room` are the bytes on disk of one user's; the rest is `ForwardingProxy`'s. Starts nothing yet."""
        self._data = data
        self._path = path
        self._cdp = cdp
        self._domains = domains
        self._allowed = allowed
        self._seconds = seconds
        self._room = room
        self._watching: asyncio.Task[None] | None = None
        self._proxy = ForwardingProxy(resolver, allowed=allowed, domains=domains, through=through, dial=dial)
        self._child = Child(_CHILD, idle_seconds=idle_seconds, python=driver() or sys.executable)
        self._turn = asyncio.Lock()
        self._shown: OrderedDict[str, _Shown] = OrderedDict()
        self._open_for = ""  # whose page the child has open
        self._started = set[str]()  # whose Chromium may run since the child was ended last

    async def open(self, user_id: str, url: str) -> Page:
        """As the port says."""
        async with self._turn:
            return await self._opened(user_id, url)

    async def follow(self, user_id: str, number: int) -> Page:
        """As the port says: a link is gone to by its address, a button pressed on the page that is open."""
        async with self._turn:
            page = self._last(user_id).page
            if any(number == one.number for one in page.items if one.kind == "link"):
                return await self._opened(
                    user_id, next(one.url for one in page.items if one.number == number), is_link=True
                )
            if not any(number == one.number for one in page.items):
                raise NotFound(_NO_ITEM.format(number=number))
            if self._open_for != user_id:
                raise NotFound(_NOTHING_OPEN)
            head, _ = await self._asked(user_id, {"do": "press", "number": number})
            return self._keep(user_id, page_of(_seen(head)))

    async def fill(self, user_id: str, fields: Mapping[str, str], url: str = "") -> Filled:
        """As the port says."""
        async with self._turn:
            where = url or self._last(user_id).page.url
            seen = await self._visited(user_id, where)
            found = best(seen, fields)
            if found is None:
                raise NotFound(_NO_FORM.format(host=host_of(seen.url)))
            sheet = await self._given(user_id, found)
            prepared = _prepared(seen.url, sheet)
            page = page_of(seen)
            self._keep(user_id, page, prepared)
        missing = tuple(one.label for one in sheet.form.fields if one.is_missing and one.label not in found.refused)
        return Filled(prepared, sheet.form, tuple(found.unknown), missing, tuple(found.refused), tuple(found.unfit))

    async def rehearse(self, user_id: str, prepared: Prepared) -> bytes:
        """As the port says."""
        async with self._turn:
            sheet = await self._rehearsed(user_id, prepared, pictures=True)
            _, shot = await self._asked(user_id, {"do": "shot", "form": sheet.at})
            return shot

    async def submit(self, user_id: str, prepared: Prepared) -> Page:
        """As the port says. What fails before the button is pressed has sent nothing; what ends after it is unknown."""
        async with self._turn:
            sheet = await self._rehearsed(user_id, prepared, pictures=False)
            if wanting := [one.label for one in sheet.form.fields if one.is_missing]:
                raise ToolProblem(_UNFINISHED.format(host=prepared.sends_to, fields=", ".join(wanting[:10])))
            hosts = list(dict.fromkeys((prepared.sends_to, host_of(prepared.url))))
            asked = {"do": "send", "form": sheet.at, "button": sheet.button, "hosts": hosts}
            asked["scripts"] = prepared.sends_to == host_of(prepared.url)  # no page adds to what goes to others
            self._proxy.hold(held=False)
            try:
                head, _ = await self._asked(user_id, asked)
                page = page_of(_seen(head))
            except (ToolProblem, OutsideError):
                raise OutcomeUnknown(_MAYBE.format(host=prepared.sends_to)) from None
            if not head.get("sent"):
                host = clean(str(head.get("elsewhere", "")))
                said = _ELSEWHERE.format(host=host) if host else _UNSENT.format(host=prepared.sends_to)
                raise ToolProblem(said)
            if head.get("broken"):
                raise OutcomeUnknown(_MAYBE.format(host=prepared.sends_to))
            return self._keep(user_id, page)

    async def shot(self, user_id: str) -> bytes:
        """As the port says."""
        async with self._turn:
            await self._visited(user_id, self._last(user_id).page.url, pictures=True)
            _, shot = await self._asked(user_id, {"do": "shot", "form": -1})
            return shot

    def filled(self, user_id: str) -> Prepared | None:
        """As the port says."""
        shown = self._shown.get(user_id)
        return shown.filled if shown else None

    async def close(self) -> None:
        """As the port says."""
        async with self._turn:
            if self._watching is not None:
                self._watching.cancel()
            await self._ended()
            await self._proxy.close()

    def _last(self, user_id: str) -> _Shown:
        shown = self._shown.get(user_id)
        if shown is None:
            raise NotFound(_NOTHING_OPEN)
        return shown

    def _keep(self, user_id: str, page: Page, filled: Prepared | None = None) -> Page:
        self._shown[user_id] = _Shown(replace(page, download=None), filled)
        self._shown.move_to_end(user_id)
        if len(self._shown) > _MOST_USERS:
            self._shown.popitem(last=False)
        return page

    async def _opened(self, user_id: str, url: str, *, is_link: bool = False) -> Page:
        self._judge(url)
        fresh = not is_link or self._open_for != user_id
        head, body = await self._asked(user_id, {"do": "open", "url": url, "fresh": fresh, "pictures": False})
        if "download" in head:
            name = clean(Path(str(head["download"])).name.replace("\\", "_"), 120) or "file"
            where = clean(str(head["url"]), 4_000)
            return Page(where, name, "", download=Download(name, body))
        return self._keep(user_id, page_of(_seen(head)))

    async def _visited(self, user_id: str, url: str, *, pictures: bool = False) -> Seen:
        """A page opened anew. Raises NotFound for a file."""
        self._judge(url)
        head, _ = await self._asked(user_id, {"do": "open", "url": url, "fresh": True, "pictures": pictures})
        if "download" in head:
            raise NotFound(_NO_FORM.format(host=host_of(url)))
        return _seen(head)

    def _judge(self, url: str) -> None:
        check_domain(checked(url, self._allowed).host, self._domains)

    async def _given(self, user_id: str, found: Matched) -> Sheet:
        """The form with its values in it. Raises ChangedElsewhere where it became another one."""
        self._proxy.hold(held=True)
        head, _ = await self._asked(user_id, {"do": "give", "values": found.told})
        after = next((one for one in sheets(_seen(head)) if one.at == found.sheet.at), None)
        if after is None:
            raise ChangedElsewhere(_CHANGED.format(host=found.sheet.form.sends_to))
        return after

    async def _rehearsed(self, user_id: str, prepared: Prepared, *, pictures: bool) -> Sheet:
        """The page opened anew, and the same form filled in with the same values. Raises ChangedElsewhere, ToolProblem."""
        seen = await self._visited(user_id, prepared.url, pictures=pictures)
        changed = ChangedElsewhere(_CHANGED.format(host=prepared.sends_to))
        sheet = next((one for one in sheets(seen) if one.form.mark == prepared.form), None)
        if sheet is None or sheet.form.sends_to != prepared.sends_to:
            raise changed
        typed = {label: value for label, value in prepared.fields.items() if label not in _hidden(prepared.fields)}
        found = matched(sheet, typed)
        if found.unknown or found.refused or found.unfit or found.values.keys() != typed.keys():
            raise changed
        after = await self._given(user_id, found)
        values = _values(after)
        if after.form.mark != prepared.form or _hidden(values) != _hidden(prepared.fields):
            raise changed
        if values != dict(prepared.fields):
            raise ToolProblem(_NOT_TAKEN.format(host=prepared.sends_to))
        return after

    async def _asked(self, user_id: str, question: dict[str, Any]) -> Answer:
        """The child's answer. Raises the errors of the port."""
        setup = await self._setup(user_id)
        self._proxy.forget()
        if question["do"] == "open" and self._proxy.is_held:
            await self._ended()  # what the page that was filled in had under way ends with its browser
            self._proxy.hold(held=False)
        self._started.add(user_id)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watched())
        try:
            head, body = await self._child.ask({**question, "setup": setup}, seconds=self._seconds)
        except ChildFailed as problem:
            log.warning("the browser ended", extra={"event": "browser.ended", "cause": str(problem)})
            await self._ended()
            raise ToolProblem(_HUNG) from None
        except BaseException:  # cancelled: the child was ended with what it did
            await self._ended()
            raise
        if "refused" not in head:
            self._open_for = "" if "download" in head else user_id
            return head, body
        word, host = str(head["refused"]), clean(str(head.get("host", "")))
        log.info("the browser was asked in vain", extra={"event": "browser.failed", "reason": word, "host": host})
        if word in _ENDING:
            await self._ended()
        raise self._proxy.refusal(host) or _problem(word, host)

    async def _setup(self, user_id: str) -> dict[str, Any]:
        if not driver():
            raise ToolProblem(_NO_PLAYWRIGHT)
        path = "" if self._cdp else await asyncio.to_thread(found_chromium, self._path)
        return {
            "profile": str(folder_of(self._data.absolute(), user_id)),
            "path": path,
            "proxy": await self._proxy.start(),
            "cdp": self._cdp,
            "allowed": sorted(map(list, self._allowed)),
            "domains": list(self._domains),
            "room": self._room,
        }

    async def _watched(self) -> None:
        """While there is a browser, end what fills the disk: a page goes on between two questions."""
        while True:
            await asyncio.sleep(_LOOKS)
            if not self._child.runs:
                return
            for one in sorted(self._started):
                profile = Profile(folder_of(self._data.absolute(), one), self._room)
                if await asyncio.to_thread(profile.end_overfull):
                    log.warning("the browser filled the disk", extra={"event": "browser.overfull"})

    async def _ended(self) -> None:
        """Nothing of the browser is left, whoever it was for: Chromium outlives its child by a moment, and one that was filled in by somebody
        else must not see the next page's connection."""
        self._open_for = ""
        await self._child.close()
        for one in sorted(self._started):
            profile = Profile(folder_of(self._data.absolute(), one))
            await asyncio.to_thread(profile.end_left)
            self._started.discard(one)


def chromium_of(settings: Settings) -> Chromium:
    """The browser of a process with these settings. Starts nothing."""
    domains = (one.strip().strip(".").lower() for one in settings.browser_allowed_domains.split(","))
    return Chromium(
        settings.data_dir / "browser",
        SystemResolver(),
        path=settings.browser_path,
        cdp=settings.browser_cdp_url,
        domains=tuple(one for one in domains if one),
        through=settings.outside_proxy.get_secret_value() if settings.outside_proxy else "",
    )


def driver() -> str:
    """The interpreter that has what drives the browser: this one, or the one that `scripts/browser` made beside it; "" where there is none."""
    if importlib.util.find_spec("playwright") is not None:
        return sys.executable
    beside = Path(f"{sys.prefix.removesuffix('-voice')}-browser") / "bin" / "python"
    return str(beside) if beside.exists() else ""


def found_chromium(path: str = "") -> str:
    """Where Chromium is. Raises ToolProblem with what to do where there is none."""
    if path:
        if found := shutil.which(path):
            return found
        raise ToolProblem(_NO_CHROMIUM_THERE.format(path=path))
    for name in _NAMES:
        if found := shutil.which(name) or shutil.which(name, path=_PLACES):
            return found
    raise ToolProblem(_NO_CHROMIUM)


def _problem(word: str, host: str) -> OutsideError | ToolProblem:
    kind, _, reason = word.partition(":")
    if kind == "outside":
        return refused(reason, host)
    if word in _OF_FETCHING:
        return failed(word, host)
    if said := _OF_WORD.get(word):
        return (
            NotFound(said) if word in ("no_page", "no_item") else ToolProblem(said.format(host=host or "that address"))
        )
    return failed("unreachable", host)


def _prepared(url: str, sheet: Sheet) -> Prepared:
    return Prepared(url, sheet.form.mark, sheet.form.sends_to, _values(sheet))


def _values(sheet: Sheet) -> dict[str, str]:
    return {one.label: one.value for one in sheet.form.fields if one.value}


def _hidden(values: Mapping[str, str]) -> dict[str, str]:
    return {label: value for label, value in values.items() if label.endswith(HIDDEN)}


def _seen(head: Mapping[str, Any]) -> Seen:
    try:
        return Seen.model_validate(head)
    except ValidationError:
        raise ToolProblem(_OF_WORD["unreadable"].format(host=host_of(str(head.get("url", ""))))) from None
