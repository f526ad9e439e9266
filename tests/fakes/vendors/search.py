"""Search engines on loopback, ours and not theirs: each answers its documented question in its documented JSON.

They check the method, the path, the header or field that holds the key, and that what is asked has names and values that the vendor knows;
anything else is the vendor's error. `tests/fakes/test_search.py` holds them to what others wrote: each vendor's client asks them and
understands the answer, and asks as ours does.

- Exa, Linkup, Tavily: their own clients, exa-py, linkup-sdk and tavily-python.
- Brave: brave-search-python-client, its models of questions and answers. That a bad key is a 422 is in Brave's documentation alone.
- SearXNG: the types of the npm package @agentic/searxng; that an unknown `time_range` is a 400 and JSON that isn't allowed a 403 are in
  its source alone.
- Wikipedia: types-mediawiki-api (npm), written from the API's own description of its parameters, and the client mwclient.
- DuckDuckGo: ddg3, which reads the same fields from the same answer as XML; the parameters are those of duckduckgo.com/api alone.
"""

import html
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from xml.etree import ElementTree

from tests.servers.json_server import JsonServer, Question, Status, json_server

KEY = "key-7731-secret"
NOTHING = "nowhere"  # the word that nobody knows
PAGES = (
    ("https://cocoa.example.org/prices", "Cocoa prices fall", "Prices fell for the third week as rain helped the crop.", "2027-03-09"),
    ("https://news.example.com/cocoa", "What cocoa costs now", "A tonne costs 5,100 dollars, a tenth less than in January.", "2027-03-08"),
    ("https://blog.example.net/beans", "Beans explained", "How beans become chocolate, step by step.", "2026-11-02"),
)  # fmt: skip
EXA_FIELDS = frozenset(
    "query numResults includeDomains excludeDomains startPublishedDate endPublishedDate userLocation includeText excludeText type category "
    "flags moderation contents additionalQueries systemPrompt outputSchema objective userIdentifier stream".split()
)
EXA_CONTENTS: Mapping[str, frozenset[str]] = {
    "text": frozenset("maxCharacters includeHtmlTags verbosity includeSections excludeSections".split()),
    "highlights": frozenset("query maxCharacters dynamic".split()),
}
"""What is deprecated is not taken, though Exa still does."""
LINKUP_DEPTHS = ("flash", "fast", "standard", "deep")
TAVILY_TOPICS, TAVILY_DEPTHS = ("general", "news", "finance"), ("basic", "advanced", "fast", "ultra-fast")
BRAVE_LANGUAGES = frozenset(
    "ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru "
    "sr sk sl es sv ta te th tr uk vi".split()
)
BRAVE_FRESHNESS = ("pd", "pw", "pm", "py")
SEARXNG_TIMES = ("day", "week", "month", "year")


def _body(asked: Question) -> dict[str, object]:
    return asked.body if isinstance(asked.body, dict) else {}


def _known(said: object) -> tuple[tuple[str, str, str, str], ...]:
    return () if NOTHING in str(said) else PAGES


def _exa(asked: Question) -> object:
    body = _body(asked)
    contents = body.get("contents", {})
    if asked.headers.get("x-api-key") != KEY:
        return Status(401, {"requestId": "r1", "error": "Invalid API key", "tag": "INVALID_API_KEY"})
    wrong = not isinstance(contents, dict) or any(
        options is not True and not set(options) <= EXA_CONTENTS.get(name, frozenset())
        for name, options in contents.items()
    )
    if asked.method != "POST" or not body.get("query") or not set(body) <= EXA_FIELDS or wrong:
        return Status(400, {"requestId": "r1", "error": "Invalid request body", "tag": "INVALID_REQUEST_BODY"})
    rows = [
        {"id": url, "url": url, "title": title, "publishedDate": f"{day}T00:00:00.000Z", "author": None, "highlights": [text], "text": f"{text} And more."}
        for url, title, text, day in _known(body["query"])
    ]  # fmt: skip
    return {"requestId": "r1", "results": rows, "searchTime": 412.5, "costDollars": {"total": 0.007}}


def _brave_error(code: str, detail: str) -> Status:
    error = {"id": "e1", "status": 422, "code": code, "detail": detail, "meta": {}}
    return Status(422, {"type": "ErrorResponse", "error": error, "time": 1_804_000_000})


