#!/usr/bin/env python3
"""A thousand calls and taps that no vendor made, at the three webhooks of the running program: what was heard, or carried out?

    forged_calls.py [--calls 1000] [--seed 0]

The whole program over loopback HTTP with WhatsApp, Slack and Telegram switched on, each channel's vendor a server of the tests; a held call
waits for its owner's Confirm in each. A kind's row says how many were sent and how each was answered. Accepted is what left a trace: words
kept as a person's own, a call carried out or decided, an answer sent. Where anything was accepted, or an answer was 5xx, the exit code is 1. Needs `emulate` (npm).
"""

import argparse
import asyncio
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import httpx
from pydantic import SecretStr
from slack_sdk.signature import SignatureVerifier

from app.interfaces.pushed.choices import choice_data
from app.messages import Button
from tests.fakes.bot_api import bot_api
from tests.fakes.graph_api import graph_api
from tests.house import calls, done_calls, says, scripted
from tests.interfaces.contract.house import House, RunningClock, open_place
from tests.interfaces.contract.pushed import Slack, Telegram, WhatsApp
from tests.interfaces.contract.side import Side
from tests.interfaces.slack.house import SECRET as SLACK_SECRET
from tests.interfaces.slack.house import slack_world
from tests.interfaces.telegram.house import ANA, KOFI, until
from tests.servers.emulate_slack import emulated_slack
from tests.servers.slack_front import slack_front

TELEGRAM_SECRET = "agreed-with-telegram"  # noqa: S105 - of a server of the tests
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a name
HELD = "what lies behind the house"
_FIVE_MINUTES = 301
Headers = dict[str, str]


@dataclass(frozen=True)
class Call:
    """One request."""

    path: str
    body: bytes
    headers: Headers


@dataclass
class Ring:
    """The house, its three doors, what waits in it, and chance."""

    house: House
    telegram: Telegram
    whatsapp: WhatsApp
    slack: Slack
    rng: random.Random
    decided: str  # a held call that was cancelled
    waiting: str  # one that is held for the owner
    tapped: dict[str, Call] = field(default_factory=dict)
    number: int = 100_000

    def stamp(self) -> int:
        """A number that there wasn't."""
        self.number += 1
        return self.number

    @property
    def confirm(self) -> str:
        """What the owner's Confirm of what waits sends."""
        return choice_data(Button("Confirm", "confirm", self.waiting))

    # A genuine call of each vendor, words or a tap. Forgers change it afterwards.

    def from_telegram(self, data: str = "", *, account: int = ANA) -> Call:
        """An update with the agreed secret."""
        number = self.stamp()
        person = {"id": account, "is_bot": False, "first_name": "Ana"}
        chat = {"id": account, "type": "private", "first_name": "Ana"}
        message = {"message_id": number, "date": 1_800_000_000, "chat": chat, "from": person, "text": "forget it all"}
        update: dict[str, Any] = {"update_id": number, "message": message}
        if data:
            query = {"id": str(number), "from": person, "chat_instance": "1", "data": data, "message": message}
            update = {"update_id": number, "callback_query": query}
        headers = {"content-type": "application/json", SECRET_HEADER: TELEGRAM_SECRET}
        return Call("telegram", json.dumps(update).encode(), headers)

    def from_whatsapp(self, data: str = "", *, ours: bool = True, number_id: str = "") -> Call:
        """A signed call."""
        person = self.whatsapp.person if ours else self.server.people[1]
        message = person.taps_again(data, "wamid.0") if data else person.text("forget it all")
        body, headers = self.whatsapp.server.webhooks.signed(
            self.whatsapp.server.webhooks.payload(message, number_id=number_id)
        )
        return Call("whatsapp", body, headers)

    @property
    def server(self) -> Any:
        """Meta's world."""
        return self.whatsapp.server.world

    def from_slack(self, data: str = "", *, ours: bool = True, age: int = 0) -> Call:
        """A signed call."""
        person, ts = self.slack.person if ours else self.slack.world.ben, f"{1_700_000_000 + self.stamp()}.000100"
        if data:
            payload = person.tap(data, ts)
        else:
            event = {"type": "message", "user": person.user, "channel": person.talk, "channel_type": "im", "ts": ts}
            payload = {"type": "event_callback", "event": {**event, "text": "forget it all"}}
        body, headers = self.slack.world.signed(payload)
        return Call("slack", body, {**headers, **(slack_signed(body, self._now() - age) if age else {})})

    def _now(self) -> int:
        return int(self.house.services.clock.now().timestamp())

    def any_words(self) -> Call:
        """Genuine words by one of the three."""
        return self.rng.choice((self.from_telegram, self.from_whatsapp, self.from_slack))()

    def any_tap(self, data: str, *, ours: bool = True) -> Call:
        """A genuine tap by one of the three, of the owner or of somebody else who is let in."""
        made: tuple[Callable[[], Call], ...] = (
            lambda: self.from_telegram(data, account=ANA if ours else KOFI),
            lambda: self.from_whatsapp(data, ours=ours),
            lambda: self.from_slack(data, ours=ours),
        )
        return self.rng.choice(made)()


