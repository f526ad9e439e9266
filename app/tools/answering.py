"""An answer as it is said: the sentence that answers, in the second person, with where it is from and when that was.

Whatever the quoted rows had read, this turn has read too.
"""

from datetime import datetime

from app.deps import AgentDeps
from app.language.answers import ENOUGH
from app.language.questions import language_of, read_question, spoken
from app.language.statements.wording import to_you
from app.language.vocabulary import lexicon
from app.learning.answering import Quote, find_answers
from app.learning.origins import DRAWN, OUTRIGHT, SAID
from app.memory.records import Fact, JournalEntry, Note, Reminder, Task
from app.tools import when
from app.tools.provenance import carry

_LONGEST = 400
_SOURCES = {OUTRIGHT: "told", SAID: "told", DRAWN: "drawn"}
_ENGLISH = "en"
_PLAIN_LIST = {"todo": "to-do"}


async def answer(deps: AgentDeps, question: str) -> str:
    """What was told that answers, each with its source; that nothing is found where nothing does."""
    nothing = lexicon().says[language_of(question)]["nothing"]
    return await quoted(deps, question) or nothing.format(topic=read_question(question).topic)


async def quoted(deps: AgentDeps, question: str) -> str:
    """The same; "" where nothing answers."""
    quotes = await find_answers(deps.store, deps.search, deps.user.id, question)
    carry(deps, [quote.row for quote in quotes])
    return "\n".join(_said(quote, deps, spoken(question) or language_of(quote.sentence)) for quote in quotes)


def _said(quote: Quote, deps: AgentDeps, language: str) -> str:
    says = lexicon().says[language]
    row, now = quote.row, deps.local_now
    at = _moment(quote).astimezone(deps.zone)
    days = (now.date() - at.date()).days
    day = _day(at, now, says["months"].split(", "))
    near = says["today"] if days == 0 else says["yesterday"] if days == 1 else ""
    sure = "{said}" if quote.score >= ENOUGH else says["maybe"]
    told = says[_frame(quote, deps)].format(
        text=_text(quote, language),
        day=near or day,
        on=near or says["on"].format(day=day),
        when=when.say(row.due_at, now) if isinstance(row, Reminder) else "",
        list=_PLAIN_LIST.get(row.list_name, row.list_name) if isinstance(row, Task) else "",
    )
    told = told if told.endswith((".", "!", "?", "…")) else f"{told}."
    return sure.format(said=told)


def _frame(quote: Quote, deps: AgentDeps) -> str:
    """Which way to say where it is from."""
    row = quote.row
    if isinstance(row, Fact):
        return _SOURCES.get(row.source, "heard")
    if isinstance(row, Task) and row.done_at is not None:
        return "done"
    if isinstance(row, Reminder) and row.due_at <= deps.now:
        return "past_reminder"
    return "told" if quote.kind == "turn" else quote.kind


def _moment(quote: Quote) -> datetime:
    row = quote.row
    if isinstance(row, Note):
        return row.updated_at
    if isinstance(row, JournalEntry):
        return datetime.fromisoformat(f"{row.entry_date}T12:00+00:00")
    return getattr(row, "created_at", None) or row.started_at  # type: ignore[union-attr]


def _text(quote: Quote, language: str) -> str:
    """The sentence without its full stop, said to its user; words of another language as they are."""
    text = quote.sentence.strip().rstrip(".")
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    if language != _ENGLISH or language_of(text) != _ENGLISH:
        return text
    first = text.split(maxsplit=1)[0] if text else ""
    small = (first.casefold(),) in lexicon().own_words[_ENGLISH] and first.casefold() != "i"
    return to_you(f"{text[0].lower()}{text[1:]}" if small else text)


def _day(at: datetime, now: datetime, months: list[str]) -> str:
    """ "3 March", with the year where it isn't this one."""
    return f"{at.day} {months[at.month - 1]}" + ("" if at.year == now.year else f" {at.year}")
