"""What an alert waits for: by mail, from sentences in `alerts.toml`, who is to write, and about what; at work, from `work_alerts.toml`. Pure."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from app.language.orders import speech
from app.language.templates import Templates

_LONGEST = 300
_OWN = re.compile(r"\A(?:my|our|mon|ma|mes|notre|l')\s*", re.IGNORECASE)

_FROM = re.compile(
    r"\bfrom\s+(?P<sender>[\w.@' -]{2,60}?)(?=\s+(?:about|mention\w*|with|saying|says|arrives|comes)\b|[,.;]|\Z)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|mention\w*|with the words?|saying|says|contain\w*|on)\s+[\"“']?(?P<words>[^\"”']{2,80}?)[\"”']?\s*\Z",
    re.IGNORECASE,
)


def mail_condition(words: str) -> tuple[str, str]:
    """ "the invoice from ECG arrives" as ("ECG", "invoice"); two empty texts for what is no such sentence."""
    found = [one for one in _templates().match(_clean(words)) if one.name == "mail"]
    if not found:
        return "", ""
    # The most words of the templates' own; of those the reading that says most.
    best = max(found, key=lambda one: (one.literal, len(one.slots)))
    sender, about = ("".join(best.slots.get(name, ())[:1]) for name in ("sender", "about"))
    return bare(sender), bare(about)


def work_condition(words: str) -> tuple[str, dict[str, str]]:
    """ "the build of site fails" as ("build", {"on": "failed", "repo": "site"}); "" for what is no such sentence (`work_alerts.toml`)."""
    found = _of_work().match(_clean(words))
    if not found:
        return "", {}
    best = max(found, key=lambda one: (one.literal, len(one.slots)))
    kind, *given = best.name.split("+")
    fields = {name: value for name, _, value in (one.partition("=") for one in given)}
    said = {name: bare(values[0]) for name, values in best.slots.items() if values[0].strip()}
    return kind, {**fields, **said}


def named_in(words: str) -> tuple[str, str]:
    """Who is named behind "from" and what behind "about", in words that are of mail but no such sentence."""
    read = _clean(words)
    named, said = _FROM.search(read), _ABOUT.search(read)
    return bare(named["sender"]) if named else "", bare(said["words"]) if said else ""


def awaited(text: str) -> str:
    """The condition of "let me know when mail from Ama comes"; "" where nobody waits, or not for mail."""
    return next((words for words in _waited(text) if any(mail_condition(words))), "")


def awaited_at_work(text: str) -> str:
    """The same of what is waited for at work: "ping me when a build breaks"."""
    return next((words for words in _waited(text) if work_condition(words)[0]), "")


def _waited(text: str) -> list[str]:
    return [one.slots["condition"][0] for one in _templates().match(_clean(text)) if one.name == "set_alert"]


def _clean(words: str) -> str:
    return " ".join(words.split())[:_LONGEST].strip(" .!?")


def bare(name: str) -> str:
    """Without its article, and whose it is."""
    return _OWN.sub("", speech.without_article(name.strip(" ,.!?\"“”'"))).strip()


@cache
def _templates() -> Templates:
    return Templates.read(Path(str(files("app.language.orders") / "alerts.toml")))


@cache
def _of_work() -> Templates:
    return Templates.read(Path(str(files("app.language.orders") / "work_alerts.toml")))
