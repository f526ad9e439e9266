"""What is asked of the news, from sentences in `news.toml`: to a call of a tool of the news, behind what was told of it before. Pure."""

import re

from app.language.choosing import sentences
from app.language.dialogue.state import Before
from app.language.orders import speech, standing, times
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import points
from app.language.reader.reading import Part
from app.language.templates import Match
from app.language.web_addresses import ADDRESS, PLAIN, plainly

GET, FOLLOW = "get_news", "follow_news"
_ARTICLE = re.compile(r"\A(?:the|a|an|my|le|la|les|l['’]|un|une|des|du) ?(?=\w)(?<=[ '’])", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|about|regarding|concerning|sur|au sujet de|à propos de)\s+(?P<topic>\S.*)", re.IGNORECASE)
_SURE = 0.5
_LONGEST = 100
_MOST_WORDS = 10  # of a topic


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that a whole message asks for by a sentence that says so itself; None where it is none, or its tool isn't there."""
    return _by_sentence(clause, before, is_likely=False)


def asked(part: Part, clause: Clause, before: Before) -> Reading | None:
    """What a part asks for that the reader takes for one about the news: a sentence, or the news about all of its words."""
    if GET not in clause.tools or part.sure < _SURE:
        return None
    known = _by_sentence(Clause(part.text, clause.now, tools=clause.tools), before, is_likely=True)
    if known is not None:
        return known
    words = topic(part.one("topic")) or topic(_timeless(_about(part.text), clause))
    if words:
        return Reading((Call(GET, {"topic": words}),))
    words = speech.bare(part.text)[:_LONGEST].strip(" .,?!")
    return Reading((Call(GET, {"topic": words} if len(words.split()) > 2 else {}),))


def _about(text: str) -> str:
    """What stands behind "on", "about", "sur"; "" where none of these does."""
    found = _ON.search(text[:_LONGEST])
    return found["topic"].strip(" .,?!") if found else ""


def _timeless(words: str, clause: Clause) -> str:
    timed = times.cut(words, clause.now) if words else None
    return timed.rest.strip(" ,") if timed and timed.rest.strip(" ,") else words


def _by_sentence(clause: Clause, before: Before, *, is_likely: bool) -> Reading | None:
    if len(clause.text) > sentences.LONGEST:
        return None
    said, told = plainly(clause.text), before.earlier((GET,))
    address = ADDRESS.search(clause.text)
    kept = {"", *(["told"] if told else ()), *(["likely"] if is_likely else ())}
    match = sentences.best(sentences.tidy(said), kept, sentences.templates("news"))
    if match is None or (tool := sentences.tool(match)) not in clause.tools:
        return None
    if match.name.endswith("__told"):
        return _of_told(tool, told)
    last = told if told in before.calls[-1:] else None
    arguments = _arguments(match, tool, address[0] if address else "", last)
    return Reading((Call(tool, arguments),)) if arguments is not None else None


def _of_told(tool: str, last: Call | None) -> Reading | None:
    """The topic that was told of lately is followed, or waited for; None where no topic was."""
    told = str(last.arguments.get("topic", "")) if last else ""
    if not told:
        return None
    return Reading(
        (Call(tool, {"topic": told} if tool == FOLLOW else standing.condition(f"there is news about {told}")),)
    )


def _arguments(match: Match, tool: str, address: str, last: Call | None) -> dict[str, object] | None:
    """What the tool is called with; None where the sentence's words name nothing."""
    slots = sentences.slots(match)
    if "address" in slots:
        return {"topic": address} if address and slots["address"] == PLAIN else None
    named = topic(slots.get("topic", ""), address)
    if tool == GET:
        again = {"again": True} if "again" in slots else {}
        before = (
            {"topic": last.arguments["topic"]} if last and again and not named and last.arguments.get("topic") else {}
        )
        return {**before, **({"topic": named} if named else {}), **again}
    return {"topic": named} if named else None


def topic(words: str, address: str = "") -> str:
    """The words of a topic, with `address` where our plain word stands for it; "" for words that only point."""
    said = _ARTICLE.sub("", words.replace(PLAIN, address).strip(" .,?!\"“”'"))[:_LONGEST]
    return "" if not said or points(said) or len(said.split()) > _MOST_WORDS else said
