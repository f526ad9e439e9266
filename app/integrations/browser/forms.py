"""What the child saw, as pages and forms; and which values go into which fields of a form. Pure.

Names are matched leniently: by label, name, id or what stands in an empty field. Every label is unique within its form, so that a form that
is opened anew takes the same values. What a page sends to another host is not its own affair: whatever it has put into such a form unseen
stands among the values. Knows no browser.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, TypeAdapter, ValidationError

from app.integrations.browser.port import MOST_TEXT, Form, FormField, Item, Page
from app.language.forms import other_names
from app.memory.words import fold

HIDDEN = " (hidden)"  # ends the label of what can't be seen, and of nothing else
TYPED_BY_A_PERSON = frozenset(("password", "file"))
_NOT_FIELDS = frozenset(("link", "button"))
_LABEL, _VALUE, _OPTION = 120, 5_000, 200
_TICKED = "on"
_SHOWN_OF_HIDDEN = 300  # characters, and then what tells the rest apart
_BOOL: TypeAdapter[bool] = TypeAdapter(bool)


class Control(BaseModel):
    """One link, button or field, as page.js describes it. `url` is where a link leads, or a button sends its form to instead; `form` is which form of the page it is in, -1 for none; `fixed`: it can't
    be changed; `sent` are the values that go out under its name as it is."""

    number: int
    kind: str
    label: str = ""
    url: str = ""
    name: str = ""
    id: str = ""
    placeholder: str = ""
    value: str = ""
    checked: bool = False
    group: str = ""
    options: list[str] = []
    chosen: list[int] = []
    required: bool = False
    valid: bool = True
    off: bool = False
    fixed: bool = False
    sent: list[str] = []
    form: int = -1
    sends: bool = False


class Outline(BaseModel):
    """Where a form goes; `free`: its fields aren't checked before it does; `sent`: all names and values that it would take along."""

    action: str = ""
    free: bool = False
    sent: list[tuple[str, str]] = []


class Seen(BaseModel):
    """A page as the child tells of it."""

    url: str
    title: str = ""
    text: str = ""
    cut: bool = False
    status: int = 0
    controls: list[Control] = []
    forms: list[Outline] = []


@dataclass(slots=True)
class Slot:
    """One field with the controls behind it: several where it is a choice among radio buttons."""

    label: str
    kind: str
    controls: list[Control]

    @property
    def names(self) -> tuple[str, ...]:
        """What it can be called, folded."""
        first = self.controls[0]
        called = (self.label, first.label, first.name, first.id, first.placeholder)
        of_choice = [] if self.kind == "radio" else called
        return tuple(dict.fromkeys(said for one in (of_choice or (self.label, first.name)) if (said := fold(one))))

    @property
    def options(self) -> tuple[str, ...]:
        """What can be chosen."""
        if self.kind == "radio":
            return tuple(clean(one.label or one.value, _OPTION) for one in self.controls)
        return tuple(clean(one, _OPTION) for one in self.controls[0].options)

    @property
    def value(self) -> str:
        """What stands in it."""
        first = self.controls[0]
        if self.kind == "radio":
            return next((said for one, said in zip(self.controls, self.options, strict=True) if one.checked), "")
        if self.kind == "checkbox":
            return _TICKED if first.checked else ""
        if self.kind == "select":
            return ", ".join(self.options[at] for at in first.chosen if at < len(self.options))
        return "" if self.kind in TYPED_BY_A_PERSON else clean(first.value, _VALUE, lines=self.kind == "textarea")

    def told(self, value: str) -> dict[int, dict[str, Any]] | None:
        """What the child is to do so that it holds a value, by the number of a control; None where it doesn't take that."""
        first = self.controls[0]
        if first.fixed:
            return {} if value == self.value else None
        if self.kind == "checkbox":
            ticks = _is_tick(value, first)
            return None if ticks is None else {first.number: {"checked": ticks}}
        if self.kind in ("radio", "select"):
            at = _option(value, self.options)
            if at is None:
                return None
            return (
                {self.controls[at].number: {"checked": True}}
                if self.kind == "radio"
                else {first.number: {"option": at}}
            )
        return {first.number: {"value": value}}


@dataclass(slots=True)
class Sheet:
    """One form with its slots, and the button that sends it (a control's number, 0 for none)."""

    at: int
    form: Form
    slots: tuple[Slot, ...]
    button: int
    checks: bool