def _brave(asked: Question) -> object:
    query = asked.query
    if asked.headers.get("x-subscription-token") != KEY:
        return _brave_error("SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.")
    wished = query.get("q", "")
    fits = (
        0 < len(wished) <= 400
        and len(wished.split()) <= 50
        and query.get("search_lang", "en") in BRAVE_LANGUAGES
        and query.get("freshness", "pw") in BRAVE_FRESHNESS
        and 1 <= int(query.get("count", "20")) <= 20
    )
    if asked.method != "GET" or not fits:
        return _brave_error("VALIDATION", "Unable to validate request parameter(s)")
    rows = [_brave_row(row) for row in _known(wished)]
    shown = {"web": {"type": "search", "results": rows, "family_friendly": True}} if rows else {}
    return {"query": {"original": wished, "more_results_available": False}, "type": "search", **shown}


def _brave_row(row: tuple[str, str, str, str]) -> dict[str, object]:
    url, title, text, day = row
    host = url.split("/")[2]
    icon = "https://imgs.search.brave.com/icon"
    return {
        "title": title,
        "url": url,
        "is_source_local": False,
        "is_source_both": False,
        "description": html.escape(text).replace("Prices", "<strong>Prices</strong>"),
        "page_age": f"{day}T10:00:00",
        "profile": {"name": host, "url": url, "long_name": host, "img": icon},
        "language": "en",
        "family_friendly": True,
        "type": "search_result",
        "subtype": "generic",
        "is_live": False,
        "meta_url": {"scheme": "https", "netloc": host, "hostname": host, "favicon": icon, "path": "› page"},
        "age": "March 9, 2027",
    }


def _linkup(asked: Question) -> object:
    body = _body(asked)
    if asked.headers.get("authorization") != f"Bearer {KEY}":
        return _linkup_error(401, "UNAUTHORIZED", "Unauthorized")
    if body.get("depth") not in LINKUP_DEPTHS or body.get("outputType") != "searchResults" or not body.get("q"):
        return _linkup_error(400, "VALIDATION_ERROR", "Validation failed")
    found = _known(body["q"])
    if not found:
        return _linkup_error(400, "SEARCH_QUERY_NO_RESULT", "The query did not yield any result")
    rows = [
        {"type": "text", "name": title, "url": url, "content": text, "favicon": ""} for url, title, text, _day in found
    ]
    return {"results": rows}


def _linkup_error(status: int, code: str, message: str) -> Status:
    return Status(status, {"statusCode": status, "error": {"code": code, "message": message, "details": []}})


def _tavily(asked: Question) -> object:
    body = _body(asked)
    if asked.headers.get("authorization") != f"Bearer {KEY}":
        return Status(401, {"detail": {"error": "Unauthorized: missing or invalid API key."}})
    if body.get("topic", "general") not in TAVILY_TOPICS or body.get("search_depth", "basic") not in TAVILY_DEPTHS:
        return Status(400, {"detail": {"error": "Invalid request"}})
    dated = body.get("topic") == "news"
    rows = [
        {"url": url, "title": title, "content": text, "score": 0.9, "raw_content": None, **({"published_date": f"{day}T08:00:00Z"} if dated else {})}
        for url, title, text, day in _known(body.get("query"))
    ]  # fmt: skip
    return {"query": body.get("query"), "follow_up_questions": None, "answer": None, "images": [], "results": rows, "response_time": 1.1, "request_id": "r1"}  # fmt: skip


