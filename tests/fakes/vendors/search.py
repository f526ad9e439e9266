"""Search engines on loopback, ours and not theirs: each answers its documented question in its documented JSON.

They check the method, the path, the header or field that holds the key, and that what is asked has the documented names; anything else is the
vendor's error. Documented at exa.ai/docs/reference/search, api-dashboard.search.brave.com, docs.linkup.so, docs.tavily.com,
docs.searxng.org/dev/search_api.html, duckduckgo.com/api and mediawiki.org/wiki/API:Query.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.json_server import JsonServer, Question, Status, json_server

KEY = "key-7731-secret"
PAGES = (
    ("https://cocoa.example.org/prices", "Cocoa prices fall", "Prices fell for the third week as rain helped the crop.", "2027-03-09"),
    ("https://news.example.com/cocoa", "What cocoa costs now", "A tonne costs 5,100 dollars, a tenth less than in January.", "2027-03-08"),
    ("https://blog.example.net/beans", "Beans explained", "How beans become chocolate, step by step.", "2026-11-02"),
)  # fmt: skip


def _body(asked: Question) -> dict[str, object]:
    return asked.body if isinstance(asked.body, dict) else {}


def _exa(asked: Question) -> object:
    body = _body(asked)
    known = {"query", "numResults", "contents", "category", "type", "startPublishedDate", "includeDomains"}
    if asked.headers.get("x-api-key") != KEY:
        return Status(401, {"error": "Invalid API key"})
    if asked.method != "POST" or not body.get("query") or not set(body) <= known:
        return Status(400, {"error": "Invalid request body"})
    rows = [
        {"id": url, "url": url, "title": title, "publishedDate": f"{day}T00:00:00.000Z", "author": "", "score": 0.3, "highlights": [text], "text": text}
        for url, title, text, day in PAGES
    ]  # fmt: skip
    return {"requestId": "r1", "resolvedSearchType": "neural", "results": rows, "costDollars": {"total": 0.005}}


def _brave(asked: Question) -> object:
    if asked.headers.get("x-subscription-token") != KEY:
        return Status(401, {"type": "ErrorResponse", "error": {"code": "SUBSCRIPTION_TOKEN_INVALID", "status": 422}})
    if not asked.query.get("q") or asked.query.get("freshness", "pw") not in ("pd", "pw", "pm", "py"):
        return Status(422, {"type": "ErrorResponse", "error": {"code": "VALIDATION"}})
    rows = [
        {"type": "search_result", "url": url, "title": title, "description": text.replace("Prices", "<strong>Prices</strong>"), "page_age": f"{day}T10:00:00", "language": "en"}
        for url, title, text, day in PAGES
    ]  # fmt: skip
    return {"type": "search", "query": {"original": asked.query["q"]}, "web": {"type": "search", "results": rows}}


def _linkup(asked: Question) -> object:
    body = _body(asked)
    if asked.headers.get("authorization") != f"Bearer {KEY}":
        return Status(401, {"statusCode": 401, "error": {"code": "UNAUTHORIZED"}})
    if body.get("depth") not in ("standard", "deep") or body.get("outputType") != "searchResults" or not body.get("q"):
        return Status(400, {"statusCode": 400, "error": {"code": "VALIDATION_ERROR"}})
    return {"results": [{"type": "text", "name": title, "url": url, "content": text} for url, title, text, _ in PAGES]}


def _tavily(asked: Question) -> object:
    body = _body(asked)
    if asked.headers.get("authorization") != f"Bearer {KEY}":
        return Status(401, {"detail": {"error": "Unauthorized: missing or invalid API key."}})
    if body.get("topic") not in ("general", "news", "finance") or body.get("search_depth") not in ("basic", "advanced"):
        return Status(400, {"detail": {"error": "Invalid request"}})
    rows = [{"url": url, "title": title, "content": text, "score": 0.9, "raw_content": None} for url, title, text, _ in PAGES]  # fmt: skip
    return {"query": body.get("query"), "answer": None, "images": [], "results": rows, "response_time": 1.1}


def _searxng(asked: Question) -> object:
    if asked.query.get("format") != "json":
        return Status(403, b"<html>Forbidden</html>", kind="text/html")
    if asked.query.get("time_range", "week") not in ("day", "week", "month", "year"):
        return Status(400, {"error": "Invalid value for time_range"})
    rows = [
        {"url": url, "title": title, "content": text, "engine": "mojeek", "parsed_url": ["https", "x", "/", "", "", ""], "template": "default.html", "engines": ["mojeek"], "positions": [1], "publishedDate": f"{day}T00:00:00", "score": 1.0, "category": "general"}
        for url, title, text, day in PAGES
    ]  # fmt: skip
    return {"query": asked.query.get("q"), "number_of_results": 0, "results": rows, "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []}  # fmt: skip


def _duckduckgo(asked: Question) -> object:
    if asked.query.get("format") != "json":
        return Status(200, b"<html></html>", kind="text/html")
    is_known = "ghana" in asked.query.get("q", "").casefold()
    return {
        "Abstract": "Ghana is a country in West Africa." if is_known else "",
        "AbstractText": "Ghana is a country in West Africa." if is_known else "",
        "AbstractSource": "Wikipedia" if is_known else "",
        "AbstractURL": "https://en.wikipedia.org/wiki/Ghana" if is_known else "",
        "Answer": "",
        "AnswerType": "",
        "Heading": "Ghana" if is_known else "",
        "RelatedTopics": [],
        "Type": "A" if is_known else "",
    }


def _wikipedia(asked: Question) -> object:
    query = asked.query
    if query.get("action") != "query" or query.get("generator") != "search" or query.get("formatversion") != "2":
        return {"error": {"code": "badvalue", "info": "Unrecognized value"}}
    if "nowhere" in query.get("gsrsearch", ""):
        return {"batchcomplete": True}
    titles = (
        ("Accra", "Accra is the capital and largest city of Ghana."),
        ("Ghana", "Ghana is a country in West Africa, on the Gulf of Guinea."),
    )
    pages = [
        {"pageid": at, "ns": 0, "title": title, "index": at, "extract": text, "contentmodel": "wikitext", "pagelanguage": "en", "fullurl": f"https://en.wikipedia.org/wiki/{title}", "touched": "2027-03-01T00:00:00Z"}
        for at, (title, text) in enumerate(titles, 1)
    ]  # fmt: skip
    return {"batchcomplete": True, "continue": {"gsroffset": 2}, "query": {"pages": pages[::-1]}}


ANSWERS = {
    "exa": {"/search": _exa},
    "brave": {"/res/v1/web/search": _brave},
    "linkup": {"/v1/search": _linkup},
    "tavily": {"/search": _tavily},
    "searxng": {"/search": _searxng},
    "duckduckgo": {"/": _duckduckgo},
    "wikipedia": {"/w/api.php": _wikipedia},
}
KEYED = ("exa", "brave", "linkup", "tavily")


@contextmanager
def engine(name: str) -> Iterator[JsonServer]:
    """One of them, running."""
    with json_server(ANSWERS[name]) as server:
        yield server


def settings_of(servers: dict[str, JsonServer], *keyed: str) -> dict[str, object]:
    """The settings by which these servers are asked, with keys for `keyed` (and SearXNG where it is one of them)."""
    urls: dict[str, object] = {f"{name}_url": server.url for name, server in servers.items() if name != "searxng"}
    keys: dict[str, object] = {f"{name}_api_key": KEY for name in keyed if name in KEYED}
    searxng: dict[str, object] = {"searxng_url": servers["searxng"].url} if "searxng" in keyed else {}
    return {**urls, **keys, **searxng}