@dataclass(slots=True)
class Matched:
    """What goes where: values by slot's label, and what has no place."""

    sheet: Sheet
    values: dict[str, str] = field(default_factory=dict)
    told: dict[int, dict[str, Any]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unfit: list[str] = field(default_factory=list)


def page_of(seen: Seen) -> Page:
    """What a page shows."""
    items = tuple(_item(one) for one in seen.controls if one.kind in _NOT_FIELDS and not one.sends and clean(one.label))
    return Page(
        url=clean(seen.url, 4_000),
        title=clean(seen.title, 200),
        text=clean(seen.text, MOST_TEXT, lines=True),
        is_cut=seen.cut,
        status=seen.status,
        items=tuple(one for one in items if one.kind == "button" or one.url),
        forms=tuple(sheet.form for sheet in sheets(seen)),
    )


def sheets(seen: Seen) -> list[Sheet]:
    """The forms of a page that have something to fill in, in order; fields that lie in none are the last."""
    ordered = [*range(len(seen.forms)), -1]
    return [sheet for at in ordered if (sheet := _sheet(seen, at)) is not None]


def best(seen: Seen, fields: Mapping[str, str]) -> Matched | None:
    """The form that has most of these fields, and what goes where; None where no form has one."""
    found = [matched(sheet, fields) for sheet in sheets(seen)]
    fitting = [one for one in found if one.values or one.refused or one.unfit]
    return max(fitting, key=lambda one: len(one.values) + len(one.refused), default=None)


def matched(sheet: Sheet, fields: Mapping[str, str]) -> Matched:
    """Which value goes where; each slot is used once."""
    found = Matched(sheet)
    free = list(sheet.slots)
    ranked = sorted(((_rank(name, slot), name, slot) for name in fields for slot in free), key=lambda one: -one[0])
    placed: dict[str, Slot] = {}
    for rank, name, slot in ranked:
        if rank and name not in placed and slot in free:
            placed[name] = slot
            free.remove(slot)
    for name, value in fields.items():
        _place(found, name, value, placed.get(name))
    return found


def _place(found: Matched, name: str, value: str, slot: Slot | None) -> None:
    if slot is None:
        found.unknown.append(clean(name, _LABEL))
    elif slot.kind in TYPED_BY_A_PERSON:
        found.refused.append(slot.label)
    elif (told := slot.told(clean(value, _VALUE, lines=slot.kind == "textarea"))) is None:
        found.unfit.append(slot.label)
    else:
        found.values[slot.label] = value
        found.told.update(told)


def clean(text: str, most: int = _LABEL, *, lines: bool = False) -> str:
    """A stranger's text, shortened, without control and invisible characters; on one line, or with its lines."""
    kept = (
        one if one.isprintable() or (lines and one == "\n") else " " if one.isspace() else ""
        for one in text[: 2 * most]
    )
    said = "".join(kept)
    return (said.strip() if lines else " ".join(said.split()))[:most]


def _item(control: Control) -> Item:
    is_link = control.kind == "link"
    url = control.url if is_link and urlsplit_scheme(control.url) in ("http", "https") else ""
    return Item(control.number, "link" if is_link else "button", clean(control.label), url)


def urlsplit_scheme(url: str) -> str:
    """The scheme of a URL, lower case; "" where it can't be read."""
    try:
        return urlsplit(url).scheme.lower()
    except ValueError:
        return ""


def host_of(url: str) -> str:
    """The host of a URL; "" where it has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _sheet(seen: Seen, at: int) -> Sheet | None:
    controls = [one for one in seen.controls if one.form == at and one.kind not in _NOT_FIELDS and not one.off]
    if not controls:
        return None
    slots = _slots(controls)
    outline = seen.forms[at] if at >= 0 else Outline(free=True)
    button = next((one for one in seen.controls if one.kind == "button" and _sends(one, at)), None)
    sends_to = host_of((button.url if button else "") or outline.action) or host_of(seen.url)
    checks = not outline.free
    fields = tuple(_field(slot, checks=checks) for slot in slots)
    # A form is known again by where it stands, whom it goes to and what can be filled in; what its page put into it may change. To another host
    # it goes by one address, with what was shown.
    goes_to: object = sends_to
    hidden: tuple[FormField, ...] = ()
    if sends_to != host_of(seen.url):
        goes_to = (button.url if button else "") or outline.action
        hidden = _hidden(outline, controls, button)
    said = repr((goes_to, [(one.label, one.name, one.kind) for one in fields]))
    mark = f"{at + 1}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"
    name = clean(button.label) if button else ""
    return Sheet(at, Form(mark, sends_to, name, fields + hidden), slots, button.number if button else 0, checks)


def _hidden(outline: Outline, controls: Sequence[Control], button: Control | None) -> tuple[FormField, ...]:
    """What a form sends that is none of its visible fields."""
    seen = Counter((one.name, value) for one in controls for value in one.sent)
    found = list[FormField]()
    pressed = [(button.name, value) for value in button.sent] if button and button.name else []
    for name, value in [*outline.sent, *pressed]:
        if seen[name, value]:
            seen[name, value] -= 1
        elif value:
            label = _unused(clean(_plain(name)) or "?", [one.label.removesuffix(HIDDEN) for one in found])
            found.append(FormField(f"{label}{HIDDEN}", clean(name), "hidden", _cut(value)))
    return tuple(found)


def _cut(value: str) -> str:
    shown = clean(value, _SHOWN_OF_HIDDEN)
    return (
        shown
        if shown == value
        else f"{shown}… ({len(value)} characters, {hashlib.sha256(value.encode()).hexdigest()[:12]})"
    )


def _plain(label: str) -> str:
    """A label that can stand before a colon, and doesn't say what only ours say."""
    return re.sub(r"[:=*\s]+", " ", label[:300]).strip().removesuffix(HIDDEN.strip())


def _unused(label: str, used: Sequence[str]) -> str:
    return (
        label if label not in used else next(said for at in range(2, 1_000) if (said := f"{label} ({at})") not in used)
    )


def _sends(control: Control, at: int) -> bool:
    return (control.sends and control.form == at and not control.off) if at >= 0 else not control.sends


def _slots(controls: Sequence[Control]) -> tuple[Slot, ...]:
    slots: list[Slot] = []
    choices: dict[str, Slot] = {}
    used: dict[str, int] = {}
    for one in controls:
        if one.kind == "radio" and one.name in choices:
            choices[one.name].controls.append(one)
            continue
        base = (one.group or one.name) if one.kind == "radio" else one.label or one.placeholder or one.name or one.id
        label = clean(_plain(base)) or one.kind
        used[label] = used.get(label, 0) + 1
        slot = Slot(label if used[label] == 1 else f"{label} ({used[label]})", one.kind, [one])
        slots.append(slot)
        if one.kind == "radio":
            choices[one.name] = slot
    return tuple(slots)


def _field(slot: Slot, *, checks: bool) -> FormField:
    is_wanted = any(one.required for one in slot.controls)
    first = slot.controls[0]
    is_missing = (checks and not all(one.valid for one in slot.controls)) or (is_wanted and not slot.value)
    is_missing &= not first.fixed
    return FormField(slot.label, clean(first.name), slot.kind, slot.value, is_wanted, is_missing, slot.options)


def _rank(name: str, slot: Slot) -> int:
    """How well a name fits a slot: 0 not at all, 5 it is its label."""
    said = fold(name)
    if not said:
        return 0
    if said == fold(slot.label):
        return 5
    best = max((_likeness(said, other) for other in slot.names), default=0)
    return best or int(any(fold(one) in slot.names for one in other_names(name)))


def _likeness(said: str, other: str) -> int:
    if said == other:
        return 4
    words, others = set(said.split()), set(other.split())
    if words <= others or others <= words:
        return 3 if len(words & others) > 1 else 2
    together, apart = said.replace(" ", ""), other.replace(" ", "")
    return int(len(min(together, apart, key=len)) > 2 and (together in apart or apart in together))


def _option(value: str, options: Sequence[str]) -> int | None:
    said = fold(value)
    ranked = [(_likeness(said, fold(one)), -at) for at, one in enumerate(options)]
    rank, at = max(ranked, default=(0, 0))
    return -at if said and rank else None


def _is_tick(value: str, control: Control) -> bool | None:
    if fold(value) and fold(value) == fold(control.value):
        return True
    try:
        return _BOOL.validate_python(value.strip().lower() or "off")
    except ValidationError:
        return None