def slack_signed(body: bytes, stamp: int) -> Headers:
    """Slack's signature of a body at a moment."""
    signature = SignatureVerifier(SLACK_SECRET).generate_signature(timestamp=str(stamp), body=body) or ""
    return {"x-slack-request-timestamp": str(stamp), "x-slack-signature": signature}


_MARKS = {
    "telegram": SECRET_HEADER,
    "whatsapp": "x-hub-signature-256",
    "slack": "x-slack-signature",
}


def unsigned(ring: Ring) -> Call:
    """Without what shows that it is the vendor's."""
    call = ring.any_words()
    return Call(
        call.path, call.body, {name: value for name, value in call.headers.items() if name != _MARKS[call.path]}
    )


def wrongly_signed(ring: Ring) -> Call:
    """With a signature or secret that is nearly right, of another kind, or odd."""
    call = ring.any_words()
    mark = call.headers[_MARKS[call.path]]
    at = ring.rng.randrange(len(mark))
    odd = (
        mark[:at] + ring.rng.choice("xyz!") + mark[at + 1 :],
        mark[:-1],
        mark + "0",
        "",
        "sha256=",
        "v0=",
        mark[::-1],
    )
    return Call(call.path, call.body, {**call.headers, _MARKS[call.path]: ring.rng.choice(odd)})


def altered(ring: Ring) -> Call:
    """One byte of what was signed is another one. Telegram signs nothing, so it is one of the two others."""
    call = ring.rng.choice((ring.from_whatsapp, ring.from_slack))()
    at = ring.rng.randrange(len(call.body))
    changed = call.body[:at] + bytes([call.body[at] ^ (1 << ring.rng.randrange(7))]) + call.body[at + 1 :]
    return Call(call.path, changed, call.headers)


def of_another_door(ring: Ring) -> Call:
    """Genuine for one vendor's door, sent to another's."""
    call = ring.any_words()
    return Call(ring.rng.choice([path for path in _MARKS if path != call.path]), call.body, call.headers)


def too_old(ring: Ring) -> Call:
    """Signed by Slack long ago, or in a time to come."""
    ages = (_FIVE_MINUTES, 3600, 86_400, 10**8, -_FIVE_MINUTES - 5, -86_400)
    return ring.from_slack(ring.rng.choice(("", ring.confirm)), age=ring.rng.choice(ages))


def another_number(ring: Ring) -> Call:
    """Signed by Meta, for another telephone number of the same app."""
    number_id = str(ring.rng.randrange(10**14, 10**15))
    return ring.from_whatsapp(ring.rng.choice(("", ring.confirm)), number_id=number_id)


def replayed_tap(ring: Ring) -> Call:
    """A tap that was made and taken before, once more to the letter."""
    return ring.rng.choice(list(ring.tapped.values()))


def of_another_user(ring: Ring) -> Call:
    """The owner's button, pressed by somebody else who is let in."""
    return ring.any_tap(ring.rng.choice("cxe") + ring.confirm[1:], ours=False)


def of_another_action(ring: Ring) -> Call:
    """The owner's tap with data that no open card sends: of what was decided, guessed, cut, or nothing of ours."""
    guessed = f"{ring.rng.getrandbits(128):032x}"
    data = (
        choice_data(Button("Confirm", "confirm", ring.decided)),
        choice_data(Button("Edit", "edit", ring.decided)),
        f"c:{guessed}",
        f"u:{guessed}",
        ring.confirm[:-1],
        ring.confirm + "0",
        ring.confirm.upper(),
        f"z:{ring.waiting}",
        "c:",
        "☠" * 8,
        "c:' OR 1=1 --",
    )
    return ring.any_tap(ring.rng.choice(data))