def _searxng(asked: Question) -> object:
    query = asked.query
    if query.get("format") != "json":
        return Status(403, b"<html>Forbidden</html>", kind="text/html")
    if not query.get("q") or query.get("time_range", "week") not in SEARXNG_TIMES:
        return Status(400, {"error": "Invalid value for parameter time_range"})
    rows = [
        {"url": url, "title": title, "content": text, "engine": "mojeek", "parsed_url": ["https", url.split("/")[2], "/", "", "", ""], "template": "default.html", "engines": ["mojeek"], "positions": [1], "publishedDate": f"{day}T00:00:00" if at else None, "score": 1.0, "category": "general", "thumbnail": "", "img_src": ""}
        for at, (url, title, text, day) in enumerate(_known(query["q"]))
    ]  # fmt: skip
    return {"query": query["q"], "results": rows, "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []}  # fmt: skip


def _duckduckgo(asked: Question) -> object:
    """As JSON, or as XML where `o=x` or `format=xml` says so."""
    query = asked.query
    is_xml = query.get("o") == "x" or query.get("format") == "xml"
    if not is_xml and query.get("format") != "json":
        return Status(200, b"<html></html>", kind="text/html")
    said = _instant("ghana" in query.get("q", "").casefold())
    if is_xml:
        return Status(200, _xml(said), kind="text/xml; charset=UTF-8")
    return Status(200, said, kind="application/x-javascript")


def _instant(is_known: bool) -> dict[str, object]:
    name, text = ("Ghana", "Ghana is a country in West Africa.") if is_known else ("", "")
    empty = dict.fromkeys(("Answer", "AnswerType", "Definition", "DefinitionSource", "DefinitionURL", "Redirect"), "")
    icon = {"Height": "", "URL": "", "Width": ""}
    topic = {"FirstURL": "https://duckduckgo.com/Accra", "Icon": icon, "Result": "", "Text": "Accra The capital."}
    return {
        **empty,
        "Abstract": text,
        "AbstractSource": "Wikipedia" if is_known else "",
        "AbstractText": text,
        "AbstractURL": "https://en.wikipedia.org/wiki/Ghana" if is_known else "",
        "Entity": "country" if is_known else "",
        "Heading": name,
        "Image": "",
        "ImageHeight": 0,
        "ImageIsLogo": 0,
        "ImageWidth": 0,
        "Infobox": "",
        "RelatedTopics": [topic, {"Name": "Places", "Topics": [topic]}] if is_known else [],
        "Results": [],
        "Type": "A" if is_known else "",
        "meta": None,
    }


def _xml(said: dict[str, object]) -> bytes:
    root = ElementTree.Element("DuckDuckGoResponse", version="1.0")
    for name, value in said.items():
        if isinstance(value, list):
            topics = ElementTree.SubElement(root, name)
            for one in value[:1]:
                topic = ElementTree.SubElement(topics, "RelatedTopic")
                for field in ("Result", "FirstURL", "Text"):
                    ElementTree.SubElement(topic, field).text = one[field]
        elif name != "meta":
            ElementTree.SubElement(root, name).text = str(value or "")
    return ElementTree.tostring(root, "utf-8")


ARTICLES = (
    ("Accra", "Accra is the capital and largest city of Ghana."),
    ("Ghana", "Ghana is a country in West Africa, on the Gulf of Guinea."),
)


def _wikipedia(asked: Question) -> object:
    """`generator=search`, in either version of the format; the second has lists and truths where the first has objects and texts."""
    query = asked.query
    modern = query.get("formatversion") == "2"
    done: dict[str, object] = {"batchcomplete": True if modern else ""}
    if query.get("action") != "query" or query.get("format") != "json" or query.get("generator") != "search":
        return {
            "error": {"code": "badvalue", "info": "Unrecognized value for parameter.", "docref": "See the API's help."}
        }
    start, limit = int(query.get("gsroffset", 0)), int(query.get("gsrlimit", 10))
    found = () if NOTHING in query.get("gsrsearch", "") else ARTICLES[start : start + limit]
    if not found:
        return done
    pages = [_article(query, at, *one) for at, one in enumerate(found, start + 1)]
    more = {"continue": {"gsroffset": start + limit, "continue": "gsroffset||"}} if start + limit < 9 else {}
    listed = pages[::-1] if modern else {str(one["pageid"]): one for one in pages}
    return {**done, **more, "query": {"pages": listed}}


def _article(query: Mapping[str, str], at: int, title: str, text: str) -> dict[str, object]:
    wished = query.get("prop", "").split("|")
    page: dict[str, object] = {"pageid": at, "ns": 0, "title": title, "index": at}
    if "extracts" in wished:
        page |= {"extract": text if "explaintext" in query else f"<p>{text}</p>"}
    if "info" in wished:
        page |= {"contentmodel": "wikitext", "pagelanguage": "en", "pagelanguagehtmlcode": "en", "pagelanguagedir": "ltr", "touched": "2027-03-01T00:00:00Z", "lastrevid": 7, "length": 9_000}  # fmt: skip
    if "info" in wished and "url" in query.get("inprop", "").split("|"):
        url = f"https://en.wikipedia.org/wiki/{title}"
        page |= {"fullurl": url, "editurl": f"{url}?action=edit", "canonicalurl": url}
    return page


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
