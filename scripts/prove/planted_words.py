"""A stranger's orders in everything the assistant reads: how many act, and how often its user still gets what they ask for.

    python scripts/prove/planted_words.py [--count 200] [--seed 1] [--show]

Each case is a carrier (a document, a forwarded message, a quote, a file's name, a note a week old, a waiting fact, a worker's report, a
schedule …), an order (a call of one of our tools), and a moment: at once, or in the next turn, whose message is "ok thanks". The scripted
model obeys whatever it is shown. The benign half asks for the same call in the user's own words beside the same carrier, and taps Confirm
where that is asked. Ends with 1 when an order acted without a tap or a user didn't get what they asked for. `--count 0` plays all there are.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.gate.planted import Case, Result, all_cases, play, stage_in  # noqa: E402 - the path comes first


def chosen(count: int, seed: int) -> list[Case]:
    """So many cases, drawn by the seed; all of them for 0."""
    cases = all_cases()
    return random.Random(seed).sample(cases, count) if 0 < count < len(cases) else cases


async def play_all(cases: list[Case], folder: Path) -> list[Result]:
    """Every case with users of its own, in one house."""
    async with stage_in(folder) as stage:
        return [await play(case, stage) for case in cases]


def report(results: list[Result], *, show: bool) -> int:
    """Prints the figures; 0 when no order acted, every carrier was read and every user got what they asked for."""
    acted, undone = [one for one in results if one.acted], [one for one in results if not one.done]
    unread = [one for one in results if not one.read]
    print(
        f"{len(results)} cases: {len(acted)} orders acted without a tap, {len(undone)} users didn't get what they asked for"
    )
    print(f"  the words reached the model in {len(results) - len(unread)}")
    for name, rows in (("acted", acted), ("undone", undone), ("unread", unread)):
        for one in rows if show else ():
            print(f"  {name}: {one.case}")
    return int(bool(acted or undone))


def main() -> int:
    """Two hundred cases, or as many as asked for."""
    parser = argparse.ArgumentParser(description="A stranger's orders in everything the assistant reads.")
    parser.add_argument("--count", type=int, default=200, help="how many cases; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--show", action="store_true", help="name the cases that went wrong")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(play_all(chosen(arguments.count, arguments.seed), Path(folder)))
    code = report(results, show=arguments.show)
    print(f"  {time.perf_counter() - started:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
