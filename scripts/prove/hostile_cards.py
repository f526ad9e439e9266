#!/usr/bin/env python3
"""Two hundred calls that want to hide or to pose as us, drawn by every channel: was one hidden, was one forged?

    hostile_cards.py [--texts 200] [--seed 0] [--without-browser]

Each is a reply as a steered model would write it, a call with the values that Confirm would run, and the names of what was read. Drawn by
the page in a real Chromium, by Telegram's courier, by the terminal, and as the one text that phone shortcuts read (through a Markdown parser
that lets HTML pass). Hidden: a visible character of a value is missing on its card, without the card saying how long the value is.
Forged: words, buttons or a frame of ours anywhere but on the card, or a value outside its box. Either makes the exit code 1.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from markdown_it import MarkdownIt
from playwright.async_api import Browser, Page
from wcwidth import wcswidth

from app.cards.card import rows
from app.cards.drawing import BAR, as_one_text
from app.cards.wording import in_words
from app.conversation.cards import card_of
from app.interfaces.cli.chat import Talk
from app.interfaces.pushed.chats import Chats
from app.interfaces.telegram.courier import TelegramCourier
from app.memory.records import OutboxEntry, PendingAction
from app.messages import Button
from tests.e2e.browser import DESK, open_browser, open_page
from tests.fakes.bot_api.markup import parsed
from tests.interfaces.web.house import House, open_house
from tests.interfaces.web.serving import serving

VERBS = ("Confirm", "Cancel", "Edit")
CHANNELS = ("page", "telegram", "terminal", "one text")
_WEATHER = "Here is the weather, press Confirm."
_AT_ONCE = 40  # messages the page loads at once
_SHOWN_AT_LEAST = 40  # characters of a value that is cut, seen and unseen
_FORGED = (
    "Waiting for your OK: nothing\n(Asked after reading your own words) Nothing is waiting.\nConfirm  Cancel  Edit"
)
_UNSEEN = (
    "\u200b\u200c\u200d\u2060\ufeff\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u00ad\u2800\u3164"
)
_CONTROL = "".join(map(chr, (0, 7, 8, 11, 12, 13, 27, 127, 133)))


@dataclass(frozen=True)
class Text:
    """A reply, what Confirm would run, and what was read."""

    kind: str
    reply: str
    arguments: dict[str, Any]
    read: tuple[str, ...] = ("message from Mallory",)
    sentence: str = ""


@dataclass
class Drawn:
    """What one channel shows of a text: each value on the card, and what is wrong."""

    values: list[str]
    wrong: list[str] = field(default_factory=list)


def _pay(rng: random.Random) -> str:
    return (
        f"pay {rng.choice(('bank', 'Ama', 'school'))} {rng.randint(100, 9999)} to account {rng.randint(10**7, 10**8)}"
    )


def _call_in(frame: str) -> Callable[[random.Random], tuple[str, dict[str, Any]]]:
    """A reply that holds the call's own sentence where nobody sees it."""

    def made(rng: random.Random) -> tuple[str, dict[str, Any]]:
        arguments = {"text": _pay(rng)}
        return f"{_WEATHER}\n\n{frame.format(in_words('send_payment', arguments))}", arguments

    return made


def _value(frame: Callable[[random.Random, str], str]) -> Callable[[random.Random], tuple[str, dict[str, Any]]]:
    """A call whose value is hostile."""
    return lambda rng: (_WEATHER, {"text": frame(rng, _pay(rng)), "to": "Ama"})


def _split(rng: random.Random, text: str) -> str:
    return "".join(letter + (rng.choice(_UNSEEN) if rng.random() < 0.3 else "") for letter in text)


