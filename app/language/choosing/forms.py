"""Messages in a fixed form, read as a whole before the reader is asked: sums, one thing for a list to the letter, a worker taken on,
cron lines, a decision on a fact by its number.

These are commands more than talk: they are said as the documentation says them, and a word more or less means something else.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.language.choosing import workers
from app.language.orders import figures, lists, reminding, speech, times
from app.language.orders.items import is_doing
from app.language.orders.plan import Call, Clause, Reading
from app.schedule.cron import WRITTEN

LONGEST = 300  # characters
DICTATED = 500  # characters from which "note:" keeps all that follows
_NOTE = re.compile(r"\s*(?:note|memo|mémo) ?:", re.IGNORECASE)
_ASKS_TOO = re.compile(
    r"\b(?:remind|rappelle|add|ajoute|tag)\b|\b(?:tasks?|todo|to-do|lists?|listes?|tâches?|reminders?|rappels?|courses)\s?:",
    re.IGNORECASE,
)  # "note: … and remind me at six"
# "Add … to my … list": one thing to the letter, whatever its words, signs or writing.
_VERBATIM = re.compile(
    r"(?:please )?(?:add|put) (?P<thing>.+?) (?:to|on|onto) (?P<list>(?:my|the|our) (?:[\w' -]{1,40}? )?list)[.!]*",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(r"[,;&\n\"“”]|\b(?:and|plus|also|then|list|n)\b|https?://|www\.", re.IGNORECASE)
_NOTHING = frozenset("it that this them these something anything stuff things one".split())
_MOST_WORDS = 5
_SHELF = re.compile(r"\bread", re.IGNORECASE)  # the list of what to read is kept elsewhere


def _verbatim(clause: Clause) -> Reading | None:
    found = _VERBATIM.fullmatch(clause.text)
    if (
        found is None
        or _OTHERWISE.search(found["thing"])
        or _OTHERWISE.search(found["list"][:-4])
        or _SHELF.search(found["list"])
    ):
        return None
    thing = found["thing"].strip()
    if thing.casefold() in _NOTHING:
        name = lists.list_name(found["list"], clause)
        call = Call("add_tasks", {"list_name": name} if name else {})
        asked = f"What should I add to your {name} list?" if name else "What should I add?"
        return Reading((call,), question=asked, missing="titles", place=name)
    if len(thing.split()) > _MOST_WORDS or times.has_time(thing, clause.now):
        return None
    name = lists.list_name(found["list"], clause)
    titles = [thing if is_doing(thing) else speech.without_article(thing)]
    return Reading(
        (Call("add_tasks", {"titles": titles} | ({"list_name": name} if name else {})),), place=name, thing=titles[0]
    )


def _cron(clause: Clause) -> Reading | None:
    """ "0 8 * * 1-5 check my list": how many fields there should be is the tool's to say."""
    found = _CRON.fullmatch(clause.text)
    call = found and Call("schedule_task", {"instruction": found["order"], "when": found["when"]})
    return Reading((call,), thing=call.arguments["instruction"]) if call else None


def _decided(clause: Clause) -> Reading | None:
    """Their word on a fact that waits for it, by its number or its words."""
    found = _DECIDED.fullmatch(clause.text)
    if found is None or not (found["number"] or (found["yes"] or "").casefold() == "confirm"):
        return None
    no = {} if found["yes"] else {"yes": False}
    return Reading((Call("confirm_fact", {"fact": found["number"] or found["fact"], **no}),))


_CRON = re.compile(
    rf"(?:cron:?\s+)?[\"'`]?(?P<when>@(?:hourly|daily|midnight|weekly|monthly|yearly|annually)|(?=(?:\S+\s+){{0,4}}\S*\*)(?!@){WRITTEN})[\"'`]?"
    r"[\s,:]+(?P<order>[a-z\"'].+)",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"(?:(?P<yes>confirm|keep|accept|go by|use)|reject|decline|leave out|discard|dismiss)(?: the)?(?: fact)? ?"
    r"(?:(?:#|number |no\.? ?)(?P<number>\d{1,9})|(?:that |about )(?P<fact>(?:i|my|our|we)\b.+))",
    re.IGNORECASE,
)


def _open_reminder(clause: Clause) -> Reading | None:
    """ "Remind me": of what, and when?"""
    return reminding.reading("", "", "") if _REMIND.fullmatch(clause.text) else None


_REMIND = re.compile(
    r"(?:remind me|set (?:me )?a reminder|a reminder|rappelle[- ]moi|mets(?:-moi)? un rappel)", re.IGNORECASE
)


def _halted(clause: Clause) -> Reading | None:
    """ "Pause alert 1"."""
    found = _ALERT.fullmatch(clause.text)
    if found is None:
        return None
    state = "paused" if found["verb"].casefold() in ("pause", "mute") else "active"
    return Reading((Call("change_alert", {"alert": found["number"], "state": state}),), thing=found["number"])


_ALERT = re.compile(r"(?P<verb>pause|mute|resume|unmute) alert #?(?P<number>\d{1,6})", re.IGNORECASE)


def _shown(clause: Clause) -> Reading | None:
    """ "Liste quincaillerie": a list by nothing but its name."""
    found = _LIST.fullmatch(clause.text)
    return (
        Reading((Call("list_tasks", {"list_name": found["name"].strip()}),), place=found["name"].strip())
        if found
        else None
    )


_LIST = re.compile(
    r"(?:(?:ma|la|voir|montre|affiche)(?: ma| la)? )?liste (?:de |des |du |d['’])?(?!de\b)(?P<name>[^\W\d_][\w'’-]*(?: [\w'’-]+)?)(?: stp| svp)?",
    re.IGNORECASE,
)
_FORMS: Sequence[Callable[[Clause], Reading | None]] = (
    figures.sum_of,
    _verbatim,
    _open_reminder,
    _halted,
    workers.taken_on,
    _cron,
    _decided,
    _shown,
)


def read_form(clause: Clause) -> Reading | None:
    """What a message in one of the fixed forms means; None for any other."""
    note = _NOTE.match(clause.text)
    if note and (len(clause.text) > DICTATED or not _ASKS_TOO.search(clause.text)):
        content = clause.text[note.end() :].strip(" \n")
        content = content.removesuffix(".") if content.count(".") == 1 else content
        return Reading((Call("save_note", {"content": content}),), keeps_text=True) if content else None
    text = speech.bare(clause.text)
    if not text or len(text) > LONGEST:
        return None
    bare = replace(clause, text=text)
    return next((reading for form in _FORMS if (reading := form(bare)) is not None), None)
