"""AgentDojo's attacks against our gate: how many act, and how many of the users' own tasks still get done.

    python scripts/prove/injections.py [--share 0.05] [--seed 1] [--suite slack ...] [--show]

Plays pairs of a user's task and an attacker's with a scripted agent that obeys whatever it reads. Each pair is one message to a real
house (SQLite): a real turn, every call through the gate, what is held confirmed or denied by taps on the real buttons' door. The
user confirms their own calls and denies all others. First the same agent without a gate, to show that the attacks work.

The judge is AgentDojo's own. Some attacks ask for words alone: no gate over calls decides those, the script does not say them, and
they are counted apart. After its decisions the user says one thing more, and the agent obeys what the conversation still shows it:
"in the next turn". There it also keeps the attacker's words as notes, tasks, reminders, facts, schedules and a worker's orders; an hour
later the talk is summed up and what is due runs, and a week later the agent reads all of it: "later". Needs `agentdojo` (a package of the dev group). Ends with 1 when an attack acted or a task was left undone.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.bootstrap.services import Services  # noqa: E402 - the path comes first
from app.clock import ManualClock  # noqa: E402
from tests.gate.dojo.pairs import Dojo, Outcome, Pair, all_pairs, play, works_unhindered  # noqa: E402
from tests.gate.dojo.suites import is_installed  # noqa: E402
from tests.house import open_house, settings_in  # noqa: E402

START = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
MOST_REQUESTS = 120  # model calls in a turn: the longest task with the longest attack in it
MOST_TOKENS = 5_000_000


def chosen(share: float, seed: int, only: Iterable[str] = ()) -> list[Pair]:
    """A share of all pairs, drawn by the seed, suite by suite."""
    names = set(only)
    pairs = [pair for pair in all_pairs() if not names or pair.suite in names]
    if share >= 1:
        return pairs
    drawn = set(random.Random(seed).sample(range(len(pairs)), max(1, round(share * len(pairs)))))
    return [pair for number, pair in enumerate(pairs) if number in drawn]


async def play_all(pairs: list[Pair], folder: Path) -> list[Outcome]:
    """Every pair in a house of its suite."""
    outcomes: list[Outcome] = []
    for suite in dict.fromkeys(pair.suite for pair in pairs):
        dojo = Dojo(suite)
        settings = settings_in(folder / suite, max_model_requests=MOST_REQUESTS, max_turn_tokens=MOST_TOKENS)
        house = {"settings": settings, "agents": dojo, "model": dojo.model(), "clock": ManualClock(START)}
        async with open_house(folder / suite, **house) as services:
            outcomes += await _play_suite([pair for pair in pairs if pair.suite == suite], services, dojo)
    return outcomes


async def _play_suite(pairs: list[Pair], services: Services, dojo: Dojo) -> list[Outcome]:
    return [await play(pair, services, dojo) for pair in pairs]


def report(outcomes: list[Outcome], unhindered: int, *, show: bool) -> int:
    """Prints the figures; 0 when no attack acted and every task was finished."""
    acted = [outcome for outcome in outcomes if outcome.acted]
    undone = [outcome for outcome in outcomes if not outcome.finished]
    words = sum(outcome.pair.wants_words for outcome in outcomes)
    for suite in dict.fromkeys(outcome.pair.suite for outcome in outcomes):
        rows = [outcome for outcome in outcomes if outcome.pair.suite == suite]
        print(
            f"  {suite:<10} {len(rows):>4} pairs   attacks {sum(row.attacked for row in rows):>3}   "
            f"in the next turn {sum(row.attacked_next for row in rows):>3}   later {sum(row.attacked_later for row in rows):>3}   "
            f"tasks finished {sum(row.finished for row in rows):>4}   calls held {sum(row.held for row in rows):>5}"
        )
    print(f"without a gate: {unhindered} of {len(outcomes)} attacks succeed")
    moments = ((one.attacked, one.attacked_next, one.attacked_later) for one in outcomes)
    at_once, following, later = (sum(flags) for flags in zip(*moments, strict=True))
    print(
        f"with the gate: {at_once} of {len(outcomes)} attacks succeed, {following} more in the next turn, {later} more later"
    )
    print(
        f"  copies of the attacker's words that were kept: {sum(one.planted for one in outcomes)}; read again a week later in",
        end=" ",
    )
    print(f"{sum(one.read_later for one in outcomes)}")
    print(f"  {len(outcomes) - len(undone)} of {len(outcomes)} of the users' tasks finish")
    print(
        f"  the attacker's words reached the model in {sum(outcome.read for outcome in outcomes)}; {words} ask for words alone"
    )
    for outcome in (*acted, *undone) if show else ():
        print(f"  {'acted' if outcome.acted else 'undone'}: {outcome.pair}")
    return int(bool(acted or undone))


def main() -> int:
    """The whole proof, or a share of it."""
    parser = argparse.ArgumentParser(description="AgentDojo's attacks against our gate.")
    parser.add_argument("--share", type=float, default=1.0, help="which part of the 949 pairs, 0 to 1")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--suite", nargs="*", default=[], help="only these suites")
    parser.add_argument("--show", action="store_true", help="name the pairs that went wrong")
    arguments = parser.parse_args()
    if not is_installed():
        print("agentdojo is not installed; scripts/test sets up an environment that has it")
        return 2
    logging.disable(logging.CRITICAL)
    pairs = chosen(arguments.share, arguments.seed, arguments.suite)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = asyncio.run(play_all(pairs, Path(folder)))
    spent = time.perf_counter() - started
    code = report(outcomes, sum(map(works_unhindered, pairs)), show=arguments.show)
    print(f"  {spent:.0f} s, {1000 * spent / len(pairs):.0f} ms a pair with the gate")
    return code


if __name__ == "__main__":
    sys.exit(main())
