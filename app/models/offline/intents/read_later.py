"""What people say about things to read later."""

import re

from app.models.offline import speech
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, compiled_pattern, said

_WRAPPING = re.compile(
    r"\b(?:save|keep|store|add|put|bookmark|read|later|for|to|my|the|this|that|an?|article|link|page|post|url|story|essay|blog|paper|"
    r"video|one|it|please|on|in|list|reading|read-later|read-it-later|want|i|i'd|like|check|out|look|at|here|is|here's|when|have|time|"
    r"can|you|could|remember|queue|stash|set|aside|interesting|and|site|website|tonight|weekend|someday|sometime|also|me)\b",
    re.IGNORECASE,
)


def save(match: re.Match[str], clause: Clause) -> Reading | None:
    """A link with nothing else to be done about it."""
    url = match["url"].rstrip(".,;:!?)\"'")
    around = clause.text.replace(match["url"], " ")
    left = _WRAPPING.sub(" ", around).strip(" \t\n.,;:!?-\"'()")
    if len(left.split()) > 8 or re.match(
        r"(?:what|who|why|how|summari|translate|open|browse|visit|fetch|explain|tell)", around.strip(), re.IGNORECASE
    ):
        return None
    title = said(match, "title") if "title" in match.groupdict() else ""
    title = title or (speech.quoted_parts(around) or [""])[0]
    return Reading((Call("save_to_read_later", {"url": url} | ({"title": title} if title else {})),), thing=url)


def save_title(match: re.Match[str], clause: Clause) -> Reading | None:
    """A book or article by name."""
    title = speech.unquoted(said(match, "title"))
    if not title or title.casefold() in ("this", "that", "it", "something", "this article", "this page", "this link"):
        call = Call("save_to_read_later")
        return Reading((call,), question="What should I keep for later? Send me the link or the title.", missing="url")
    if compiled_pattern("{url}").search(title):
        return None
    return Reading((Call("save_to_read_later", {"title": title}),), thing=title)


def listing(match: re.Match[str], clause: Clause) -> Reading | None:
    """What there is to read."""
    return Reading((Call("list_read_later", {"include_read": True} if said(match, "all") else {}),))


def mark(match: re.Match[str], clause: Clause) -> Reading | None:
    """Read."""
    return _one("mark_read", match)


def delete(match: re.Match[str], clause: Clause) -> Reading | None:
    """Off the list, unread."""
    return _one("delete_read_later", match)


def _one(tool: str, match: re.Match[str]) -> Reading | None:
    item = said(match, "number") or said(match, "item")
    item = re.sub(
        r"\A(?:(?:the|my|that|this) )*(?:(?:item|article|page|link|post|story|number)\b ?(?:about |on |called |number |#)?)?|\s+(?:article|page|link|post|story|one|item)\Z",
        "",
        item,
        flags=re.IGNORECASE,
    )
    return Reading((Call(tool, {"item": item}),)) if item else None


_SHELF = r"(?:reading[- ]list|read[- ]?(?:it[- ])?later(?: (?:list|queue|items?))?|reading queue|bookmarks)"

ROWS: tuple[Row, ...] = (
    Row(
        rf"(?:remove|delete|take|drop|get rid of|erase)(?: item)?(?: number| #)? ?{{number}} (?:from|off|on|in)(?: of)? (?:my |the )?{_SHELF}",
        delete,
    ),
    Row(
        rf"(?:remove|delete|take|drop|get rid of|erase) (?P<item>.+?) (?:from|off|on|in|out of)(?: of)? (?:my |the )?{_SHELF}",
        delete,
    ),
    Row(
        r"(?:remove|delete|drop)(?: the| my)? read[- ]?(?:it[- ])?later (?:item |link |entry )?(?:number |#)?{number}",
        delete,
    ),
    Row(r"(?:mark|set|tick)(?: the| my)?(?: read[- ]?(?:it[- ])?later)? (?P<item>.+?) as read(?: (?:in|on) .+)?", mark),
    Row(
        r"{i}(?:'ve| have)?(?: just| already| finally| now)* (?:finished reading|done reading|read through|read) (?P<item>(?:the|that|my|#?\d+).*?)(?:,? (?:so |and )?(?:you can )?(?:please )?(?:mark|tick|cross) (?:it|that)(?: off| as read| read)?)?",
        mark,
    ),
    Row(r"{i}(?:'m| am) (?:done|finished) reading (?P<item>.+)", mark),
    Row(r"done reading (?P<item>.+)", mark),
    Row(
        rf"(?:{{show}} |what(?:'s| is| do i have)? |is there anything |anything |what's left ){{0,4}}(?:on |in )?(?:(?:my|the|your) )*(?P<all>whole |full |entire |complete )?{_SHELF}(?: (?:have|has|look like|please|so far))?",
        listing,
    ),
    Row(
        r"(?:show |list )?what (?:did |have |do )?i(?:'ve)? (?:got |have )?(?:save|saved|keep|kept|bookmark|bookmarked|put aside|set aside)(?: (?:to|for) (?:read(?:ing)?|later|reading later))*(?: later)?",
        listing,
    ),
    Row(
        r"what (?:do i|have i|do we)(?: have| got)*(?: left)? to read(?: .{0,20})?|what (?:should|can|could) i read(?: (?:next|now|tonight|today))?|(?:is there |do i have |have i got |got |have i )?(?:anything|something) (?:left |new )?to read|what(?:'s| is) (?:there )?(?:next )?to read(?: later)?",
        listing,
    ),
    Row(
        r"(?:which|what|show me|list)(?: the)? (?:articles|links|pages|posts|bookmarks)(?: (?:did|have|do) i| i| i've)? ?(?:saved?|kept|have|bookmarked|got)?(?: .{0,20})?",
        listing,
    ),
    Row(r".*?{url}.*", save),
    Row(
        rf"(?:add|put|save|stick|keep) (?:the (?:book|article|essay|paper|post) )?(?P<title>.+?) (?:to|on|onto|in|into) (?:my |the )?{_SHELF}",
        save_title,
    ),
    Row(
        r"(?:save|keep|bookmark|store|put aside) (?P<title>(?:this|that)(?: (?:article|page|link|post|story|one))?|it)(?: (?:for|to read) later| to read)?",
        save_title,
    ),
    Row(r"(?:i want to |i'd like to |remember to )read (?P<title>.+?) later", save_title),
    Row(r"read later:? (?P<title>.+)", save_title),
)
