#!/usr/bin/env python3
"""The prompts' files, prompts.lock.json, and a Langfuse project whose "production" versions are used in their place.

    sync_prompts.py check     do the files agree with the lock? 1 where they don't; needs no network and no keys
    sync_prompts.py lock      lock the files as they are
    sync_prompts.py diff      what differs between the files and Langfuse; 1 where anything does
    sync_prompts.py push      make the files that differ Langfuse's production versions, and lock them
    sync_prompts.py pull      write Langfuse's production versions into the files, and lock them

Keys come from the same settings as the program's: LANGFUSE_PUBLIC_KEY, LANGFUSE_SECRET_KEY, LANGFUSE_HOST. `--only NAME` (more than once) and
`--dry-run` narrow push and pull. `check` and `lock` run on any Python 3.11; the others with the program's own, `.venv/bin/python`.
"""

import argparse
import asyncio
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY))

from app.prompts import lock, named  # noqa: E402 - the repository is not installed

if TYPE_CHECKING:
    from app.integrations.langfuse import Server

NO_KEYS = "LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY are not set: this needs a Langfuse project. `check` and `lock` need none."
HOW = {
    "changed": "differs from what is locked",
    "not locked": "is not in the lock",
    "gone": "is locked, but there is no such file",
}


def check() -> int:
    """Say every drift."""
    drifts = lock.check_drift()
    for drift in drifts:
        print(f"{drift.name}: {HOW[drift.how]}")
    print(
        "`scripts/sync_prompts.py lock` locks the files as they are."
        if drifts
        else f"{len(lock.digests())} prompts as locked."
    )
    return 1 if drifts else 0


def lock_all() -> int:
    """Write the lock."""
    drifts = lock.check_drift()
    lock.write_lock()
    print("\n".join(f"locked {drift.name}" for drift in drifts) or "Nothing had changed.")
    return 0


async def compared(server: "Server", only: Sequence[str]) -> dict[str, named.Version | None]:
    """Langfuse's version of every prompt that is asked for."""
    from app.integrations.langfuse import LangfusePrompts

    async with LangfusePrompts(server) as prompts:
        return {key: await prompts.production(key) for key in named.texts() if not only or key in only}


async def diff(server: "Server", only: Sequence[str]) -> int:
    """Show what differs."""
    differing = 0
    for key, version in (await compared(server, only)).items():
        if version is None:
            print(f"{key}: not in Langfuse")
            differing += 1
        elif version.text != named.file_text(key):
            there, here = version.text.splitlines(), named.file_text(key).splitlines()
            names = (f"langfuse/{key} (version {version.number})", f"file/{key}")
            print(named.visible("\n".join(difflib.unified_diff(there, here, *names, lineterm=""))))
            differing += 1
    print(f"{differing} differ." if differing else "All the same.")
    return 1 if differing else 0


async def push(server: "Server", only: Sequence[str], *, dry: bool) -> int:
    """Files to Langfuse."""
    from app.integrations.langfuse import LangfusePrompts

    there = await compared(server, only)
    changed = [key for key, version in there.items() if version is None or version.text != named.file_text(key)]
    async with LangfusePrompts(server) as prompts:
        for key in changed:
            said = "would be pushed" if dry else f"pushed as version {await prompts.push(key, named.file_text(key))}"
            print(f"{key}: {said}")
    print("" if changed else "Langfuse has them all.", end="" if changed else "\n")
    if not dry:
        lock.write_lock()
    return 0


async def pull(server: "Server", only: Sequence[str], *, dry: bool) -> int:
    """Langfuse to files. A version that can't stand for its prompt is left there, and the end says so."""
    refused = 0
    for key, version in (await compared(server, only)).items():
        if version is None or version.text == named.file_text(key):
            continue
        if reason := named.unfit(key, version.text):
            print(f"{key}: version {version.number} is left: {reason}", file=sys.stderr)
            refused += 1
            continue
        if not dry:
            (named.FOLDER / f"{key}.md").write_text(f"{version.text}\n", encoding="utf-8")
        print(f"{key}: {'would be written from' if dry else 'written from'} version {version.number}")
    if not dry:
        named.file_text.cache_clear()
        lock.write_lock()
    return 1 if refused else 0


def main() -> int:
    """One command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("check", "lock", "diff", "push", "pull"))
    parser.add_argument(
        "--only", action="append", default=[], choices=named.texts(), metavar="NAME", help=", ".join(named.texts())
    )
    parser.add_argument("--dry-run", action="store_true", help="say what push and pull would do, and do nothing")
    asked = parser.parse_args()
    if asked.command in ("check", "lock"):
        return check() if asked.command == "check" else lock_all()
    try:
        from app.config import load_settings
        from app.errors import AssistantError
        from app.integrations.langfuse import server_of
    except ModuleNotFoundError as missing:
        print(f"{missing.name} is missing: run this with the program's own Python, .venv/bin/python.", file=sys.stderr)
        return 2
    try:
        server = server_of(load_settings())
        if server is None:
            print(NO_KEYS, file=sys.stderr)
            return 2
        if asked.command == "diff":
            return asyncio.run(diff(server, asked.only))
        return asyncio.run({"push": push, "pull": pull}[asked.command](server, asked.only, dry=asked.dry_run))
    except AssistantError as problem:
        print(problem.sentence, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