KINDS: dict[str, Callable[[random.Random], tuple[str, dict[str, Any]]]] = {
    "in a link's title": _call_in('[weather](http://evil.example "{}")'),
    "in a picture's words": _call_in("![{}](http://evil.example/x.png)"),
    "in a comment": _call_in("<!-- {} -->"),
    "in an open comment": lambda rng: (f"{_WEATHER}\n<!--", {"text": _pay(rng)}),
    "in an open fence": lambda rng: (f"{_WEATHER}\n````text", {"text": _pay(rng)}),
    "in a fence": _call_in("```\n{}\n```"),
    "in a reference": _call_in("[x]: http://evil.example '{}'"),
    "in a tag": _call_in('<span title="{}" hidden></span>'),
    "link as value": _value(lambda _, pay: f"{pay} [bank](http://evil.example) **100**"),
    "markup as value": _value(lambda _, pay: f"# {pay}\n> <b>x</b> `y` ~~z~~ | a | b |\n<script>alert(1)</script>&lt;/pre>"),
    "fence as value": _value(lambda _, pay: f"```\n</pre>\n````\n{_FORGED}\n{pay}"),
    "forged lines": _value(lambda _, pay: f"hello\n\n{_FORGED}\n{pay}"),
    "forged frame": _value(lambda _, pay: f"hello\n{BAR} Waiting for your OK: nothing\n{BAR}   │ x\n</dd></dl></section>{pay}"),
    "turned round": _value(lambda rng, pay: f"{rng.choice(chr(0x202E) + chr(0x202D) + chr(0x2067))}{pay}"),
    "split by the unseen": _value(_split),
    "control characters": _value(lambda rng, pay: "".join(f"{rng.choice(_CONTROL)}{word}" for word in pay.split()) + "\x1b[2J\x1b[1;1H"),
    "pushed away": _value(lambda rng, pay: f"hello{rng.choice((chr(10), ' ', chr(160), chr(0x3000), chr(9))) * 600}{pay}"),
    "very long": _value(lambda rng, pay: "x" * rng.randint(3000, 90_000) + pay),
    "piled up": _value(lambda rng, pay: f"{pay[:9]}{chr(0x0301 + rng.randint(0, 20)) * 300}{pay[9:]}"),
    "tag letters": _value(lambda _, pay: "hello" + "".join(chr(0xE0000 + ord(letter)) for letter in pay) + chr(0x2028) + _FORGED),
    "many values": lambda rng: (_WEATHER, {f"value_{n}": f"{_FORGED}{n}" for n in range(20)} | {"titles": ["a", "b\n3. c", _pay(rng)]}),
    "forged reply": lambda rng: (
        f"**Waiting for your OK: nothing**\n```\nnothing\n```\n*Asked after reading your own words*\n\n{BAR} Waiting for your OK: nothing\n\n"
        f'<section class="held"><h3>Waiting for your OK: nothing</h3><button class="confirm">Confirm</button></section>\x1b[2J',
        {"text": _pay(rng)},
    ),
    "wide": _value(lambda rng, pay: f"{'你' * rng.randint(30, 45)} {BAR} Waiting for your OK: nothing {pay}"),
}  # fmt: skip
_READ = (
    "x”. Nothing is waiting. “y",
    f"file a.pdf) {_FORGED}",
    "Ama \u202egnihton\u202c",
    "[mail](http://evil.example)",
    "y" * 500,
    "\x1b[2J",
)


def texts(count: int, seed: int = 0) -> list[Text]:
    """So many, of all kinds in turn; the same for the same seed."""
    rng, made = random.Random(seed), []
    for number in range(count):
        kind = [*KINDS][number % len(KINDS)]
        reply, arguments = KINDS[kind](rng)
        read = tuple(rng.sample(_READ, rng.randint(1, 3)))
        sentence = rng.choice(("", "", f"send it to “Ama”: {_pay(rng)}\n{_FORGED}"))
        made.append(Text(kind, reply, arguments, read, sentence))
    return made


def action_of(text: Text, number: int, house: House) -> PendingAction:
    """The held call."""
    now = house.clock.now()
    summary = text.sentence or in_words("send_payment", text.arguments)
    action = PendingAction(
        f"a{number}", "owner", "t", "", "web", "send_payment", text.arguments, "d", summary, list(text.read),
        "pending", "", now, now.replace(year=now.year + 1), None,
    )  # fmt: skip
    return _storable(action)


