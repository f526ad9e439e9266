"""The tools for the browser: pages that need one, their links, and forms, which are filled in here and sent when their user has seen them.

What a page says is its maker's words: it taints the turn with the page's host. Sending a form always waits: the card has the address, whom
it goes to and every value, its picture goes with the message, and what is confirmed is filled in anew and sent only if nothing else changed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import unquoted
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.excerpt import excerpt
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.gate.trust import untrusted
from app.integrations.browser.forms import host_of
from app.integrations.browser.port import MOST_TEXT, Browser, Download, Filled, Form, Item, Page, Prepared
from app.integrations.web import Web
from app.messages import Document
from app.models.reading.reader import File
from app.tools.addresses import cite, is_shown, remember
from app.tools.provenance import has_read_site
from app.tools.toolset import Tool

READS_PAGES = Risk(egress=True)
_TELLS_NOBODY = Risk()
SENDS_FORMS = Risk(side_effect=True, egress=True, local=False)
SHOT, PNG = "form.png", "image/png"
_SHOWS = "Picture of the form, filled in"
_MOST_ITEMS, _MOST_FIELDS, _MOST_OPTIONS = 40, 40, 12
_SAID_AFTER = 1_200  # characters of the page that comes back
_NAMED = re.compile(r"\s*([^:=]+?)\s*[:=]\s*(.*)", re.DOTALL)
_HEADING = re.compile(r"^#{1,3} ", re.MULTILINE)
_OFF = "There is no browser here (WEB_ACCESS is off)."
_WHICH_FORM = "Which form? Give me the page's address and what goes into it, each as “name: value”."
_NOT_NAMED = "“{said}” doesn't say which field it is for. Write it as “name: value”."
_FILLED = "Filled in at {url} (not sent; it would go to {host}):"
_UNKNOWN = "It has no field for: {names}. Its fields: {fields}."
_MISSING = "It still wants: {names}."
_REFUSED = "I don't fill in {names}: that you type yourself, on the page."
_UNFIT = "These don't take what was given: {names}."
_READY = "Nothing is missing. browser_submit_form sends it, after the user's OK."
_SUMMARY = "send the form{button} at {url} to {host}"
_SENT = "Sent to {host}. The page now says: {title}"
_ANSWERED = "(It answered with error {status}.)"
_MORE = "(The page goes on.)"
_EMPTY = "The page shows no text."
_NOT_SHOWN = "I have read other people's words here, so I open {host} only when you give me its address yourself."
_FILE = "That address gives a file, {name}:"
_NO_READER = "That address gives a file, {name}, and I can't read files here."


async def browse_web(ctx: RunContext[AgentDeps], url: str) -> str:
    """Open a page in a browser: text, numbered links, forms."""
    deps = ctx.deps
    page = await _browser(deps).open(deps.user.id, _address(url))
    return await _told(deps, page)


async def browser_follow(ctx: RunContext[AgentDeps], link: int) -> str:
    """Follow a numbered link or button of the open page."""
    deps = ctx.deps
    return await _told(deps, await _browser(deps).follow(deps.user.id, link))


async def browser_fill(ctx: RunContext[AgentDeps], fields: Sequence[str], *, url: str = "") -> str:
    """Fill in a form of the open page or of `url`, without sending it. Fields as "name: value"."""
    deps = ctx.deps
    filled = await _browser(deps).fill(deps.user.id, _named(fields), _address(url) if url.strip() else "")
    await has_read_site(deps, filled.prepared.url)
    prepared = filled.prepared
    head = _FILLED.format(url=prepared.url, host=prepared.sends_to)
    rows = [f"- {line}" for line in _lines(prepared.fields)[:_MOST_FIELDS]]
    return "\n".join((head, *rows, *(_problems(filled) or [_READY])))


async def browser_submit_form(
    ctx: RunContext[AgentDeps], url: str = "", fields: Sequence[str] = (), *, sends_to: str = "", form: str = ""
) -> Done:
    """Send the form filled in last, or the one at `url` with `fields` ("name: value"). Leave out the rest."""
    deps = ctx.deps
    if not (url and form and sends_to):
        raise ToolProblem(_WHICH_FORM)
    page = await _browser(deps).submit(deps.user.id, Prepared(url, form, sends_to, _named(fields)))
    await has_read_site(deps, page.url)
    text = _HEADING.sub("", excerpt(page.text, _SAID_AFTER))  # its user reads it as it is, letter by letter
    said = [_SENT.format(host=sends_to, title=page.title or host_of(page.url)), text]
    return Done("\n".join((*([_ANSWERED.format(status=page.status)] if page.status >= 400 else []), *said)).strip())


async def _weigh_opening(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """Opening what its user typed or was shown tells nobody anything."""
    return _TELLS_NOBODY if await is_shown(deps, str(arguments.get("url", ""))) else READS_PAGES


async def _weigh_following(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """What stands on a page is followed or filled in where its user's own words ask for it, read by rules."""
    del arguments
    return _TELLS_NOBODY if deps.by_rules and deps.said_alone else READS_PAGES


async def _may_prepare(deps: AgentDeps, url: str) -> None:
    """Raise ToolProblem for a page that words of others may have named: what is prepared is opened before its user has seen the card."""
    if await untrusted(deps, deps.taint.all) and not deps.by_rules and not await is_shown(deps, url):
        raise ToolProblem(_NOT_SHOWN.format(host=host_of(_address(url))))


