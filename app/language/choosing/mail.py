"""What is asked of mail, from sentences in `mail.toml`: to a call of a mail tool, behind what was shown of mail before. Pure."""

import re

from app.language.choosing import sentences
from app.language.choosing.windows import parts_of
from app.language.dialogue.pointed import chosen
from app.language.dialogue.state import Before, calls_of
from app.language.orders import alerts, standing, times
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import points
from app.language.templates import Match

TOOLS = frozenset(
    "search_mail read_mail read_attachment read_thread reply_to_mail forward_mail move_mail mark_mail delete_mail send_mail save_draft".split()
)
_SINCE = re.compile(r"\b(?:since|depuis)\b", re.IGNORECASE)
_ON = re.compile(r"\A(?:since|depuis|from|of|on|de|du) ", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:the|my|le|la|l['’]|mon|ma)\s*\b", re.IGNORECASE)
# A mail in a list, and no event.
LISTED = re.compile(r"^- (?!\d{1,2}:\d{2})(?!All day)(?!Until )[^\[\n]{1,200}\(#(?P<number>\d+)\)$", re.MULTILINE)
_NUMBER = re.compile(r"\(#(\d+)\)")
_UNREAD = re.compile(r"\b(?:unread|new|nouveaux?|non lus)\b", re.IGNORECASE)
_AS_UNREAD = re.compile(r"\bunread\b|\bnon lu\b", re.IGNORECASE)
_THAT_ONE = re.compile(
    r"(?:that|this|the|cette|ce|cet|le|la) (?:one|e-?mail|mail|message|letter|courriel|lettre)", re.IGNORECASE
)
_EVERYONE = re.compile(r"\bto (?:all|everyone|everybody)\b", re.IGNORECASE)
_LABEL = 4  # words of what an account is called
_READS_NUMBER = re.compile(
    r"\W*(?:please )?(?:read|open|show|lis|ouvre|montre)(?:[ -](?:me|moi))? (?:(?:the|le) )?(?:e-?mail|mail|message|courriel) "
    r"(?:#|no\.? ?|number |numéro |n° ?)?(?P<number>\d{1,6})\W*",
    re.IGNORECASE,
)
_SUBJECT = 60  # characters of a subject that is made of the text


def was_shown(before: Before) -> bool:
    """Whether mail was shown, read or written just before, or what was done to one was taken back."""
    undone = before.past[0] if before.past and all(call.tool == "undo" for call in before.calls) else ()
    return any(call.tool in TOOLS for call in (*before.calls, *calls_of(undone)))


def read(clause: Clause, before: Before, *, is_mail: bool = False) -> Reading | None:
    """The call that is asked for; None where it is none of these sentences. Behind mail that was shown, "it" is that mail. `is_mail`: it is
    about mail, though no word of it says so."""
    if (numbered := _READS_NUMBER.fullmatch(clause.text)) is not None:
        return Reading((Call("read_mail", {"mail": f"#{numbered['number']}"}),))
    if _waits_for_mail(clause) and (words := alerts.awaited(clause.text)):
        return Reading((Call("set_alert", standing.condition(words)),), thing=words)
    kept = sentences.places(shown=was_shown(before), likely=is_mail)
    said = sentences.tidy(clause.text).replace(":", " saying ", 1)
    best = _best(said, kept)
    if best and len(sentences.slots(best).get("account", "").split()) > _LABEL:
        return None  # no account is called that
    if best is None or sentences.tool(best) != "search_mail":
        return Reading((_call(best, said, before),)) if best else None
    dated = times.cut(said, clause.now)
    apart = _best(dated.rest, kept) if dated.found else None
    if apart is None:
        return Reading((_call(best, said, before),))
    call, day = _call(apart, dated.rest, before), _ON.sub("", dated.when)
    until = {} if _SINCE.search(said) else {"until": day}
    return Reading((Call(call.tool, {**call.arguments, "since": day, **until}),))


def _waits_for_mail(clause: Clause) -> bool:
    """Whether a message is one wish to be told of something, and nothing beside it."""
    parts = [part.intent for part in parts_of(clause.text)] if "set_alert" in clause.tools else []
    return parts == ["set_alert"]


def _best(said: str, kept: set[str]) -> Match | None:
    return sentences.best(said, kept, sentences.templates("mail"))


def _call(match: Match, said: str, before: Before) -> Call:
    tool, slots = sentences.tool(match), sentences.slots(match)
    if body := slots.get("body"):
        slots = {**slots, "body": f"{body[:1].upper()}{body[1:]}"}
    return Call(tool, _ARGUMENTS.get(tool, _of_one)(slots, said, before))


def _search(slots: dict[str, str], said: str, _: Before) -> dict[str, object]:
    unread = {"unread": True} if _UNREAD.search(said) and not slots else {}
    named = {"sender": _ARTICLE.sub("", slots["sender"])} if "sender" in slots else {}
    return {**slots, **named, **unread}


def _send(slots: dict[str, str], _: str, __: Before) -> dict[str, object]:
    body = slots["body"]
    subject = slots.get("subject") or subject_of(body)
    to = sentences.several(slots["to"])
    return {"to": to, "subject": subject, "body": body}


def subject_of(body: str) -> str:
    """The subject of a mail of which only the text was said: how it begins."""
    return body if len(body) <= _SUBJECT else f"{body[: _SUBJECT - 1].rsplit(' ', 1)[0]}…"


def _of_one(slots: dict[str, str], said: str, before: Before) -> dict[str, object]:
    """Of one mail, which may only be pointed at."""
    rest: dict[str, object] = {name: value for name, value in slots.items() if name not in ("mail", "to")}
    if "to" in slots:
        rest["to"] = sentences.several(slots["to"])
    if _EVERYONE.search(said):
        rest["everyone"] = True
    return {"mail": meant(slots.get("mail", ""), before), **rest}


def _mark(slots: dict[str, str], said: str, before: Before) -> dict[str, object]:
    unread = {"unread": True} if _AS_UNREAD.search(said) else {}
    return {"mail": meant(slots.get("mail", ""), before), **unread}


def meant(named: str, before: Before) -> str:
    """The mail that is named; else the one that was read or handled last, or the first of those shown."""
    if named and not (points(named) or _THAT_ONE.fullmatch(named)):
        return chosen(named, before, "mail")
    for asked in (before.asked, *before.past):
        for reading in reversed(asked):
            if (mail := _handled(reading)) or (mail := _first_shown(reading)):
                return mail
    numbers = _NUMBER.findall(before.reply)
    return f"#{numbers[0]}" if numbers else "the mail"


def _handled(reading: Reading) -> str:
    """The mail of a call that reached one, by its number where that was told; "" where it found none or asked which."""
    call = next((one for one in reversed(reading.calls) if one.tool in TOOLS and "mail" in one.arguments), None)
    if call is None or reading.question or _FOUND_NONE.match(reading.outcome):
        return ""
    told = _TOLD_NUMBER.match(reading.outcome)
    return f"#{told['number']}" if told else str(call.arguments["mail"])


def _first_shown(reading: Reading) -> str:
    tools = {one.tool for one in reading.calls}
    if "find_in_accounts" in tools:
        found = LISTED.search(reading.outcome)
        return f"#{found['number']}" if found else ""
    shown = _NUMBER.findall(reading.outcome) if "search_mail" in tools else []
    return f"#{shown[0]}" if shown else ""


# What a tool answers that reached no mail, and where `read_mail` tells which mail it read.
_FOUND_NONE = re.compile(r"Which mail\?|I can(?:'|’)t find |That mail is no longer |No mail is connected")
_TOLD_NUMBER = re.compile(r"From: [^\n]*\(#(?P<number>\d{1,9})\)(?:\n|\Z)")


_ARGUMENTS = {"search_mail": _search, "send_mail": _send, "mark_mail": _mark}
