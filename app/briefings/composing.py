"""A briefing in plain words, without any model: what is said offline, where a model fails, and in chat. Short lines for a phone.

Pure. The same material gives the same text; no heading stands over nothing.
"""

import re

from app.briefings.days import TODAY
from app.briefings.section import Item, Material, Section, capital

# What is said where there is nothing to tell, behind the greeting.
NOTHING = {
    "daily briefing": "Nothing due today.",
    "evening recap": "A quiet day, and nothing due tomorrow.",
    "weekly recap": "A quiet week: nothing ticked off and nothing written down.",
    "weekly prep": "Nothing is set for the next seven days.",
    "read-later digest": "Nothing waits to be read.",
    "journal digest": "Nothing in your journal this week.",
    "email intelligence": "No mail since yesterday that needs you.",
}
# Routines whose text begins with what it is, and without a greeting.
_UNGREETED = frozenset(("read-later digest", "journal digest", "email intelligence"))

_HOUR = re.compile(r"\b(\d{1,2}):(\d\d)\b")
_LEADS = {
    "weekly recap": "This was your week.",
    "weekly prep": "This is the week ahead.",
    "read-later digest": "{count} things wait to be read.",
}


def compose(routine: str, material: Material) -> str:
    """The text: the greeting, then what there is; one line where there is nothing, or just one thing."""
    greeting = "" if routine in _UNGREETED else material.greeting
    if routine == "meeting prep":
        return "\n".join((material.greeting, *map(block, material.sections)))
    if material.is_empty:
        return f"{greeting} {_nothing(routine, material)}".strip()
    alone = _alone(material)
    if alone:
        return f"{greeting} {alone}".strip()
    opening = f"{greeting} {_lead(routine, material)}".strip()
    return "\n\n".join(part for part in (opening, *map(block, material.sections)) if part)


def _lead(routine: str, material: Material) -> str:
    """What stands behind the greeting, in front of the lines."""
    if routine == "daily briefing":
        return "" if any(section.title == TODAY.title for section in material.sections) else _nothing(routine, material)
    count = sum(section.count for section in material.sections)
    return _LEADS.get(routine, "").format(count=count)


def block(section: Section) -> str:
    """A heading and its lines."""
    more = (f"- and {section.more} more",) if section.more else ()
    return "\n".join((f"{section.title}:", *(f"- {item.said}" for item in section.items), *more))


def shown(material: Material) -> str:
    """The same as a model is shown it: everything, with how many there are of each."""
    lines = [f"Greeting: {material.greeting}"]
    lines += [
        f"{section.title} ({section.count}):\n{block(section).partition(chr(10))[2]}" for section in material.sections
    ]
    return "\n".join(lines)


def hours(material: Material) -> set[tuple[int, int]]:
    """The hours in it, which nobody may leave out."""
    greeted = {(int(hour), int(minute)) for hour, minute in _HOUR.findall(material.greeting)}
    return greeted | {
        (item.at.hour, item.at.minute) for section in material.sections for item in section.items if item.at
    }


def counts(material: Material) -> set[int]:
    """The numbers that follow from it: of each section, of several together, of all, with what the greeting tells of."""
    each = [section.count for section in material.sections]
    together = {sum(each[start:end]) for start in range(len(each)) for end in range(start + 1, len(each) + 1)}
    return together | {count + 1 for count in together if material.is_dated}


def _nothing(routine: str, material: Material) -> str:
    return "Nothing else due today." if material.is_dated else NOTHING[routine]


def _alone(material: Material) -> str:
    """One sentence, where there is one line in all."""
    if len(material.sections) != 1 or material.sections[0].count != 1 or not material.sections[0].alone:
        return ""
    [section] = material.sections
    return capital(section.alone.format(_in_sentence(section.items[0])))


def _in_sentence(item: Item) -> str:
    """ "call the bank at 09:30"."""
    said = Item(item.text, aside=item.aside, taint=item.taint).said.rstrip(".!?")
    return f"{said} at {item.at:%H:%M}" if item.at else said