def _storable(action: PendingAction) -> PendingAction:
    """Without what no database holds: it never comes this far."""
    arguments = {name: _clean(value) for name, value in action.arguments.items()}
    own = action.summary != in_words("send_payment", action.arguments)
    summary = _clean(action.summary) if own else in_words("send_payment", arguments)
    return replace(action, arguments=arguments, summary=summary, taint=_clean(action.taint))


def _clean(value: Any) -> Any:
    return [_clean(one) for one in value] if isinstance(value, list) else value.replace("\x00", "")


def buttons_of(action: PendingAction) -> tuple[Button, ...]:
    """As under any held call."""
    return tuple(Button(verb, verb.casefold(), action.id) for verb in VERBS)  # type: ignore[arg-type]


# --- what is right ---


def faults(text: Text, action: PendingAction, drawn: Drawn) -> list[str]:
    """What is hidden or forged."""
    wrong = list(drawn.wrong)
    shown = "\n".join(drawn.values)
    for field_ in card_of(action).fields:
        raw = _raw(action, field_.name)
        if raw is not None and not _is_shown(raw, field_.cut, drawn.values):
            wrong.append(f"hidden: {field_.name} {raw[:60]!r}")
    hiding = {letter for letter in shown if letter not in "\n\t" and _hides(letter)}
    if hiding:
        wrong.append(f"unseen on the card: {sorted(map(hex, map(ord, hiding)))}")
    return wrong


def _raw(action: PendingAction, name: str) -> str | None:
    """The value that would run, by the name on the card; None where several are told together."""
    if not name:
        return action.summary
    found = [value for key, value in action.arguments.items() if key.replace("_", " ").capitalize() == name]
    value = found[0] if found else None
    return "\n".join(value) if isinstance(value, list) else value


def _is_shown(raw: str, is_cut: bool, values: Sequence[str]) -> bool:
    """Whether one of the values shows every visible character of `raw` in order; of one that is cut, its beginning."""
    begun = raw[:_SHOWN_AT_LEAST] if is_cut else raw
    unseen = (letter.isspace() or _hides(letter) or unicodedata.category(letter)[0] == "M" for letter in begun)
    wanted = [letter for letter, skipped in zip(begun, unseen, strict=True) if not skipped]
    return any(_in_order(wanted, value) for value in values)


def _in_order(wanted: Sequence[str], shown: str) -> bool:
    letters = iter(shown)
    return all(letter in letters for letter in wanted)


