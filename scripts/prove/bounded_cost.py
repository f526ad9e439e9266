"""Counts what every reader of words costs on texts that are hard to read: steps, never time.

    python scripts/prove/bounded_cost.py [--share N/M] [--only TEXT] [--upto CHARACTERS] [--show]

Two measures, because Python's expressions search in C, where nothing can be counted:

- readers: lines of the application that run, and characters that its expressions look at, once for each search. At 20,000 characters no
  more than STEPS and STEPS_A_CHARACTER allow, whatever the text.
- expressions: each one that a reader used, in texts made to be its worst, by a matcher that follows Python's and counts. What it takes in a
  short text is taken for the longest that any reader has handed it, as it grows between two lengths: MOST_OF_ONE at most.

A share is every M-th reader, for a quick look. Ends with 1 when anything is above its bound, or a reader is new to the table.
"""

import argparse
import math
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.prove.cost import counting, steps
from scripts.prove.cost.readers import Reader, readers
from scripts.prove.cost.texts import texts

LENGTHS = (500, 4_000, 20_000)
STEPS, STEPS_A_CHARACTER = 6_000_000, 600  # of one call: a message's worth of rules, and what a long document adds
MOST_OF_ONE = 100_000_000  # steps of one search as its growth foretells them, which is more than they come to
SHORT, LONG = 24, 48  # characters between which growth is measured
_MOST_COUNTED = 60_000  # steps in so short a text are too many
_STACK = 512 * 1024 * 1024  # a search is as deep as its text is long


def too_dear(reader: Reader, longest: int) -> Iterator[str]:
    """The texts that cost a reader more than it may, in words."""
    call = reader.call()
    for length in (length for length in LENGTHS if length <= longest):
        most = STEPS + STEPS_A_CHARACTER * length
        for name, text in texts(length).items():
            try:
                counting.counted(lambda text=text: call(text), most=most)
            except counting.TooManyError:
                yield f"{reader.full_name}: more than {most:,} steps for {length:,} characters of {name}"
            except Exception:  # noqa: BLE001, S112 - a text may be refused in any way there is; what counts is what that costs
                continue


def too_steep() -> Iterator[str]:
    """The expressions whose worst case in the longest text they were handed costs more than a search may."""
    for (pattern, flags, whole), (length, run) in sorted(counting.COUNT.handed.items(), key=str):
        if isinstance(pattern, str):
            cost = _cost(pattern, flags, min(length, LENGTHS[-1]), run, whole=whole)
            if cost > MOST_OF_ONE:
                yield f"up to {cost:,.0f} steps in {length:,} characters: {pattern[:160]}"


def _cost(pattern: str, flags: int, length: int, run: int, *, whole: bool) -> float:
    """The steps of the worst text, carried on to `length` as they grow; white space no longer than it comes."""
    dearest = 0.0
    short, long = (list(steps.hard_texts(pattern, flags, size)) for size in (SHORT, LONG))
    for small, large in zip(short, long, strict=False):
        reach = min(length, run) if large[LONG // 2 : -1].isspace() else length
        if reach < LONG:
            continue
        few, many = (_steps(pattern, flags, text, whole=whole) for text in (small, large))
        degree = math.log2(max(many / max(few, 1), 1.0))
        dearest = max(dearest, many * (reach / LONG) ** (degree if degree > 1.1 else 1.0))
    return dearest


def _steps(pattern: str, flags: int, text: str, *, whole: bool) -> float:
    try:
        return steps.Search(pattern, flags, text, _MOST_COUNTED).run(whole=whole)
    except steps.TooManyError:
        return math.inf


def main(arguments: list[str]) -> int:
    """Print what is too dear; the exit code says whether anything is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", default="1/1", help="every M-th reader from the N-th on")
    parser.add_argument("--only", default="", help="readers whose name holds this")
    parser.add_argument("--upto", type=int, default=LENGTHS[-1], help="characters of the longest text")
    parser.add_argument("--show", action="store_true", help="each reader as it is read")
    given = parser.parse_args(arguments)
    number, of = map(int, given.share.split("/"))
    chosen = [reader for reader in readers() if given.only in reader.full_name and not reader.is_covered][
        number - 1 :: of
    ]
    wrong = [
        f"{reader.full_name}: what is to be given for {', '.join(reader.unknown)}?"
        for reader in chosen
        if reader.unknown
    ]
    counting.count_expressions()
    for reader in chosen:
        if given.show:
            print(reader.full_name, flush=True)
        wrong += [] if reader.unknown else too_dear(reader, given.upto)
    wrong += too_steep()
    print(
        *wrong,
        f"{len(chosen)} readers, {len(counting.COUNT.handed)} expressions, {len(wrong)} above their bound",
        sep="\n",
    )
    return 1 if wrong else 0


def _deeply(arguments: list[str]) -> int:
    """With a stack that is deep enough."""
    sys.setrecursionlimit(200_000)
    threading.stack_size(_STACK)
    ended: list[int] = []
    thread = threading.Thread(target=lambda: ended.append(main(arguments)))
    thread.start()
    thread.join()
    return ended[0] if ended else 2


if __name__ == "__main__":
    sys.exit(_deeply(sys.argv[1:]))
