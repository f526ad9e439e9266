"""Run every authored request through the offline model; print the share understood a group, and the time it takes.

python scripts/prove/offline_requests.py [--failures] [group ...]
"""

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.language.orders import suite


def main(arguments: list[str]) -> int:
    """Print the table; the exit code says whether all were right."""
    show, groups = "--failures" in arguments, {name for name in arguments if not name.startswith("-")}
    right: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    spent: list[float] = []
    for case in suite.cases():
        if groups and case.group not in groups:
            continue
        started = time.perf_counter()
        plan = suite.plan_of(case)
        spent.append(time.perf_counter() - started)
        wrong = suite.problem(case, plan)
        total[case.batch, case.group] += 1
        right[case.batch, case.group] += not wrong
        if wrong and show:
            print(f"{case.id}\n    wanted {case.expected}\n    {wrong}")
    for key in sorted(total):
        print(f"{key[0]:7} {key[1]:12} {right[key]:4}/{total[key]:<4} {right[key] / total[key]:6.1%}")
    _summary(right, total, sorted(spent))
    return 0 if right.total() == total.total() else 1


def _summary(right: Counter[tuple[str, str]], total: Counter[tuple[str, str]], spent: list[float]) -> None:
    for batch in sorted({batch for batch, _ in total}):
        good = sum(count for key, count in right.items() if key[0] == batch)
        every = sum(count for key, count in total.items() if key[0] == batch)
        print(f"{batch:7} {'all':12} {good:4}/{every:<4} {good / every:6.1%}")
    middle, late = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
    print(f"understanding: median {middle * 1000:.2f} ms, p95 {late * 1000:.2f} ms, worst {spent[-1] * 1000:.2f} ms")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
