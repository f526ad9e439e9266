"""`vault`: where the key to the saved logins is and what is kept, never a value; changing the key, removing an account, beginning anew."""

import argparse
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from app.config import Settings
from app.integrations.vault import VaultState
from app.interfaces.cli.owner import agrees
from app.memory.records import SecretName

NOTHING_YET = "No login is saved yet. The key will be {place}, made with the first one.\n"
NOTHING_TO_CHANGE = "No login is saved yet, so there is no key to change.\n"
SAME_KEY = (
    "Everything is under SECRET_KEY already. To change it, set SECRET_KEY to a new key, SECRET_KEY_PREVIOUS to the present one, and run "
    "this again.\n"
)
CHANGED = "The key is a new one now, in {place}; {count} under it. The old one opens nothing any more.\n"
COPIES = "Copies of the database from before need the old key. If you keep a copy of the key, renew it.\n"
RESTART = "Restart servers that have other settings. SECRET_KEY_PREVIOUS can go.\n"
LEFT_OVER = (
    "{count} can't be opened: ./scripts/run vault shows which. Connect those accounts again, then run this again: until then their old "
    "key is kept.\n"
)
NO_SUCH_ACCOUNT = "No login is saved for “{account}”. ./scripts/run vault lists those there are.\n"
REMOVED = "Removed what opened {account}. At the service itself it stays valid until you take it back there.\n"
NOTHING_LOST = "Everything that is saved can be opened, so there is nothing to begin anew.\n"
ASK = "{count} can't be opened with any key that is here, and would be removed for good. Type yes to go on: "
LEFT = "Left as it is.\n"
BEGUN_ANEW = "{count} removed. Connect those accounts again.\n"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Do one of them; 0 well, 1 where something can't be opened, there is no such thing or it was left."""
    services = await build_services(settings)
    try:
        return await ACTIONS[options.action](services, options)
    finally:
        await services.close()


async def _status(services: Any, options: argparse.Namespace) -> int:
    vault, owner = services.vault, services.owner.id
    state: VaultState = await vault.state()
    names: list[SecretName] = await vault.names(owner)
    readable = [not state.problem and await vault.opens(owner, row.account, row.name) for row in names]
    rows = [
        {"account": row.account, "name": row.name, "since": row.updated_at.isoformat(), "opens": opens}
        for row, opens in zip(names, readable, strict=True)
    ]
    if options.json:
        sys.stdout.write(json.dumps({**asdict(state), "secrets": rows}, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(_shown(state, rows))
    return 1 if state.problem or state.unreadable else 0


def _shown(state: VaultState, rows: Sequence[dict[str, Any]]) -> str:
    if state.key_id is None:
        return NOTHING_YET.format(place=state.place)
    lines = [f"! {state.problem}" if state.problem else f"Key: {state.place} (its fingerprint is {state.key_id})"]
    lines += [f"To do: {state.advice}"] if state.advice else []
    lines.append(f"Kept: {counted(state.stored)}")
    for account, kept in groupby(rows, key=lambda row: row["account"]):
        shown = [row["name"] if row["opens"] else f"{row['name']} (can't be opened)" for row in kept]
        lines.append(f"  {account}: {', '.join(shown)}")
    others = state.stored - len(rows)
    lines += [f"  and {counted(others)} of other people"] if others else []
    if state.unreadable and not state.problem:
        lines.append(f"! {counted(state.unreadable)} can't be opened. Connect those accounts again.")
    return "".join(f"{line}\n" for line in lines)


async def _rotate(services: Any, options: argparse.Namespace) -> int:
    rotation = await services.vault.rotate()
    if options.json:
        sys.stdout.write(json.dumps(_as_json(rotation)) + "\n")
    elif rotation is None:
        sys.stdout.write(NOTHING_TO_CHANGE)
    elif rotation.was == rotation.key_id and not rotation.changed:
        sys.stderr.write(SAME_KEY)
    else:
        state: VaultState = await services.vault.state()
        sys.stdout.write(CHANGED.format(place=state.place, count=counted(rotation.changed)))
        sys.stdout.write(RESTART if services.settings.secret_key else COPIES)
    unreadable = rotation.unreadable if rotation else ()
    if unreadable and not options.json:
        sys.stderr.write(LEFT_OVER.format(count=counted(len(unreadable))))
    return 1 if unreadable or (rotation and rotation.was == rotation.key_id and not rotation.changed) else 0


def _as_json(rotation: Any) -> dict[str, Any]:
    if rotation is None:
        return {"changed": 0, "unreadable": 0, "key_id": None}
    return {"changed": rotation.changed, "unreadable": len(rotation.unreadable), "key_id": rotation.key_id}


async def _remove(services: Any, options: argparse.Namespace) -> int:
    if not await services.vault.delete(services.owner.id, options.account):
        sys.stderr.write(NO_SUCH_ACCOUNT.format(account=options.account[:100]))
        return 1
    sys.stdout.write(REMOVED.format(account=options.account))
    return 0


async def _reset(services: Any, options: argparse.Namespace) -> int:
    state: VaultState = await services.vault.state()
    lost = state.unreadable
    if not lost and not state.problem:
        sys.stdout.write(NOTHING_LOST)
        return 0
    if not options.yes and not agrees(ASK.format(count=counted(lost))):
        sys.stdout.write(LEFT)
        return 1
    sys.stdout.write(BEGUN_ANEW.format(count=counted(await services.vault.reset())))
    return 0


def counted(number: int) -> str:
    """How many saved logins: "1 saved login", "3 saved logins"."""
    return f"{number:,} saved login{'' if number == 1 else 's'}"


ACTIONS: dict[str, Callable[[Any, argparse.Namespace], Awaitable[int]]] = {
    "status": _status,
    "rotate": _rotate,
    "remove": _remove,
    "reset": _reset,
}
