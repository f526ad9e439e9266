"""What goes on from here to accounts elsewhere: a question that nothing kept answers, a list that is none of our own. Pure."""

from dataclasses import replace

from app.language import questions
from app.language.orders import speech, talk
from app.language.orders.plan import Call, Later, Plan

FIND = "find_in_accounts"
_LOOKS = frozenset(("recall_facts", "find_everything", "find_notes", "search_history", "list_notes"))
_IN_ONE, _NAMES = frozenset(("search_mail", "list_events")), frozenset(("words", "sender"))
_UNANSWERED = frozenset((talk.GENERAL, talk.UNREADABLE, talk.NOTHING_KEPT, *talk.NOT_CAUGHT.values()))
_LEFT_OPEN = 400  # characters of a message that is looked for


def go_on(plan: Plan, said: str, tools: frozenset[str], *, is_about_accounts: bool) -> Plan:
    """The plan with what is tried elsewhere where it comes to nothing. `is_about_accounts`: the reader takes the message to be about mail or a
    calendar."""
    if not plan.calls:
        asks = is_about_accounts or questions.asks(said)
        if FIND in tools and asks and plan.reply in _UNANSWERED and len(said) <= _LEFT_OPEN:
            return Plan((Call(FIND, {"about": speech.bare(said)}),), reply=plan.reply, verdict=plan.verdict)
        return plan
    further = [
        Later(call, instead_of=first)
        for first in plan.calls
        if (call := _instead(first, said, tools)) is not None and call.tool in tools
    ]
    return replace(plan, later=(*plan.later, *further)) if further else plan


def _instead(first: Call, said: str, tools: frozenset[str]) -> Call | None:
    if FIND in tools and (first.tool in _LOOKS or (first.tool in _IN_ONE and first.arguments.keys() & _NAMES)):
        return Call(FIND, {"about": speech.bare(said)[:_LEFT_OPEN]})
    named = _named(first, "list_name") if first.tool == "list_tasks" else ""
    return Call("list_todo", {"their_list": named}) if named else None


def _named(first: Call, name: str) -> str:
    """The one thing that a call names; "" where it names several, none, or one by its number."""
    value = first.arguments.get(name)
    words = (value[0] if len(value) == 1 else "") if isinstance(value, list | tuple) else str(value or "")
    return "" if words.startswith("#") else words
