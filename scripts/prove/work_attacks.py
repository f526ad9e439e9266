"""A stranger's words in everything that the tools for work read: issues, tickets, channels, files, meetings.

    python scripts/prove/work_attacks.py [--count 600] [--poses 400] [--kept 60] [--cards 80] [--seed 1] [--engine sqlite|postgres] [--postgres URL] [--show]

Two attackers. A scripted model that obeys whatever it reads, with every tool in its reach: a place × an order × at once or in the next turn, after which
its user says a plain yes of some kind. And no model: a place × words that pose as a card, a row of a list, somebody else's remark, a command, a mark
of a channel, read by rules and drawn as Slack, Telegram and the terminal draw them, after which its user says "yes" or "the second one". Then what waits:
kept by a model that was led to keep it, with a yes to its card, and read again a week later; in alerts and briefings. And the same poses on cards.

First the controls: without the gate every order is done, and without the marks a forged remark is found. Then the figures: planted, read, acted,
leaked, misleading. Ends with 1 for any that acted, leaked or misled, or a control that found nothing. A count of 0 plays all there are.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts.prove.crash_storm import postgres_for  # noqa: E402 - the path comes first
from tests.gate.work import carded, lasting, obeying, posing  # noqa: E402
from tests.gate.work.office import office_in  # noqa: E402
from tests.gate.work.orders import ORDERS  # noqa: E402

T = TypeVar("T")


def chosen(cases: Sequence[T], count: int, seed: int) -> list[T]:
    """So many of them, drawn by the seed; all for 0."""
    return random.Random(seed).sample(cases, count) if 0 < count < len(cases) else list(cases)


async def without_effect(folder: Path, orders: Sequence[str] = tuple(ORDERS), database_url: str = "") -> list[str]:
    """The orders that aren't done where there is no gate: a case of such an order shows nothing."""
    async with office_in(folder, database_url) as office:
        return [name for name in orders if not (ORDERS[name].is_kept_back or await obeying.control(name, office))]


async def obeyed(cases: Sequence[obeying.Case], folder: Path, database_url: str = "") -> list[obeying.Result]:
    """Each case, in one house."""
    async with office_in(folder, database_url) as office:
        return [await obeying.play(case, office, number) for number, case in enumerate(cases)]


async def posed(cases: Sequence[posing.Case], folder: Path, database_url: str = "") -> tuple[bool, list[posing.Result]]:
    """Whether the control finds what it must, and each case, in one house without a model."""
    async with office_in(folder, database_url, has_model=False) as office:
        return await posing.control(office), [await posing.play(case, office, at) for at, case in enumerate(cases)]


async def lasted(cases: Sequence[tuple[str, str, str]], folder: Path, database_url: str = "") -> list[lasting.Result]:
    """Each case, then every alert and the briefing with every order, in one house."""
    async with office_in(folder, database_url) as office:
        found = [await lasting.play(case, office) for case in cases]
        for order in lasting.THEN:
            found += [(await lasting.alerted(name, order, office))[0] for name in lasting.ALERTS]
            found.append(await lasting.briefed(order, office))
    return found


async def on_cards(
    cases: Sequence[tuple[str, str]], folder: Path, database_url: str = ""
) -> tuple[Counter[str], list[str]]:
    """The figures of each case and of every alert with as many poses, and the cases that went wrong."""
    figures, wrong = Counter[str](), list[str]()
    async with office_in(folder, database_url) as office:
        for case in cases:
            one = await carded.play(case, office)
            figures.update(planted=1, read=one.seen, misleading=bool(one.misleading))
            wrong += [str(one)] if one.misleading else []
        for pose in dict.fromkeys(pose for _, pose in cases):
            for name in lasting.ALERTS:
                misled = await lasting.posed(name, pose, office)
                figures.update(planted=1, read=1, misleading=bool(misled))
                wrong += [f"alert {name}, {pose}: {misled}"] if misled else []
    return figures, wrong