Kind = Callable[[Ring], Call]
KINDS: tuple[Kind, ...] = (
    unsigned, wrongly_signed, altered, of_another_door, too_old, another_number, replayed_tap, of_another_user, of_another_action,
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One kind's figures: how they were answered, and what left a trace."""

    kind: str
    answers: Mapping[int, int]
    accepted: int

    @property
    def is_good(self) -> bool:
        """Nothing was accepted, and nothing broke."""
        return not self.accepted and not any(status >= 500 for status in self.answers)


async def traces(ring: Ring) -> int:
    """What was kept, carried out or decided so far; of each there is one row more."""
    fetch = ring.house.services.database.fetch_one
    found = 0
    for sql in (
        "SELECT COUNT(*) AS number FROM inbox WHERE untrusted = ''",  # what a foreign button says is kept as a stranger's words
        "SELECT COUNT(*) AS number FROM ledger",
        "SELECT COUNT(*) AS number FROM pending_actions WHERE status <> 'pending'",
    ):
        row = await fetch(sql)
        assert row is not None
        found += row["number"]
    return found


async def attack(ring: Ring, kind: Kind, count: int) -> Row:
    """Send so many, and count what they left."""
    before, answers = await traces(ring), Counter[int]()
    made = [await asyncio.to_thread(kind, ring) for _ in range(count)]
    async with httpx.AsyncClient(base_url=f"{ring.house.url}/webhooks/", trust_env=False, timeout=30) as client:
        for call in made:
            answer = await client.post(call.path, content=call.body, headers=call.headers)
            answers[answer.status_code] += 1
    await ring.house.services.conversation.drain()
    return Row(kind.__name__.replace("_", " "), dict(sorted(answers.items())), await traces(ring) - before)


def script(messages: list[Any]) -> Any:
    """A model that forgets what it is told to."""
    return says("That needs your OK.") if done_calls(messages) else calls("forget_fact", what=HELD)


async def hold(side: Side) -> str:
    """A call that waits, on a real card; its id."""
    house = side.house
    before = await side.count("Waiting for your OK")
    await side.says(f"forget {HELD}")
    await until(lambda: _more(side, before), seconds=60)
    row = await house.services.database.fetch_one("SELECT id FROM pending_actions ORDER BY number DESC")
    assert row is not None
    return row["id"]


async def _more(side: Side, before: int) -> bool:
    return await side.count("Waiting for your OK") > before


async def prepared(ring: Ring) -> Ring:
    """One call is cancelled by genuine taps over each channel, which are kept to be replayed; another one waits."""
    ring.decided = await hold(ring.whatsapp)
    data = choice_data(Button("Cancel", "cancel", ring.decided))
    ring.tapped = {
        "telegram": ring.from_telegram(data),
        "whatsapp": ring.from_whatsapp(data),
        "slack": await asyncio.to_thread(ring.from_slack, data),
    }
    async with httpx.AsyncClient(base_url=f"{ring.house.url}/webhooks/", trust_env=False, timeout=30) as client:
        for call in ring.tapped.values():
            answer = await client.post(call.path, content=call.body, headers=call.headers)
            assert answer.status_code == 200, (call.path, answer.text)
    row = await ring.house.services.database.fetch_one("SELECT status FROM pending_actions")
    assert row is not None
    assert row["status"] == "cancelled"  # the genuine is heard
    ring.waiting = await hold(ring.whatsapp)
    return ring


async def confirmed(ring: Ring) -> None:
    """After all that, the owner's own tap still counts. Raises AssertionError or TimeoutError where it doesn't."""
    call = await asyncio.to_thread(ring.any_tap, ring.confirm)
    async with httpx.AsyncClient(base_url=f"{ring.house.url}/webhooks/", trust_env=False, timeout=30) as client:
        answer = await client.post(call.path, content=call.body, headers=call.headers)
    assert answer.status_code == 200, answer.text
    await until(lambda: _ran(ring), seconds=30)


async def _ran(ring: Ring) -> bool:
    rows = await ring.house.services.database.fetch("SELECT id FROM ledger")
    return len(rows) == 1


async def run(count: int, seed: int) -> list[Row]:
    """All kinds, about as many of each."""
    each, more = divmod(count, len(KINDS))
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        api, meta = await stack.enter_async_context(bot_api()), await stack.enter_async_context(graph_api(faults=True))
        emulated = stack.enter_context(emulated_slack())
        world = await stack.enter_async_context(slack_world(emulated, stack.enter_context(slack_front(emulated.url))))
        telegram, whatsapp, slack = Called(api), WhatsApp(meta), Slack(world, world.ana)
        WhatsApp(meta, number="33699999999")
        given = {**telegram.settings, **whatsapp.settings, **slack.settings, "messages_per_minute": 100_000}
        given["telegram_webhook_url"] = "https://me.example/webhooks/telegram"
        given["telegram_webhook_secret"] = SecretStr(TELEGRAM_SECRET)
        house = await stack.enter_async_context(
            open_place(
                Path(folder), (telegram, whatsapp, slack), model=scripted(script), clock=RunningClock(), given=given
            )
        )
        await house.services.store.facts.add(
            house.owner, key=HELD, statement=HELD, confidence=1.0, source="user", confirmed=True, turn_id=None, taint=[],
            at=house.services.clock.now(),
        )  # fmt: skip
        ring = await prepared(Ring(house, telegram, whatsapp, slack, random.Random(seed), "", ""))
        rows = [await attack(ring, kind, each + (number < more)) for number, kind in enumerate(KINDS)]
        await confirmed(ring)
        return rows


class Called(Telegram):
    """Telegram that calls us."""

    async def joins(self, house: House) -> None:
        """Nobody polls."""
        self.house = house


def main() -> int:
    """0 when nothing was accepted and nothing broke."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    rows = asyncio.run(run(options.calls, options.seed))
    print(f"{'kind':20} {'accepted':>9}  answered")
    for row in rows:
        print(f"{row.kind:20} {row.accepted:9}  {dict(row.answers)}")
    print(
        f"{sum(sum(row.answers.values()) for row in rows)} forged calls, {sum(row.accepted for row in rows)} accepted"
    )
    return 0 if all(row.is_good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