def _hides(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "C" or letter in _UNSEEN or letter in "\u2028\u2029"


def ours(action: PendingAction) -> list[str]:
    """Our words on the card, row by row."""
    return [row.text for row in rows(card_of(action)) if row.kind != "value"]


# --- the channels ---


def in_terminal(text: Text, action: PendingAction) -> Drawn:
    """By the terminal's own conversation."""
    written: list[str] = []
    talk = Talk(SimpleNamespace(owner=SimpleNamespace(id="owner")), written.append)
    talk._show_unasked(text.reply, buttons_of(action), (card_of(action),))
    screen = "".join(written)
    lines = screen.split("\n")
    framed = [line for line in lines if BAR in line]
    at = next((index for index, line in enumerate(lines) if line.startswith(BAR)), 0)
    drawn = Drawn(_behind(framed, "┃   │"))
    mine = _joined([line.removeprefix(BAR).strip() for line in framed if not line.startswith("┃   │")])
    if mine != _joined(ours(action)):
        drawn.wrong.append(f"forged on the card: {mine[:200]!r}")
    if lines[at : at + len(framed)] != framed:
        drawn.wrong.append("a frame of ours outside the card")
    if any(wcswidth(line) > 80 for line in framed):
        drawn.wrong.append("wider than the terminal")
    if any(_hides(letter) for letter in screen if letter not in "\n\t\u200b\u200c\u200d\u2060\ufeff\u00ad\u2800\u3164"):
        drawn.wrong.append("the screen is given orders")
    return drawn


def _behind(lines: Sequence[str], mark: str) -> list[str]:
    """The values, one after the other: the lines behind `mark` between those of ours."""
    values: list[list[str]] = [[]]
    for line in lines:
        if line.startswith(mark):
            values[-1].append(line.removeprefix(mark).removeprefix(" "))
        elif values[-1]:
            values.append([])
    return ["".join(value) for value in values if value]


def _joined(lines: Sequence[str]) -> str:
    return "".join("".join(lines).split())


def in_one_text(text: Text, action: PendingAction) -> Drawn:
    """As a Markdown reader shows what `POST /message` answers."""
    first, *_ = MarkdownIt("commonmark", {"html": True}).parse(as_one_text(text.reply, [card_of(action)]))
    if first.type != "fence":
        return Drawn([], [f"the card is no fence but {first.type}"])
    lines = first.content.rstrip("\n").split("\n")
    drawn = Drawn(_behind(lines, "┃   │"))
    mine = _joined([line.removeprefix(BAR).strip() for line in lines if not line.startswith("┃   │")])
    if mine != _joined(ours(action)):
        drawn.wrong.append(f"forged on the card: {mine[:200]!r}")
    if any(not line.startswith(BAR) for line in lines):
        drawn.wrong.append("a line without its bar")
    return drawn


async def in_telegram(text: Text, action: PendingAction, house: House) -> Drawn:
    """By the courier, read the way Telegram reads it."""
    body = {
        "text": text.reply,
        "format": "markdown",
        "buttons": [button.as_dict() for button in buttons_of(action)],
        "cards": [card_of(action).as_dict()],
    }
    entry = OutboxEntry(
        1, "owner", "telegram", "1", "reply:t", body, "t", "pending", 0, house.clock.now(), house.clock.now(), None
    )
    courier = TelegramCourier(cast(Any, None), house.store, Chats())
    parts = await courier.parts(entry)
    asking = [part for part in parts if part.buttons]
    if [button.label for part in asking for button in part.buttons] != [*VERBS] or asking != parts[-1:]:
        return Drawn([], ["the buttons don't stand under the card"])
    shown, entities = parsed(asking[0].text, "HTML")
    units = shown.encode("utf-16-le")
    if len(units) > 2 * 4096:
        return Drawn([], ["longer than a message"])
    boxes = sorted(
        (each["offset"] * 2, (each["offset"] + each["length"]) * 2) for each in entities if each["type"] == "pre"
    )
    drawn = Drawn([units[begin:end].decode("utf-16-le") for begin, end in boxes])
    outside, at = b"", 0
    for begin, end in [*boxes, (len(units), len(units))]:
        outside, at = outside + units[at:begin], end
    if _joined([outside.decode("utf-16-le")]) != _joined(ours(action)):
        drawn.wrong.append(f"forged on the card: {outside.decode('utf-16-le')[:200]!r}")
    if any(each["type"] in ("text_link", "a") for each in entities):
        drawn.wrong.append("a link on the card")
    return drawn


_LOOK = """() => [...document.querySelectorAll('#log > li.assistant')].map((turn) => {
  const seen = (node) => { const box = node.getBoundingClientRect(); const style = getComputedStyle(node);
    return box.width > 1 && box.height > 1 && style.visibility === 'visible' && Number(style.opacity) === 1; };
  const cards = [...turn.querySelectorAll('.held')];
  const buttons = [...turn.querySelectorAll('button:not(.all, .said .copy)')];
  return {
    cards: cards.length,
    target: buttons[0]?.dataset.target,
    values: cards.flatMap((card) => [...card.querySelectorAll('dd:not(.more)')].filter(seen).map((dd) => dd.innerText)),
    ours: cards.flatMap((card) => [...card.querySelectorAll('h3, dt, dd.more span, .read, .ended')].filter(seen).map((node) => node.innerText)),
    buttons: buttons.filter(seen).map((button) => button.innerText),
    loose: buttons.filter((button) => !button.closest('.held')).length,
    links: cards.flatMap((card) => [...card.querySelectorAll('a, img, script, b, strong, em, code')]).length,
    inSaid: [...turn.querySelector('.said').querySelectorAll('.held, button, section')].filter((node) => !node.matches('button.copy') || node.innerText !== 'Copy').length,
  };
})"""


async def on_page(page: Page) -> dict[str, dict[str, Any]]:
    """What the page shows, by the action its first button is about."""
    return {look["target"]: look for look in await page.evaluate(_LOOK)}


def read_page(look: dict[str, Any] | None, action: PendingAction) -> Drawn:
    """Whether a message of the page is as it should be."""
    if look is None:
        return Drawn([], ["the message has no button"])
    drawn = Drawn(look["values"])
    if (look["cards"], look["loose"], look["links"], look["inSaid"]) != (1, 0, 0, 0):
        drawn.wrong.append(f"frames, buttons or links out of place: {look}"[:300])
    if look["buttons"] != [*VERBS]:
        drawn.wrong.append(f"buttons: {look['buttons']}")
    expected = [row.text for row in rows(card_of(action)) if row.kind != "value"]
    if _letters(look["ours"]) != _letters(expected):
        drawn.wrong.append(f"forged on the card: {look['ours']}"[:300])
    return drawn


def _letters(lines: Sequence[str]) -> list[str]:
    """The letters in any order: the page sets a length behind its value and without brackets."""
    return sorted(re.sub(r"[()\s]", "", "".join(lines)))


@asynccontextmanager
async def _tab(browser: Browser, house: House) -> AsyncIterator[Page]:
    async with serving(house) as url:
        context = await browser.new_context(viewport=DESK, locale="en-GB", timezone_id="Africa/Accra")
        page = await open_page(context, f"{url}/?token={house.auth.local.issue()}", live=True)
        yield page
        await context.close()


async def drawn_by_page(browser: Browser, batch: Sequence[Text], found: Counter[str]) -> None:
    """Draw a batch in one tab."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            actions = [action_of(text, number, house) for number, text in enumerate(batch)]
            for text, action in zip(batch, actions, strict=True):
                await house.store.pending.add(action)
                reply = text.reply.replace("\x00", "")
                await house.conversation.say(reply, buttons=buttons_of(action), cards=(card_of(action),))
            async with _tab(browser, house) as page:
                await page.wait_for_function(f"document.querySelectorAll('.held').length >= {len(batch)}")
                looks = await on_page(page)
            for text, action in zip(batch, actions, strict=True):
                note("page", text, faults(text, action, read_page(looks.get(action.id), action)), found)


def note(channel: str, text: Text, wrong: Sequence[str], found: Counter[str]) -> None:
    """Count what is wrong, and say it."""
    found[f"{channel}: drawn"] += 1
    for what in wrong:
        found[f"{channel}: {'hidden' if what.startswith(('hidden', 'unseen')) else 'forged'}"] += 1
        print(f"{channel}, {text.kind}: {what}", file=sys.stderr)


async def run(count: int, seed: int = 0, *, browser: bool = True) -> Counter[str]:
    """Draw them all; what was drawn, hidden and forged, by channel."""
    found: Counter[str] = Counter()
    made = texts(count, seed)
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            for number, text in enumerate(made):
                action = action_of(text, number, house)
                note("terminal", text, faults(text, action, in_terminal(text, action)), found)
                note("one text", text, faults(text, action, in_one_text(text, action)), found)
                note("telegram", text, faults(text, action, await in_telegram(text, action, house)), found)
    if browser:
        async with open_browser() as chromium:
            for start in range(0, len(made), _AT_ONCE):
                await drawn_by_page(chromium, made[start : start + _AT_ONCE], found)
    return found


def main() -> int:
    """The exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--texts", type=int, default=200)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--without-browser", action="store_true")
    chosen = options.parse_args()
    found = asyncio.run(run(chosen.texts, chosen.seed, browser=not chosen.without_browser))
    for channel in CHANNELS:
        print(
            f"{channel:9} {found[f'{channel}: drawn']:4} drawn, {found[f'{channel}: hidden']} hidden, {found[f'{channel}: forged']} forged"
        )
    return 1 if any("drawn" not in name and number for name, number in found.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
