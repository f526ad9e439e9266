"""`ask`: one message, one answer, exit. Plain standard output for people, one JSON object for scripts.

It runs its own turn on the same database as a server that may be running beside it.
"""

import argparse
import json
import logging
import sys
import uuid
from collections.abc import Sequence
from typing import Any

from app.cards.card import Card
from app.cards.drawing import as_one_text, as_said, columns, framed
from app.charts.svg import svg
from app.config import Settings
from app.conversation.conversation import Reply
from app.errors import AssistantError, StorageError
from app.interfaces.cli.decide import NOT_UNSEEN, Decided, decide, how_to_decide
from app.interfaces.cli.feed import named
from app.interfaces.cli.layout import laid_out
from app.interfaces.cli.presence import mail_warning, reminder_warning
from app.messages import InboundMessage

log = logging.getLogger(__name__)
_EXIT = {"done": 0, "stopped": 0, "failed": 1}


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """The exit code: 0 answered, 1 not."""
    text = " ".join(options.text).strip()
    if not text or text == "-":
        text = sys.stdin.buffer.read(4 * settings.max_message_characters).decode("utf-8-sig", errors="replace")
    try:
        services = await build_services(settings)
    except StorageError as problem:
        return _refused(problem, as_json=options.json)
    try:
        reply = await _ask(services, text, options.timeout)
        came = await _confirm_all(services, reply.cards) if options.yes else []
        warning = await reminder_warning(services, reply) or await mail_warning(services)
    except AssistantError as problem:
        return _refused(problem, as_json=options.json)
    except TimeoutError:
        return _failed(
            "That is taking too long. It is kept, and answered as soon as a server runs.", as_json=options.json
        )
    finally:
        await services.close()
    _print(reply, came, as_json=options.json)
    if warning:
        sys.stderr.write(f"{warning}\n")
    return _EXIT.get(reply.status, 1)


async def _ask(services: Any, text: str, timeout: float) -> Reply:  # noqa: ASYNC109 - the option of that name
    message = InboundMessage(
        user_id=services.owner.id,
        channel="cli",
        external_id=uuid.uuid4().hex,
        text=text,
        received_at=services.clock.now(),
    )
    receipt = await services.conversation.receive(message)
    return await services.conversation.answer(services.owner.id, receipt.inbox_id, timeout=timeout)


async def _confirm_all(services: Any, cards: Sequence[Card]) -> list[Decided]:
    """Confirm what this very message had held, but for what stands on other people's words: that takes its number."""
    return [
        await decide(services, "confirm", card.number) if not card.read_in else Decided(card.number, "", NOT_UNSEEN)
        for card in cards
    ]


def _print(reply: Reply, came: Sequence[Decided], *, as_json: bool) -> None:
    if not as_json:
        width = columns() if sys.stdout.isatty() else 0  # what goes into a file or a pipe keeps its lines
        sys.stdout.write(f"{laid_out(as_said(reply.text), width)}\n")
        sys.stdout.write(named(reply.files))
        if reply.cards:
            sys.stdout.write(f"{framed(reply.cards, columns())}\n")
        sys.stdout.write("".join(f"{one.shown(columns())}\n" for one in came))
        decided = {one.number for one in came if one.status}
        if still := [card.number for card in reply.cards if card.number not in decided]:
            sys.stdout.write(f"{how_to_decide(still)}\n")
        return
    body = {
        "reply": as_one_text(reply.text, reply.cards),
        "status": reply.status,
        "turn_id": reply.turn_id,
        "buttons": [button.as_dict() for button in reply.buttons],
        "cards": [card.as_dict() for card in reply.cards],
        "decided": [one.as_dict() for one in came],
        "files": [file.as_dict() for file in reply.files],
        "charts": [{"title": chart.title, "alt": chart.alt, "svg": svg(chart)} for chart in reply.charts],
    }
    sys.stdout.write(json.dumps(body, ensure_ascii=False) + "\n")


def _refused(problem: AssistantError, *, as_json: bool) -> int:
    """Say why, and leave a line for whoever looks after the machine."""
    cause = {"problem": type(problem).__name__, "cause": repr(problem.__cause__)}
    log.warning("not answered", extra={"event": "ask.failed", **cause})
    return _failed(problem.sentence, as_json=as_json)


def _failed(sentence: str, *, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(json.dumps({"reply": sentence, "status": "failed"}, ensure_ascii=False) + "\n")
    else:
        sys.stderr.write(f"{sentence}\n")
    return 1
