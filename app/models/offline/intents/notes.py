"""What people say about notes."""

import re

from app.models.offline import speech
from app.models.offline.plan import Call, Clause, Reading
from app.models.offline.rows import Row, said

_PRONOUNS = frozenset(("it", "that", "this", "this down", "that down", "it down", "something", "something down", "one"))
_OPENING = re.compile(
    r"\A(?:that|saying(?: that)?|to say(?: that)?|which says|about|of|with(?: the (?:text|content))?|:)\s+",
    re.IGNORECASE,
)
_TO_DO = re.compile(r"\A(?:to (?!self)|a reminder)", re.IGNORECASE)


def save(match: re.Match[str], clause: Clause) -> Reading | None:
    """Keep what was dictated, word for word."""
    content = match["content"].strip(' \t\n,;:"') if match.groupdict().get("content") else ""
    title = speech.unquoted(said(match, "title"))
    content = _OPENING.sub("", content).rstrip(" .") if "\n" not in content else content
    if not content or content.casefold() in _PRONOUNS:
        if clause.thing and content:
            content = clause.thing
        else:
            return ask(match, clause)
    arguments = {"content": content} | ({"title": title} if title else {})
    return Reading((Call("save_note", arguments),), aside=content, keeps_text=True)


def ask(match: re.Match[str], clause: Clause) -> Reading | None:
    """A note with nothing in it yet."""
    title = speech.unquoted(said(match, "title"))
    call = Call("save_note", {"title": title} if title else {})
    return Reading((call,), question="What should the note say?", missing="content")


def find(match: re.Match[str], clause: Clause) -> Reading | None:
    """Notes about something, or the newest."""
    words = speech.without_article(speech.unquoted(said(match, "words")))
    return Reading((Call("find_notes", {"words": words} if words else {}),), thing=words)


def delete(match: re.Match[str], clause: Clause) -> Reading | None:
    """Throw one away."""
    note = reference(match, clause)
    return Reading((Call("delete_note", {"note": note}),)) if note else None


def edit(match: re.Match[str], clause: Clause) -> Reading | None:
    """Another text; without one, ask for it."""
    note, content = reference(match, clause), speech.unquoted(said(match, "content"))
    if not note:
        return None
    if not content:
        call = Call("edit_note", {"note": note})
        return Reading((call,), question="What should the note say now?", missing="content")
    return Reading((Call("edit_note", {"note": note, "content": content}),), keeps_text=True)


def reference(match: re.Match[str], clause: Clause) -> str:
    """How the note is called: its number or its words."""
    named = said(match, "number") or speech.without_article(speech.unquoted(said(match, "words")))
    return clause.thing if named.casefold() in ("it", "that") and clause.thing else named


_WHICH = r"(?:{number}|(?:called |named |titled |{about} )(?P<words>.+?))"