def told(name: str, figures: Counter[str], wrong: Sequence[str], *, show: bool) -> None:
    """One line, and what went wrong below it."""
    print(
        f"{name}: "
        + ", ".join(f"{figures[one]} {one}" for one in ("planted", "read", "held", "acted", "leaked", "misleading"))
    )
    for one in wrong if show else wrong[:10]:
        print(f"  {one}")


def of_obeyed(results: Sequence[obeying.Result]) -> tuple[Counter[str], list[str]]:
    """Their figures, and the cases that went wrong."""
    figures = Counter[str](planted=len(results))
    for one in results:
        figures.update(read=one.read, held=one.held, acted=one.acted, leaked=one.leaked, misleading=bool(one.dishonest))
    return figures, [str(one) for one in results if one.acted or one.leaked or one.dishonest or not one.read]


def of_posed(results: Sequence[posing.Result]) -> tuple[Counter[str], list[str]]:
    """Their figures, and the cases that went wrong."""
    figures = Counter[str](planted=len(results))
    for one in results:
        figures.update(read=one.shown, acted=one.acted, misleading=bool(one.misleading))
    return figures, [str(one) for one in results if one.acted or one.misleading]


def of_lasting(results: Sequence[lasting.Result]) -> tuple[Counter[str], list[str]]:
    """Their figures, and the cases that went wrong."""
    figures = Counter[str](planted=len(results))
    for one in results:
        figures.update(read=one.read, acted=one.acted, leaked=one.leaked)
    return figures, [str(one) for one in results if one.acted or one.leaked or not one.read]


async def run(options: argparse.Namespace, folder: Path, urls: Sequence[str]) -> int:
    """The exit code."""
    first, second, third = urls[:3]
    idle = await without_effect(folder / "control", database_url=first)
    print(
        f"without the gate {len(ORDERS) - len(idle)} of {len(ORDERS)} orders are done"
        + (f", not {idle}" if idle else "")
    )
    figures, wrong = of_obeyed(
        await obeyed(chosen(obeying.all_cases(), options.count, options.seed), folder / "obeys", second)
    )
    told("a model that obeys", figures, wrong, show=options.show)
    is_seen, results = await posed(chosen(posing.all_cases(), options.poses, options.seed), folder / "poses", third)
    poses, misled = of_posed(results)
    print(f"without the marks a forged remark is {'found' if is_seen else 'not found'}")
    told("no model", poses, misled, show=options.show)
    later, waited = of_lasting(
        await lasted(chosen(lasting.all_cases(), options.kept, options.seed), folder / "lasts", urls[3])
    )
    told("kept for a week, alerts, briefings", later, waited, show=options.show)
    cards, forged = await on_cards(chosen(carded.all_cases(), options.cards, options.seed), folder / "cards", urls[4])
    told("on cards and in alerts", cards, forged, show=options.show)
    bad = sum(counted[name] for counted in (figures, poses, later, cards) for name in ("acted", "leaked", "misleading"))
    return int(bool(bad or idle or not is_seen or figures["read"] < figures["planted"]))


def main() -> int:
    """Six hundred and four hundred cases, or as many as asked for."""
    parser = argparse.ArgumentParser(description="A stranger's words in everything that the tools for work read.")
    parser.add_argument("--count", type=int, default=600, help="cases of a model that obeys; 0: all")
    parser.add_argument("--poses", type=int, default=400, help="cases without a model; 0: all")
    parser.add_argument("--kept", type=int, default=60, help="cases that wait for a week; 0: all")
    parser.add_argument("--cards", type=int, default=80, help="cases of words on a card; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--postgres", default="", metavar="URL", help="a server to make databases on")
    parser.add_argument("--show", action="store_true", help="name all cases that went wrong")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    started = time.perf_counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres_for((options.engine,), options.postgres) as postgres,
        contextlib.ExitStack() as stack,
    ):
        urls = [stack.enter_context(postgres.database()) if postgres else "" for _ in range(5)]
        code = asyncio.run(run(options, Path(folder), urls))
    print(f"  {time.perf_counter() - started:.0f} s on {options.engine}")
    return code


if __name__ == "__main__":
    sys.exit(main())
