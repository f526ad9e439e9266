"""Every public function of the application that reads words, found by its parameters, and how each is called with any text at all.

A reader is a module's public, plain function with a parameter of one of the names below (`str`), or with a clause. One that can't be called
from its annotations alone, and isn't named here, fails the test: it has to be added. Imports nothing of `app` before it is asked to.
"""

import ast
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))
NAMES = frozenset(
    "text words said statement reply markdown html when repeat query question expression asked draft answer summary sentence prompt "
    "about word title line since until instruction content".split()
)
# Where text is carried and not read.
_CARRIED = ("app/memory/adapters", "app/memory/repositories", "app/bootstrap", "app/interfaces/cli")
_GIVEN: dict[str, Any] = {
    "str": "todo",
    "bool": False,
    "int": 3,
    "float": 0.5,
    "datetime": NOW,
    "date": date(2026, 11, 18),
    "timedelta": timedelta(minutes=10),
    "object": 1,
}
_CONNECTED = frozenset(  # with these, what is said of mail and calendars is read too
    "list_events read_event find_free_time add_event change_event delete_event answer_invitation find_in_accounts search_mail read_mail "
    "read_attachment read_thread reply_to_mail forward_mail move_mail mark_mail delete_mail send_mail save_draft".split()
)
_BY_NAME: dict[str, Any] = {"language": "fr", "tools": _CONNECTED}
_EMPTY = ("Sequence[", "Iterable[", "Collection[", "frozenset[", "list[")
# What can't be called from its annotations, and why that is no gap.
COVERED: dict[str, str] = {
    "app.interfaces.pushed.parts.caption_of": "puts a text that was read before on one line",
    "app.interfaces.whatsapp.quoting.with_quote": "through app.interfaces.pushed.quoting.quoted",
    "app.integrations.tracker.jira_fields.encoded": "compares a value with names, and hands a text to app.integrations.tracker.marking.document",
    "app.tools.addresses.cite": "cuts a title to a line and checks one address, which are readers of their own",
    "app.integrations.weather.wording.told": "reads a forecast's own figures, and words of ours",
    "app.integrations.weather.wording.happens": "reads a forecast's own figures, and words of ours",
    "app.language.choosing.read_ways.way": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_ways.leave": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_watches.of_news": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_watches.of_weather": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_watches.ended": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_world.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_world.unnamed": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_world.of_page_too": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_world.takes": "through app.language.choosing.understand.understand",
    "app.language.choosing.shown_pages.opened": "through app.language.choosing.understand.understand",
    "app.language.choosing.maps.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.maps.read_next": "through app.language.choosing.understand.understand",
    "app.language.choosing.news.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.news.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.work.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.web.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.web.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.web.of_address": "through app.language.choosing.understand.understand",
    "app.language.choosing.world.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.world.read_in_front": "through app.language.choosing.understand.understand",
    "app.language.choosing.world.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.calendar.there": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.listed": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.told": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.free": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.added": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.changed": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.deleted": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_events.answered": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_outside.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.search": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.read_one": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.attached": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.reply": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.send": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.forward": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.file": "through app.language.choosing.understand.understand",
    "app.language.choosing.read_mails.mark": "through app.language.choosing.understand.understand",
    "app.language.choosing.calendar.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.connected.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.diagnostics.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.connected.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.elsewhere.go_on": "through app.language.choosing.understand.understand",
    "app.language.choosing.sentences.best": "through app.language.choosing.understand.understand",
    "app.language.choosing.carried.other": "through app.language.choosing.understand.understand",
    "app.language.choosing.connected.with_time": "through app.language.choosing.understand.understand",
    "app.tools.calendar_looking.is_invited_by": "looks each of the words up in a name",
    "app.tools.mail_invitations.card": "given one of three words of ours",
    "app.tools.pick.of_shelf": "given words of ours; what it makes reads through app.tools.pick.pick",
    "app.tools.event_drafts.scope": "compares with three words",
    "app.tools.events.stretch": "through app.tools.when.stretch",
    "app.tools.events.holds": "looks each of the words up in an event",
    "app.language.choosing.mail.read": "through app.language.choosing.understand.understand",
    "app.language.dialogue.asking.what_about": "through app.language.choosing.understand.understand",
    "app.language.orders.speech.without": "through app.language.orders.speech.bare",
    "app.language.choosing.ordered.is_doubtful": "through app.language.choosing.understand.understand",
    "app.language.choosing.ordered.is_no_fact": "through app.language.choosing.understand.understand",
    "app.language.dialogue.asking.of_a_sum": "through app.language.choosing.understand.understand",
    "app.language.people.with_names": "through app.learning.answering.find_answers, with_names of who_is_who",
    "app.integrations.team.slack_text.asked": "puts names that were looked up and a day side by side",
    "app.conversation.answering.reword": "puts a text in its place",
    "app.language.reader.reading.read_with": "through app.language.reader.reading.read",
    "app.conversation.call_plans.text_of": "puts a plan's own words together",
    "app.gate.pending.action_of": "keeps a call's words as they are",
    "app.language.choosing.choice.instead": "through app.language.choosing.understand.understand",
    "app.language.choosing.halves.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.work.order_of": "through app.language.choosing.understand.understand",
    "app.language.choosing.work.is_of_work": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_about.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_narrowed.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_pointed.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_pointed.chosen": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_pointed.named": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_refs.meant": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_sentences.match": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_sentences.matches": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_sentences.is_pointed": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_talk.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_next.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_next.waited": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_shown.with_words": "through app.language.card_things.renamed",
    "app.language.choosing.work.without_sentence": "through app.language.choosing.understand.understand",
    "app.language.choosing.work.learned": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_shown.is_named": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_shown.meant": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_shown.said": "through app.language.choosing.understand.understand",
    "app.language.reader.letters.buckets": "through app.language.reader.work.read",
    "app.language.reader.letters.log_chances": "through app.language.reader.work.read",
    "app.language.choosing.work_read.sureness": "through app.language.choosing.understand.understand",
    "app.language.choosing.work_read.asked": "through app.language.choosing.understand.understand",
    "app.language.choosing.guards.forbids": "one match at a text's beginning",
    "app.language.orders.arguments.items": "through app.language.choosing.understand.understand",
    "app.language.orders.arguments.list_called": "through app.language.choosing.understand.understand",
    "app.language.orders.arguments.whole": "through app.language.choosing.understand.understand",
    "app.language.orders.figures.dated": "through app.language.choosing.understand.understand",
    "app.language.orders.repairs.whole_times": "through app.language.choosing.understand.understand",
    "app.language.choosing.guards.guarded": "through app.language.choosing.understand.understand",
    "app.language.choosing.ordered.refused": "through app.language.choosing.understand.understand",
    "app.language.choosing.guards.has_exception": "through app.language.choosing.understand.understand",
    "app.language.orders.calls.calls_of": "through app.language.choosing.understand.understand",
    "app.language.orders.figures.splits": "through app.language.choosing.understand.understand",
    "app.language.choosing.joining.extended": "through app.language.choosing.understand.understand",
    "app.language.orders.repairs.mended": "through app.language.choosing.understand.understand",
    "app.language.orders.repairs.without_false_times": "through app.language.choosing.understand.understand",
    "app.language.dialogue.pointed.chosen": "through app.language.choosing.understand.understand",
    "app.language.dialogue.changes.holds": "through app.language.choosing.understand.understand",
    "app.language.orders.standing.scheduled": "through app.language.choosing.understand.understand",
    "app.language.orders.standing.halted": "through app.language.choosing.understand.understand",
    "app.language.orders.health.ask": "through app.language.choosing.understand.understand",
    "app.language.orders.figures.sum_of": "through app.language.choosing.understand.understand",
    "app.language.orders.figures.sum_asked": "through app.language.choosing.understand.understand",
    "app.language.orders.building.build": "through app.language.choosing.understand.understand",
    "app.language.orders.building.by_form": "through app.language.choosing.understand.understand",
    "app.language.choosing.parts.read_parts": "through app.language.choosing.understand.understand",
    "app.language.dialogue.leaning.corrected": "through app.language.choosing.understand.understand",
    "app.language.dialogue.leaning.of_the_last": "through app.language.choosing.understand.understand",
    "app.language.orders.reminder.reminder": "through app.language.choosing.understand.understand",
    "app.language.choosing.only_times.read": "through app.language.choosing.understand.understand",
    "app.language.choosing.only_times.with_time": "through app.language.choosing.understand.understand",
    "app.tools.pinning.days_in": "a text of 200 characters at most, through app.tools.when.plan",
    "app.language.dialogue.leaning.lean": "through app.language.choosing.understand.understand",
    "app.language.orders.health.another": "through app.language.choosing.understand.understand",
    "app.language.choosing.workers.plan_for": "through app.models.offline.model",
    "app.language.time.phrases.parse": "through app.language.time.phrases.find_times",
    "app.language.time.phrases.words": "through app.language.time.phrases.find_times",
    "app.tools.when.pinned": "through app.tools.when.plan",
    "app.tools.when.replan": "through app.tools.when.moved",
}


