"""What a call takes from beside its slots: a row a tool, each putting into the arguments what the reader's slots left out."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from app.language.orders import speech, times
from app.language.orders.plan import Clause
from app.language.reader.reading import Part

# "The chimney is swept", "la cheminée est ramonée".
_DONE = re.compile(
    r"(?:(?:ok|right|good news|c'est bon|voilà|bon)\W+)*(?P<what>(?!(?:it|that|this|i|we|he|she|they|all|everything|c|ça|il|elle|tout)\b)[\w'’ -]{3,60}?)"
    r"(?: is| are| has been| have been|'s| est| sont)(?: (?:now|all|déjà|enfin|bien))? [\w-]+",
    re.IGNORECASE,
)
# "The plumber's done, library books too": the first is said otherwise than the rest.
_DONE_FIRST = re.compile(
    r"\W*(?:and |ok |right )*(?P<what>(?!(?:it|that|this|what|he|she|who|all|everything)\b)[\w -]{3,40}?)(?:'s| is| are) (?:done|finished|sorted|bought|paid|delivered|packed)\b(?=\s*[,;]|\s+and\b)",
    re.IGNORECASE,
)
# "I got the job, put that in my journal".
_BEFORE = re.compile(
    r"(?P<text>(?:\S+ ){2,60}?\S+)[\s,.!;]+(?:(?:so|and|please|pls|now|can you|could you|et|stp) )*(?:put|write|note|add|jot|log|enter|save|mets|écris|ajoute|inscris) (?:that|dat|this|it|ça|cela|le)\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"(?:(?:please )?(?:take|make|write|save|add|new|create|prends|fais|écris)\b ?)?(?:down )?(?:me )?(?:a |an |une )?(?:quick |new )?(?:notes?|memo|mémo)?",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:for|on|of|pour|de) (?P<day>yesterday|hier|(?:last |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:lun|mar|mercre|jeu|vendre|same|diman)(?:di|che))\b",
    re.IGNORECASE,
)


def _done(found: dict[str, Any], part: Part, _: Clause) -> None:
    """What was done is said as a thing that is now so."""
    if not part.all("item") and (done := _DONE.fullmatch(part.text.strip(" .!"))):
        found.setdefault("tasks", [speech.without_article(done["what"])])
    if found.get("tasks") and (first := _DONE_FIRST.match(part.text)):
        said = speech.without_article(first["what"])
        known = any(said in one or one in said for one in found["tasks"])
        found["tasks"] = list(found["tasks"]) if known else [said, *found["tasks"]]


def _written(found: dict[str, Any], part: Part, clause: Clause) -> None:
    """What is to be written down stands before "put that in my journal"."""
    before = None if found.get("content") else _BEFORE.match(part.text) or _BEFORE.match(f"{clause.led} {part.text}")
    if before:
        found["content"] = before["text"].strip(" ,.!")
    if _COMMAND.fullmatch(str(found.get("content", ""))):
        found.pop("content", None)  # "take a note": of what?


def _entry(found: dict[str, Any], part: Part, clause: Clause) -> None:
    _written(found, part, clause)
    said = None if "day" in found else _DAY.search(part.text.partition(part.one("text") or "\n")[0])
    if said:
        found["day"] = said["day"]


def _times_moved(found: dict[str, Any], _: Part, clause: Clause) -> None:
    """What is nothing but a time is no title: it says when."""
    titles = found.get("titles", [])
    timed = [one for one in titles if times.is_only_time(one, clause.now)]
    if timed and len(timed) < len(titles):
        found["titles"] = [one for one in titles if one not in timed]
        found.setdefault("due", timed[-1])
    title = str(found.get("title", ""))
    if title and times.is_only_time(title, clause.now):
        found.setdefault("due", found.pop("title"))


def _title(found: dict[str, Any], part: Part, clause: Clause) -> None:
    """ "Make cement 30 bag": a count alone keeps the name of what is counted."""
    _times_moved(found, part, clause)
    title, task = str(found.get("title", "")), str(found.get("task", ""))
    named = task and not task.startswith("#") and task != "last" and not any(map(str.isdigit, task))
    if named and title[:1].isdigit() and task.casefold() not in title.casefold():
        found["title"] = f"{title} {task}"


BESIDE: Mapping[str, Callable[[dict[str, Any], Part, Clause], None]] = {
    "add_tasks": _times_moved,
    "complete_tasks": _done,
    "edit_task": _title,
    "save_journal_entry": _entry,
    "save_note": _written,
}