ROWS: tuple[Row, ...] = (
    # change and throw away
    Row(r"{drop} {the}{note} (?:number |#)?(?P<number>\d+)", delete),
    Row(r"{drop} {the}{note} (?:called |named |titled |{about} |where (?:i|it) .*?)?(?P<words>(?!list\b).+)", delete),
    Row(r"{drop} (?:the |my |that |this )*(?P<words>(?!all\b).+?) {note}", delete),
    Row(
        r"(?:change|edit|update|rewrite|replace|set) {the}{note} (?:number |#)?(?P<number>\d+)(?:(?: to say| to read| to| with|:| so it says)(?: that)? (?P<content>.+))?",
        edit,
    ),
    Row(
        r"(?:change|edit|update|rewrite|replace) {the}{note} (?:called |named |titled |{about} )(?P<words>.+?)(?: to say| to read| to|:| with| so it says)(?: that)? (?P<content>.+)",
        edit,
    ),
    Row(
        r"(?:change|edit|update|rewrite|replace) (?:the |my |that )*(?P<words>.+?) note(?:(?: to say| to read| to|:| with| so it says)(?: that)? (?P<content>.+))?",
        edit,
    ),
    # find
    Row(
        r"(?:{show} |what(?: are)? |(?:do|have) i (?:have |got )?|are there |find |any ){0,4}{the}(?:recent |latest |last |newest |saved |\d+ )*{note}s?(?: (?:do i have|i have|have i(?: got)?|i've made|are there|i (?:took|saved|made)|so far|please))*(?<!a note)(?<!note)",
        find,
    ),
    Row(r"what notes (?:do|have|did) i .{0,20}", find),
    Row(
        r"(?:{show}|find|search|search for|look for|look up|look through|get|fetch|open|pull up|where(?:'s| is| are)|(?:do|have) i(?: have| got| made?| taken?)?|is there|are there|any|what(?:'s| is| are)) "
        r"{the}{note}s? (?:called |named |titled |for |about |on |regarding |with |mentioning |that mentions? |containing |that says? |{about} )(?:the word )?(?P<words>.+)",
        find,
    ),
    Row(r"(?:find|search|look)(?: in| through)? {the}{note}s? (?:for|about) (?P<words>.+)", find),
    Row(r"(?:search|look) (?:for )?(?P<words>.+?) (?:in|through) {the}notes", find),
    Row(r"(?:{show}|find|open|get) (?:the |my )*(?P<words>(?!a\b|last\b|all\b|new\b|recent\b)[\w' -]+?) notes?", find),
    Row(
        r"what(?: exactly)?(?: did| have| was it| had) i (?:write down|wrote down|note down|note|noted|jot down|written down|written|write|put in my notes?|save) (?:about|on|for|regarding) (?P<words>(?!.*\b(?:journal|diary)\b).+)",
        find,
    ),
    Row(r"what (?:do|does) (?:my )?notes? (?:say|have) (?:about|on) (?P<words>.+)", find),
    Row(r"(?:my |the )?notes", find),
    Row(
        r"(?:which|what) notes? (?:mentions?|says?|has|have|contains?|talks? about|is about|are about) (?P<words>.+)",
        find,
    ),
    # keep
    Row(r"(?:quick )?(?:note|memo) for (?:me|later)\s*[:,–-]\s*(?P<content>.+)", save),
    Row(
        r"(?:put|write|save|keep|add|note|record)(?: (?:it|this|that|down|something))* (?:in|into|to|on) (?:my |the )?notes?(?: that|\s*[:,])\s*(?P<content>.+)",
        save,
    ),
    Row(r"(?:record|log|register) that (?P<content>.+)", save),
    Row(r"(?:write|jot|note|take|record)(?: (?:something|this|that|it))(?: down)?", ask),
    Row(
        r"(?:make|create|start|add|write|take|save|new|open)?(?: me)?(?: an?| another| the)?(?: new| quick| short)* ?note(?: for me)? (?:called|titled|named|with (?:the )?title|entitled)\s+(?P<title>\"[^\"]+\"|[^:]+?)\s*"
        r"(?::|,? (?:with(?: the)?(?: text| content| body)?|saying|that says|containing|and (?:write|put|say)))\s*(?P<content>.+)",
        save,
    ),
    Row(
        r"(?:make|create|start|add|write|take|save|new|open)?(?: me)?(?: an?| another| the)?(?: new| quick| short)* ?note(?: for me)? (?:called|titled|named|with (?:the )?title|entitled)\s+(?P<title>\"[^\"]+\"|.+)",
        ask,
    ),
    Row(
        r"(?:please )?(?:take|make|save|write|add|create|start|new|leave|keep|record|jot down|jot|put|store|log|i need|i want)(?: me| down| in)? ?(?:(?:an?|another|the|this|that|following|as)\s+)*(?:new |quick |short |little |brief )*(?:notes?|memo)"
        r"(?: for me| for later| down| here)*(?: that says| saying| to say| which says| of the fact)?\s*(?:[:,–-]\s*|\s+(?=that |of |about |on |to self|to say |the |my |for |\w+ ))(?!to remind|called |titled )(?P<content>.+)",
        save,
    ),
    Row(
        r"(?:take|make|save|write|add|create|start|new|leave|keep|jot|i need|i want)(?: me| down)? ?(?:an?|another|the)? ?(?:new |quick |short )*(?:note|memo)(?: for me| for later| down)*",
        ask,
    ),
    Row(
        r"(?:quick |personal )?(?:note|memo)(?: to (?:self|myself)| for (?:self|myself|me|later))?\s*[:,–-]\s*(?P<content>.+)",
        save,
    ),
    Row(r"(?:quick )?(?:note|memo) to (?:self|myself)\s+(?P<content>.+)", save),
    Row(
        r"(?:note|memo)(?: down)? (?:that|how|for (?:later|me|myself)(?: that)?|the|my|this(?: down)?:?|:) ?(?P<content>(?<=the |.my )?.+)",
        lambda match, clause: save_whole(match, clause),
    ),
    Row(
        r"(?:jot|write|put|get|note|type|scribble)(?: this| that| it| the following)?(?: down)(?: somewhere| for me)?\s*(?:[:,–-]\s*)?(?:that )?(?P<content>.+)",
        save,
    ),
    Row(
        r"(?:save|store|keep|record|log|write|put) (?:this|the following|in (?:my|the) notes)(?: in (?:my|the) notes?| as a note| for me| down)*\s*(?:[:,–-]\s*| that )(?P<content>.+)",
        save,
    ),
    Row(r"(?:save|store|keep|record|put|add) (?P<content>.+?) (?:in|to|into|as) (?:my |the |a )?notes?", save),
    Row(
        r"(?:note|memo) (?P<content>(?!(?:about|on|from|number|called|named|titled|for|with|of|in|to|is|says?|down|\d+)\b)\S+ .+)",
        lambda match, clause: None if clause.asks else save(match, clause),
    ),
)


def save_whole(match: re.Match[str], clause: Clause) -> Reading | None:
    """ "note the gate code": the article belongs to the text."""
    text = re.sub(
        r"\A(?:note|memo)(?: down)? (?:that |for (?:later|me|myself)(?: that)? |this(?: down)?:? ?|: ?)?",
        "",
        match[0],
        flags=re.IGNORECASE,
    )
    return Reading((Call("save_note", {"content": text}),), aside=text, keeps_text=True) if text else None
