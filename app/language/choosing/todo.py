"""What is asked of lists elsewhere and of contacts, from sentences in `todo.toml`. Pure."""

import re
from collections.abc import Mapping

from app.language.choosing import sentences
from app.language.names import without_possessive
from app.language.orders import lists
from app.language.orders.plan import Call, Clause, Later, Reading
from app.language.pointing import points

FACTS = "recall_facts"
_CONTACT = "find_contact"
_OWN = "facts"
# What a service is called, and what of it tells its account from others.
_SERVICES = (
    ("google", re.compile(r"\bgoogle\b", re.IGNORECASE)),
    ("icloud", re.compile(r"\b(?:icloud|apple)\b", re.IGNORECASE)),
    ("microsoft", re.compile(r"\b(?:microsoft|ms to ?do|outlook)\b", re.IGNORECASE)),
    ("nextcloud", re.compile(r"\bnextcloud\b", re.IGNORECASE)),
)
_LIST_IN = re.compile(
    r"\A(?P<list>.+?) (?:list )?(?:in|on|at|of|from|dans|sur|chez|de) (?:my |the |mon |ma |mes )?(?P<account>.+)\Z",
    re.I,
)
_OF_ACCOUNT = re.compile(
    r"\s*\b(?:account|compte|to-?\s?dos?|tasks?|reminders?|lists?|app|tâches|rappels|liste)\b\s*", re.IGNORECASE
)
_LIST = re.compile(r"\A(?:list|liste)\s+(?:de |des |d')?|\s+(?:list|liste)\Z", re.IGNORECASE)
_OF = re.compile(r"\A(?:de |des |du |d['’])", re.IGNORECASE)
_NAMES_LIST = re.compile(r"\b(?:lists?|listes?|to-?do|tasks|reminders|shopping|groceries|courses)\b", re.IGNORECASE)
_NOBODY = re.compile(
    r"\A(?:my|your|the|an?|this|that|mon|ma|ton|ta|le|la|me|you|i|it|his|her|their|our)\b|\b(?:in|of|for|to|at|on|per|dans|pour)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 5  # of a name


def read(clause: Clause) -> Reading | None:
    """The call that is asked for; None where it is none of these sentences, or its tool isn't there."""
    match = sentences.best(sentences.tidy(clause.text), sentences.places(shown=False, likely=False, own=[_OWN]), _all())
    if match is None or (tool := sentences.tool(match)) not in clause.tools:
        return None
    slots = sentences.slots(match)
    if tool == _CONTACT:
        return contact(slots, clause, asks_facts=match.name.endswith(_OWN))
    arguments = _ARGUMENTS[tool](slots, clause)
    return Reading((Call(tool, arguments),)) if arguments is not None else None


def contact(slots: Mapping[str, str], clause: Clause, *, asks_facts: bool) -> Reading | None:
    """Somebody's entry; where facts may say it too, these first."""
    name = without_possessive(slots["name"])
    if not name or len(name.split()) > _MOST_WORDS or points(name) or _NOBODY.search(name):
        return None
    found = Call(_CONTACT, {"name": name})
    if not asks_facts or FACTS not in clause.tools:
        return Reading((found,))
    known = Call(FACTS, {"about": clause.text})
    return Reading((known,), later=(Later(found, instead_of=known),))


def synced(slots: Mapping[str, str], clause: Clause) -> dict[str, object] | None:
    there = slots["there"]
    if not (_NAMES_LIST.search(clause.text) or _service(there)):
        return None
    inner = _LIST_IN.match(there)
    their_list = _LIST.sub("", inner["list"]) if inner else ""
    account = account_named(inner["account"] if inner else there)
    return {
        "list_name": _ours(slots, clause),
        **({"account": account} if account else {}),
        **({"their_list": their_list} if their_list else {}),
    }


def stopped(slots: Mapping[str, str], clause: Clause) -> dict[str, object]:
    return {"list_name": _ours(slots, clause)}


def listed(slots: Mapping[str, str], clause: Clause) -> dict[str, object] | None:
    account = slots.get("account") or _service(clause.text)
    return {
        **({"account": account} if account else {}),
        **({"their_list": slots["their_list"]} if "their_list" in slots else {}),
    }


def _ours(slots: Mapping[str, str], clause: Clause) -> str:
    """Our list, named as wherever else things go on it."""
    return lists.list_name(_OF.sub("", slots["list_name"]), clause)


def account_named(said: str) -> str:
    """What of "my Google Tasks" or "work account" names the account; "" for "reminders" alone."""
    return _service(said) or _OF_ACCOUNT.sub(" ", said).strip(" '’s") if _OF_ACCOUNT.sub("", said) else ""


def _service(said: str) -> str:
    return next((name for name, words in _SERVICES if words.search(said)), "")


def _all() -> sentences.Templates:
    return sentences.templates("todo")


_ARGUMENTS = {"sync_list": synced, "stop_syncing": stopped, "list_todo": listed}
