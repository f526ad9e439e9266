"""What is asked of the web: a search, a page to be read, one of the pages that were found, the next part of a long one. Pure.

From sentences (`orders/web.toml`), and from what the reader takes for a question about the world.
"""

import re
from dataclasses import replace

from app.language import questions
from app.language.choosing import guards, sentences, shown_pages
from app.language.choosing.shown_pages import BROWSE, BROWSED, FOLLOW, KEPT, LISTED, OF_WEB, OPEN, SEARCH, SUBMIT
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.forms import fields_in
from app.language.orders import speech
from app.language.orders.plan import Call, Clause, Later, Reading
from app.language.pointing import number
from app.language.reader.reading import Part
from app.language.templates import Match
from app.language.web_addresses import ADDRESS, addresses_in, plainly

FEED, KNOWN = "follow_news", "recall_facts"
_SURE, _PLAINLY = 0.5, 0.85
_LONGEST, _LONGEST_FORM = 300, 2_000
_ALL = frozenset(("what", "everything", "all", "all that", "everything that", "the things", "things", "tout ce", "ce"))
_LEADS = re.compile(r"\A(?:look up|find out|look for|search for|find|check|cherche|trouve|recherche)\s+", re.IGNORECASE)


def read(clause: Clause, before: Before) -> Reading | None:
    """The call that a whole message asks for by one of the sentences; None where it is none of them, or its tool isn't there."""
    last = before.calls[-1] if before.calls else None
    is_shown = last is not None and last.tool in OF_WEB
    kept, templates = sentences.places(shown=is_shown, likely=False), sentences.templates("web")
    said = plainly(clause.text)
    # A verb of searching is another assistant's name, too, which is taken off in front of what is said.
    match = sentences.best(sentences.tidy(said), kept, templates) or sentences.best(_whole(said), kept, templates)
    if match is None:
        return _by_words(clause)
    if (tool := sentences.tool(match)) not in clause.tools:
        return None
    return _read(tool, match, before)


def _read(tool: str, match: Match, before: Before) -> Reading | None:
    """The call that a sentence asks for."""
    last, is_behind = before.calls[-1] if before.calls else None, match.name.endswith("__shown")
    slots = {name: values[0] for name, values in match.slots.items()}
    if tool == KEPT:
        item = speech.bare(slots["item"].strip(" .?!"))
        if item.casefold() in _ALL:
            return Reading((Call(LISTED, {}),))
        return Reading((Call(KEPT, {"item": item}),), thing=item)
    if tool == SEARCH:
        return _more(last) if is_behind else _searched(slots["query"])
    if tool == FOLLOW:
        place = number(slots["number"])
        return Reading((Call(FOLLOW, {"link": place}),)) if place and last and last.tool in BROWSED else None
    url = shown_pages.address(slots.get("which", ""), last, before)
    return Reading((Call(tool, {"url": url}),), thing=url) if url else None


def _searched(query: str) -> Reading:
    return Reading((Call(SEARCH, {"query": speech.bare(query.strip(" .?!"))}),))


def asked(part: Part, clause: Clause) -> Reading | None:
    """What the reader takes for a question about the world: looked for among one's own things first where it may be about them, then on the
    web."""
    if part.intent != "world" or SEARCH not in clause.tools or part.sure < _SURE:
        return None
    query = _LEADS.sub("", speech.bare(part.text)[:_LONGEST].strip(" .?!"))
    question = questions.read_question(part.text) if questions.asks(part.text) else None
    if question is not None and (question.is_of_theirs or question.is_of_you):
        return None
    search = Call(SEARCH, {"query": query})
    if part.sure >= _PLAINLY or KNOWN not in clause.tools:
        return Reading((search,))
    known = Call(KNOWN, {"about": part.text})
    return Reading((known,), later=(Later(search, instead_of=known),))


def of_address(part: Part, clause: Clause) -> Reading | None:
    """What a part of a message wants done with the page whose address stands in it."""
    return _by_words(replace(clause, text=part.text)) if addresses_in(part.text) else None


def _by_words(clause: Clause) -> Reading | None:
    """A message with one address and more around it than a sentence: what it says it wants done with the page, by its words."""
    found = addresses_in(clause.text[: sentences.LONGEST])
    if len(found) != 1 or says("was_page", clause.text):
        return None
    form = _form(clause.text) if says("fills_form", clause.text) and {BROWSE, SUBMIT} <= clause.tools else None
    if form is None and says("keeps_page", clause.text):  # "email" names a field, too
        return None
    if says("forbids_page", clause.text):
        return Reading(reply=guards.LEFT)
    if says("fills_form", clause.text) and {BROWSE, SUBMIT} <= clause.tools:
        return form or Reading((Call(BROWSE, {"url": found[0]}),), thing=found[0])
    if says("follows_feed", clause.text) and FEED in clause.tools:
        return Reading((Call(FEED, {"topic": found[0]}),), thing=found[0])
    if says("reads_page", clause.text) and OPEN in clause.tools:
        return Reading((Call(OPEN, {"url": found[0]}),), thing=found[0])
    return None


def read_long(clause: Clause) -> Reading | None:
    """A form whose message is longer than any sentence, for what goes into a field is as long as people like."""
    found = ADDRESS.search(clause.text[: sentences.LONGEST])
    if found is None or SUBMIT not in clause.tools or len(clause.text) > _LONGEST_FORM:
        return None
    return _form(clause.text) if says("fills_form", clause.text[: found.end()]) else None


def _form(text: str) -> Reading | None:
    """What goes into which field: "with my name Ana and email ana@x.org" as "name: Ana", "email: ana@x.org"."""
    found = ADDRESS.search(text)
    if found is None:
        return None
    given = fields_in(text[found.end() :])
    if not given:
        return None
    return Reading((Call(SUBMIT, {"url": found[0], "fields": given}),))


def _whole(text: str) -> str:
    return " ".join(text.split())[: sentences.LONGEST].strip(" .,!?")


def _more(last: Call | None) -> Reading | None:
    is_search = last is not None and last.tool == SEARCH
    return Reading((Call(SEARCH, {**last.arguments, "more": True}),)) if last and is_search else None