async def _prepare_sending(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The form filled in as it would be sent, with its picture. Raises ToolProblem where something is missing."""
    browser, user_id = _browser(deps), deps.user.id
    url, fields = str(arguments.get("url") or "").strip(), _named(arguments.get("fields") or ())
    last = browser.filled(user_id)
    if not fields and last is not None and url in ("", last.url):
        url, fields = last.url, last.fields
    if not fields:
        raise ToolProblem(_WHICH_FORM)
    if url and (last is None or url != last.url):
        await _may_prepare(deps, url)
    filled = await browser.fill(user_id, fields, _address(url) if url else "")
    prepared = filled.prepared
    await has_read_site(deps, prepared.url)
    if problems := _problems(filled):
        raise ToolProblem(" ".join(problems))
    shot = await browser.rehearse(user_id, prepared)
    kept = [one for one in deps.books.files if one.name != SHOT]
    deps.books.files[:] = [*kept, Document.of_bytes(SHOT, PNG, shot, alt=_SHOWS)]
    pinned = {
        "url": prepared.url,
        "fields": _lines(prepared.fields),
        "sends_to": prepared.sends_to,
        "form": prepared.form,
    }
    button = f" “{unquoted(filled.form.button)[:60]}”" if filled.form.button else ""
    return pinned, _SUMMARY.format(button=button, url=prepared.url[:200], host=prepared.sends_to)


async def _told(deps: AgentDeps, page: Page) -> str:
    """A page as a model and a person read it. Its words taint the turn."""
    await has_read_site(deps, page.url)
    remember(deps, page.url, *(one.url for one in page.items if one.url))
    cite(deps, page.url, page.title, opened=True)
    if page.download is not None:
        return await _file(deps, page.download)
    answered = [_ANSWERED.format(status=page.status)] if page.status >= 400 else []
    more = [_MORE] if page.is_cut else []
    head = f"{page.title or host_of(page.url)} — {page.url[:300]}"
    return "\n".join((head, *answered, page.text or _EMPTY, *more, *_followed(page.items), *map(_outlined, page.forms)))


async def _file(deps: AgentDeps, file: Download) -> str:
    if deps.reader is None:
        raise ToolProblem(_NO_READER.format(name=file.name))
    read = await deps.reader.read(File(file.name, file.data), deps.user.locale, sees=False, now=deps.local_now)
    said = (_FILE.format(name=file.name), read.note, excerpt(read.text, MOST_TEXT))
    return "\n".join(one for one in said if one)


def _followed(items: Sequence[Item]) -> list[str]:
    """What can be followed, by its number; each address once."""
    single = {one.url or str(one.number): one for one in reversed(items)}
    kept = sorted(single.values(), key=lambda one: one.number)[:_MOST_ITEMS]
    return ["", "To follow:", *(f"[{one.number}] {one.name}{_leads(one)}" for one in kept)] if kept else []


def _leads(item: Item) -> str:
    return f" → {item.url[:120]}" if item.url else " (button)"


def _outlined(form: Form) -> str:
    """A form on one line: what it asks for."""
    fields = (
        f"{one.label}{'*' if one.is_required else ''}{_choices(one.options)}" for one in form.fields[:_MOST_FIELDS]
    )
    return f"Form{f' “{unquoted(form.button)}”' if form.button else ''} to {form.sends_to}: {'; '.join(fields)}"


def _choices(options: Sequence[str]) -> str:
    return f" ({' / '.join(options[:_MOST_OPTIONS])}{' …' if len(options) > _MOST_OPTIONS else ''})" if options else ""


def _problems(filled: Filled) -> list[str]:
    """What keeps a form from being sent, a sentence each."""
    fields = ", ".join(one.label for one in filled.form.fields[:_MOST_FIELDS])
    said = (
        (filled.unknown, _UNKNOWN),
        (filled.unfit, _UNFIT),
        (filled.refused, _REFUSED),
        (filled.missing, _MISSING),
    )
    return [sentence.format(names=", ".join(names[:20]), fields=fields) for names, sentence in said if names]


def _named(fields: Sequence[str]) -> dict[str, str]:
    """Values by field, of lines such as "name: value". Raises ToolProblem for one that names none."""
    found: dict[str, str] = {}
    for line in fields:
        parts = _NAMED.fullmatch(line)
        if parts is None:
            raise ToolProblem(_NOT_NAMED.format(said=unquoted(line)[:60]))
        found[parts[1]] = parts[2].rstrip()
    return found


def _lines(fields: Mapping[str, str]) -> list[str]:
    return [f"{name}: {value}" for name, value in fields.items()]


def _address(url: str) -> str:
    """An address with its scheme: people leave it out."""
    said = url.strip()
    return said if "://" in said or not said else f"https://{said}"


def _browser(deps: AgentDeps) -> Browser:
    """The browser of this process. Raises ToolProblem where there is none."""
    web: Web = deps.web
    if web.browser is None:
        raise ToolProblem(_OFF)
    return web.browser


TOOLS: tuple[Tool, ...] = (
    Tool(browse_web, READS_PAGES, weigh=_weigh_opening),
    Tool(browser_follow, READS_PAGES, weigh=_weigh_following),
    Tool(browser_fill, READS_PAGES, weigh=_weigh_following),
    Tool(browser_submit_form, SENDS_FORMS, _prepare_sending),
)
