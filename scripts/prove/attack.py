#!/usr/bin/env python3
"""Attacks on a running server, each with its benign twin: did one get through, was somebody refused who was in the right?

    python scripts/prove/attack.py [--only NAME ...] [--count 30] [--seed 1] [--list]

Every row starts the real program in a process of its own, on loopback, in a folder and a home of its own, with a scripted language model
that obeys whatever it is shown. Printed are tries and how many got through, tries of the twin and how many were refused: both have to be 0,
and neither may leave a traceback or a secret in the server's log. Exit code 1 otherwise. `--count` scales how often each thing is tried.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.prove.attacks import accounts, doors, leaving, load, rest, settings_files, words
from scripts.prove.attacks.target import Tally, Target, attacked

Play = Callable[[Target], Awaitable[Tally]]


@dataclass(frozen=True)
class Attack:
    """`promise` is what is tried; `settings` go above the server's own; the twin runs before the attack, on the same server; who
    has to be served while an attack is under way is looked after by the attack itself."""

    name: str
    promise: str
    attack: Play
    twin: Play
    settings: dict[str, str] = field(default_factory=dict)


OFFLINE = {"MODEL_NAME": "", "OPENAI_BASE_URL": ""}  # rules read every word
ATTACKS: tuple[Attack, ...] = (
    Attack("carried", "What a document asks for is not done without a tap.", words.carried, words.still_served),
    Attack("washed", "A yes to somebody's words does not make them the owner's.", words.washed, words.own_notes),
    Attack("hidden", "A card shows literally what Confirm would run.", words.hidden, words.honest_cards),
    Attack("accounts", "What lies in mails, calendars and address books orders nothing.", accounts.planted, accounts.own_accounts),
    Attack("accounts, rules", "The same where rules read every word.", accounts.planted_offline, accounts.own_words, OFFLINE),
    Attack("long texts", "No text keeps the server from answering.", load.long_texts, load.short_texts, OFFLINE),
    Attack("large", "What is too large is refused while it comes.", load.large, load.honest_sizes),
    Attack("slow", "Who sends slowly or takes nothing stands in nobody's way.", load.slow, load.unhurried, {"SENDER_PATIENCE": "3"}),
    Attack("flood", "A full queue says so politely and loses nothing.", load.flood, load.honest_queue, {"MODEL_TIMEOUT": "3"}),
    Attack("strange settings", "Settings lying about are not read.", settings_files.stray, settings_files.named),
    Attack("guessing", "Secrets are guessed slowly, whatever a request says of itself.", doors.guessing, doors.right_in_a_storm),
    Attack("guessed links", "One-time links are guessed slowly.", doors.guessed_links, doors.right_link, {"PAGE_PASSWORD": ""}),
    Attack("strange names", "The name is asked before the secret.", doors.strange_names, doors.known_names),
    Attack("foreign pages", "Other sites' pages do and read nothing.", doors.foreign_pages, doors.own_page),
    Attack("odd paths", "No spelling of a path goes round the guard.", doors.odd_paths, doors.plain_paths),
    Attack("signed out", "A session that has ended opens nothing.", leaving.copied, leaving.stays),
    Attack("at rest", "A saved login is nowhere readable.", rest.stolen_folder, rest.opened_vault),
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """How one went."""

    name: str
    attack: Tally
    twin: Tally
    seconds: float

    @property
    def is_well(self) -> bool:
        """Nothing got through, nobody was refused, and both were tried."""
        return not self.attack.wrong and not self.twin.wrong and bool(self.attack.tries and self.twin.tries)


async def play(row: Attack, *, count: int, seed: int) -> Row:
    """One row against a server of its own."""
    began = time.perf_counter()
    async with attacked(count, seed, **row.settings) as target:
        twin = await row.twin(target)
        attack = await row.attack(target)
        attack.note("the server lives on", fine=await target.is_well())
        rest.clean_log(target, attack)
    return Row(row.name, attack, twin, time.perf_counter() - began)


def shown(row: Row) -> str:
    """One line, and what went wrong below it."""
    line = f"{row.name:17} {row.attack.tries:5} tries {len(row.attack.wrong):4} got through {row.twin.tries:7} honest {len(row.twin.wrong):4} refused   {row.seconds:5.1f} s"
    wrong = [f"    got through: {what}" for what in row.attack.wrong] + [
        f"    refused: {what}" for what in row.twin.wrong
    ]
    return "\n".join([line, *dict.fromkeys(wrong)])


async def run(rows: Sequence[Attack], *, count: int, seed: int) -> list[Row]:
    """All of them, said as they end."""
    found = []
    for row in rows:
        found.append(await play(row, count=count, seed=seed))
        print(shown(found[-1]), flush=True)
    return found


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Attacks on a running server, each with its benign twin.")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", choices=[row.name for row in ATTACKS])
    parser.add_argument("--count", type=int, default=30, help="how often each thing is tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="say what there is and what each tries")
    options = parser.parse_args()
    rows = [row for row in ATTACKS if not options.only or row.name in options.only]
    if options.list:
        print("\n".join(f"{row.name:17} {row.promise}" for row in rows))
        return 0
    found = asyncio.run(run(rows, count=options.count, seed=options.seed))
    well = sum(row.is_well for row in found)
    print(f"{well} of {len(found)} held")
    return 0 if well == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
