"""The tools for the web: searching it, and reading a page of it.

What a page says is other people's words: it taints the turn with its host. Opening an address tells its server that it was opened, so a turn
that has read such words opens only what its user typed or what a search showed; anything else waits for their leave (decision 33).
"""

from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import OutsideError, ToolProblem
from app.gate.risk import Risk
from app.integrations.fetching.addresses import host_of
from app.integrations.pages.port import Page
from app.integrations.search.port import Found, Hit
from app.language.fresh import wants_fresh
from app.language.summing import key_sentences
from app.tools.account_pages import read_with_account
from app.tools.addresses import addressed, cite, is_shown, remember
from app.tools.page_answers import told_about
from app.tools.provenance import has_read_site
from app.tools.toolset import Tool

NO_WEB = "I ask nobody outside: WEB_ACCESS is off."
_RESULTS, _OF_EACH, _OF_ALL = 3, 200, 800  # results, characters of each and of all that reach the prompt
_MORE, _OF_EACH_MORE = 8, 400
_TITLE = 90
_NOTHING = "I find nothing about “{query}” ({by})."
_FOUND = "Found by {by}:"
_HIT = "{number}. {title} ({site})\n{text}\n{url}"
_PART = 7_000  # characters of a page that are read at a time
_WHOLE = "That was all of the page."
_FIRST, _KEY = 2, 4  # paragraphs and sentences of a summary
_LEAST_PARAGRAPH = 60
_WORDS_A_MINUTE = 220

OPENS = Risk(egress=True)
READS = Risk()


async def search_web(ctx: RunContext[AgentDeps], query: str, *, more: bool = False) -> str:
    """Search the web."""
    deps = ctx.deps
    if deps.web.search is None:
        raise ToolProblem(NO_WEB)
    asked = one_line(query, 300)
    if not asked:
        raise ToolProblem("What should I search for?")
    language, limit = deps.user.locale.partition("-")[0], _MORE if more else _RESULTS
    fresh = wants_fresh(asked) or wants_fresh(deps.said[:400])
    try:
        found = await deps.web.search.search(asked, limit=limit, fresh=fresh, language=language)
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem
    if not found.hits:
        return "\n".join(filter(None, (_NOTHING.format(query=asked, by=found.by), found.note)))
    for hit in found.hits:
        await has_read_site(deps, hit.url)
        remember(deps, hit.url)
        cite(deps, hit.url, hit.title)
    return _listed(found, more=more)


def _listed(found: Found, *, more: bool) -> str:
    """The hits, each with its source; short enough for a prompt."""
    left = _OF_EACH_MORE * _MORE if more else _OF_ALL
    shown = list[str]()
    for number, hit in enumerate(found.hits, 1):
        text = one_line(hit.text, min(_OF_EACH_MORE if more else _OF_EACH, max(left, 40)))
        left -= len(text)
        shown.append(
            _HIT.format(
                number=number, title=one_line(hit.title or hit.url, _TITLE), site=_site(hit), text=text, url=hit.url
            )
        )
    return "\n\n".join(filter(None, (_FOUND.format(by=found.by), *shown, found.note)))


def _site(hit: Hit) -> str:
    host = host_of(hit.url)
    return f"{host}, {hit.published}" if hit.published else host


async def summarize_url(ctx: RunContext[AgentDeps], url: str, part: int = 1, about: str = "") -> str:
    """Read a page, PDF or video transcript; long ones in parts. about: find that in it."""
    deps = ctx.deps
    if own := await read_with_account(ctx, addressed(url)):
        return own
    page = await page_of(deps, url)
    await has_read_site(deps, page.url)
    remember(deps, url, page.url)
    cite(deps, page.url, page.title, opened=True)
    if about.strip():
        return await told_about(deps, page, about)
    return summary(page) if deps.by_rules and part <= 1 else text_part(page, part)


async def page_of(deps: AgentDeps, url: str) -> Page:
    """The page at an address. Raises ToolProblem, with a sentence, where there is none."""
    if deps.web.pages is None:
        raise ToolProblem(NO_WEB)
    try:
        return await deps.web.pages.read(addressed(url), language=deps.user.locale.partition("-")[0])
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem


def summary(page: Page) -> str:
    """What a page says without a model: whose it is, how long, its first paragraphs, and the sentences that carry it, quoted."""
    paragraphs = [
        one for one in page.text.split("\n\n") if len(one) >= _LEAST_PARAGRAPH and not one.startswith(("- ", "> "))
    ]
    first = [one_line(one, 400) for one in paragraphs[:_FIRST]]
    rest = "\n\n".join(paragraphs[_FIRST:])
    keys = key_sentences(rest, _KEY, title=page.title) if len(rest) > _OF_ALL else []
    words = len(page.text.split())
    minutes = max(1, round(words / _WORDS_A_MINUTE))
    length = f"{words:,} words, about {minutes} minute{'' if minutes == 1 else 's'}"
    head = ", ".join(filter(None, (f"{one_line(page.title, 200)} ({page.site}", page.published, f"{length})")))
    body = first or [one_line(page.text, 600)]
    said = [head, *body]
    if keys:
        said += ["Further on:", "\n".join(f"- “{one_line(one, 300)}”" for one in keys)]
    return "\n\n".join(filter(None, (*said, page.note, f"Source: {page.url}")))


def text_part(page: Page, part: int) -> str:
    """One part of a page's text as a model reads it, with its source. Raises ToolProblem for a part there is none of."""
    count = max(1, -(-len(page.text) // _PART))
    if not 1 <= part <= count:
        raise ToolProblem(_WHOLE if count == 1 else f"That page has {count} parts.")
    text = page.text[(part - 1) * _PART : part * _PART]
    where = (
        f"part {part} of {count}; ask for the next" if part < count else f"part {part} of {count}" if count > 1 else ""
    )
    head = ", ".join(filter(None, (one_line(page.title, 200), page.site, page.author[:80], page.published, where)))
    return "\n\n".join(filter(None, (head, page.note, text, f"Source: {page.url}")))


async def weigh_opening(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """Opening what its user typed or was shown tells nobody anything; any other address may carry what others have put into it."""
    return READS if await is_shown(deps, str(arguments.get("url", ""))) else OPENS


TOOLS: tuple[Tool, ...] = (
    Tool(search_web, READS, needs="search"),
    Tool(summarize_url, OPENS, weigh=weigh_opening, needs="pages"),
)
