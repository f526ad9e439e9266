"""What a page says about something: its sentences that answer, quoted word for word; who wrote it and when, and the whole of it in short.

Which sentence answers is weighed as it is for what a user told (`language/answers`), and where none does, those that name it are quoted.
Nothing is made up.
"""

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.integrations.pages.port import Page
from app.language.answers import ENOUGH, MAYBE, Told
from app.language.cues import says
from app.language.questions import asks
from app.language.summing import key_sentences, naming, sentences
from app.learning.answering import best_of, ranked

_COMPARED, _QUOTED, _KEY, _SENTENCE = 32, 3, 2, 400
_LEAST_WORDS = 3
_BY = "Written by {author}."
_NO_AUTHOR = "The page doesn't say who wrote it."
_ON = "Published {published}."
_NO_DATE = "The page doesn't say when it was published."
_NOTHING = "I find nothing about “{about}” on that page."


async def told_about(deps: AgentDeps, page: Page, about: str) -> str:
    """What the page says about something, with its source."""
    if says("asks_author", about):
        said = [_BY.format(author=one_line(page.author, 120)) if page.author else _NO_AUTHOR]
    elif says("asks_published", about):
        said = [_ON.format(published=page.published) if page.published else _NO_DATE]
    elif says("asks_shorter", about):
        most = 1 if says("asks_one_sentence", about) else _KEY
        said = [one_line(page.title, 200), *_quotes(key_sentences(page.text, most, title=page.title))]
    else:
        said = _quotes(await _answering(deps, page, about)) or [_NOTHING.format(about=one_line(about, 120))]
    return "\n\n".join(filter(None, (*said, page.note, f"Source: {page.url}")))


async def _answering(deps: AgentDeps, page: Page, about: str) -> list[str]:
    """The sentences that answer, best first; else those that name it."""
    found = [one for one in sentences(page.text) if len(one.split()) >= _LEAST_WORDS]
    told = [Told(one, at, page.title) for at, one in enumerate(found)]
    question = about if asks(about) else f"What about {about}?"
    answers = await ranked(deps.search, question, told, range(len(told)), most=_COMPARED) if told else []
    named = naming(found, about)
    best = [one.told.text for one in best_of(answers) if one.score >= (MAYBE if one.told.text in named else ENOUGH)]
    return (best or named)[:_QUOTED]


def _quotes(found: list[str]) -> list[str]:
    return [f"“{one_line(one, _SENTENCE)}”" for one in found]