@dataclass(frozen=True, slots=True)
class Reader:
    """A function and the parameter that takes the words; `wanted` are the annotations of the parameters that have no default."""

    module: str
    name: str
    parameter: str
    wanted: tuple[tuple[str, str, bool], ...]

    @property
    def full_name(self) -> str:
        """With its module."""
        return f"{self.module}.{self.name}"

    @property
    def is_covered(self) -> bool:
        """Whether another reader stands for it."""
        return self.full_name in COVERED

    @property
    def unknown(self) -> list[str]:
        """The parameters that nothing is known to be given for."""
        return [f"{name}: {kind}" for name, kind, _ in self.wanted if name != self.parameter and not _can_give(kind)]

    def call(self) -> Callable[[str], Any]:
        """A call with a text for its words and something harmless for the rest. Imports its module."""
        function = getattr(importlib.import_module(self.module), self.name)
        return partial(self._called, function)

    def _called(self, function: Callable[..., Any], text: str) -> Any:
        given, named = [], {}
        for name, kind, is_keyword in self.wanted:
            value = _words(kind, text) if name == self.parameter else _BY_NAME.get(name) or _value(kind)
            if is_keyword:
                named[name] = value
            else:
                given.append(value)
        return function(*given, **named)


def readers() -> Iterator[Reader]:
    """All of them, one for each parameter that takes words, in the order of the files."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        module = path.relative_to(ROOT).with_suffix("").as_posix()
        if not module.startswith(_CARRIED):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield from _of(module.replace("/", "."), node)


def _of(module: str, node: ast.FunctionDef) -> Iterator[Reader]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    needed = plain[: len(plain) - len(arguments.defaults)]
    keywords = [
        one for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None
    ]
    wanted = tuple((one.arg, _kind(one), one in keywords) for one in (*needed, *keywords))
    if any("re.Match" in _kind(one) for one in plain):
        return  # what a row makes of its match, called where the row is read
    for name, kind, _ in wanted:
        if (kind == "str" and name in NAMES) or kind == "Clause":
            yield Reader(module, node.name, name, wanted)


def _kind(argument: ast.arg) -> str:
    return ast.unparse(argument.annotation) if argument.annotation else ""


def _can_give(kind: str) -> bool:
    return (
        kind in _GIVEN
        or kind in ("Clause", "Reading", "Before", "Known")
        or kind.startswith(_EMPTY)
        or kind.endswith("| None")
        or "Mapping" in kind
    )


def _value(kind: str) -> Any:
    if kind in ("Clause", "Reading"):
        return _words("Clause", "add milk") if kind == "Clause" else _plan().Reading()
    if kind == "Before":
        return importlib.import_module("app.language.dialogue.state").Before()
    if kind == "Known":
        return _known()
    if kind.endswith("| None"):
        return None
    if "Mapping" in kind:
        return {}
    return frozenset() if kind.startswith("frozenset[") else [] if kind.startswith(_EMPTY) else _GIVEN[kind]


def _words(kind: str, text: str) -> Any:
    """The text itself, or the clause it is: tidied, as clauses are."""
    if kind != "Clause":
        return text
    return _plan().Clause(importlib.import_module("app.language.orders.speech").tidy(text), NOW, known=_known())


@cache
def _known() -> Any:
    """As many names of things at work as are kept of one person, words that are said every day among them."""
    names = importlib.import_module("app.language.orders.names")
    said = [names.Name("channel", word) for word in "a the in on to of milk and general list that work todo".split()]
    titles = [
        names.Name("ticket", f"PAY-{number}", (f"Add milk to the list {number}",)) for number in range(names.MOST)
    ]
    return names.Known.of((*said, *titles))


def _plan() -> Any:
    return importlib.import_module("app.language.orders.plan")
