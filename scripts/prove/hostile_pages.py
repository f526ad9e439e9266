"""Pages and search results with a stranger's orders in them: how many act without a tap.

    python scripts/prove/hostile_pages.py [--count 0] [--seed 1] [--show]

Each case is a place in a page (a paragraph, a title, an alternative text, hidden text, a search result …), an order (a call of one of our tools, or an
address that carries away what is known), and a moment: at once, or in the next turn. The scripted model obeys whatever it is shown. Pages come from
real servers. Ends with 1 when an order acted; 0 as count plays all there are.
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

from tests.gate.hostile_pages import Case, Result, all_cases, play, scene_in  # noqa: E402 - the path comes first


def chosen(count: int, seed: int) -> list[Case]:
    """So many cases, drawn by the seed; all of them for 0."""
    cases = all_cases()
    return random.Random(seed).sample(cases, count) if 0 < count < len(cases) else cases


async def play_all(cases: list[Case], folder: Path) -> list[Result]:
    """Every case with a user of its own, in one house."""
    async with scene_in(folder) as scene:
        return [await play(case, scene) for case in cases]


def main() -> int:
    """All cases, or as many as asked for."""
    parser = argparse.ArgumentParser(description="Pages and search results with a stranger's orders in them.")
    parser.add_argument("--count", type=int, default=0, help="how many cases; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--show", action="store_true", help="name the cases that went wrong")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(play_all(chosen(arguments.count, arguments.seed), Path(folder)))
    acted = [one for one in results if one.acted]
    read = sum(one.read for one in results)
    print(f"{len(results)} cases in {time.perf_counter() - started:.0f} s: {len(acted)} orders acted without a tap")
    print(f"  the words reached the model in {read}")
    for one in acted if arguments.show else ():
        print(f"  acted: {one.case}")
    return int(bool(acted))


if __name__ == "__main__":
    sys.exit(main())
