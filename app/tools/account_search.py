"""The tool that looks for something in accounts elsewhere: address books for a number or an address, mails and calendars for all else.

A question is answered by the sentence that answers it, where one does; else what has most of its words is shown.
"""

import asyncio
from collections.abc import Sequence

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.excerpt import excerpt
from app.integrations.agenda import Entry
from app.language.cues import says
from app.language.questions import read_question
from app.memory.records import MailHeading
from app.memory.words import fold
from app.tools import contacts, events, mail_answers, when
from app.tools.elsewhere import accounts_of
from app.tools.mail_answers import Quoted
from app.tools.mail_lookup import best, telling
from app.tools.mailboxes import named

_SHOWN = 5
_TOLD = 600  # characters of the one mail that is meant
NOTHING = "I find nothing about that in your mail or calendar."


async def find_in_accounts(ctx: RunContext[AgentDeps], about: str) -> str:
    """What the user's mails and calendar hold about something: the sentence that answers a question, else what has most of its words."""
    deps = ctx.deps
    words = telling(about)
    if not words:
        return NOTHING
    if says("of_contact", about) and (people := await contacts.known(deps, words)):
        return people
    mails, entries = await asyncio.gather(best(deps, words, nearly=True), _events(deps, words))
    if says("says_what", about):
        return await _listed(deps, words, _of_writers(mails, words), [])
    if read_question(about).asked and (answers := await mail_answers.quoted(deps, about, mails, entries[:_SHOWN])):
        return await _answered(deps, answers)
    return await _listed(deps, words, mails, entries)


def _of_writers(mails: Sequence[MailHeading], words: Sequence[str]) -> Sequence[MailHeading]:
    """Those whose writer is named; all where none is."""
    wrote_them = [one for one in mails if any(fold(word) in fold(f"{one.sender_name} {one.sender}") for word in words)]
    return wrote_them or mails


async def _answered(deps: AgentDeps, answers: Sequence[Quoted]) -> str:
    """The sentences, and the mails and events they stand in."""
    lines, entries = list[str](), list[Entry]()
    for one in answers:
        if isinstance(one.of, MailHeading):
            lines.append(f"{one.of.sender_name or one.of.sender} wrote: “{one.sentence}”")
        else:
            lines += [f"{one.sentence}."] if one.of.event.title not in one.sentence else []
            entries += [one.of] if one.of not in entries else []
    mails = {one.of.id: one.of for one in answers if isinstance(one.of, MailHeading)}
    shown = events.by_day(entries, await events.numbered(deps, entries), deps) if entries else []
    return "\n".join((*lines, *shown, *(_line(one, deps) for one in mails.values())))


async def _listed(deps: AgentDeps, words: Sequence[str], mails: Sequence[MailHeading], entries: Sequence[Entry]) -> str:
    """What has most of the words, and how the one mail that is meant begins."""
    lines = list[str]()
    if entries and len(words) > 1 and all(events.holds(entries[0].event, word) for word in words):
        mails = [one for one in mails if all(fold(word) in fold(f"{one.sender_name} {one.subject}") for word in words)]
    if entries:
        headings = await events.numbered(deps, entries[:_SHOWN])
        lines += events.by_day(entries[:_SHOWN], headings, deps)
    lines += [_line(one, deps) for one in mails[:_SHOWN]]
    if len(mails) == 1 or (mails and not entries):
        text = await mail_answers.text_of(deps, mails[0])
        begins = f"{mails[0].sender_name or mails[0].sender} wrote: “{excerpt(text, _TOLD)}”" if text.strip() else ""
        lines.append(begins)
    return "\n".join(filter(None, lines)) or NOTHING


async def _events(deps: AgentDeps, words: Sequence[str]) -> list[Entry]:
    """What the calendars have of most of the words, soonest first, what is over last."""
    if not await accounts_of(deps).every(deps.user.id, "calendar"):
        return []
    start, end = events.stretch("", deps, is_search=True)
    try:
        found = await events.found(deps, start, end)
    except ToolProblem:
        return []
    scored = [(sum(events.holds(one.event, word) for word in words), one) for one in found.entries]
    most = max((count for count, _ in scored), default=0)
    kept = [one for count, one in scored if count == most and count]
    first = dict[tuple[int, str], Entry]()
    for one in sorted(kept, key=lambda entry: events.is_over(entry.event, deps)):
        first.setdefault((one.account.id, one.event.uid), one)
    return list(first.values())


def _line(heading: MailHeading, deps: AgentDeps) -> str:
    return f"- {named(heading)}, {when.say(heading.received_at, deps.local_now)} (#{heading.id})"
