#!/usr/bin/env python3
"""What a chart costs: as SVG for the page, as PNG for a messenger. Prints a Markdown table.

    python -m scripts.bench.pictures [--runs 30]

Processor time and not time on the clock, so that other work on the machine counts little. A week of bars, a week of nights by stage, a year as a line.
"""

import argparse
import resource
import statistics
import time
from collections.abc import Callable

from app.charts.chart import Chart, Series
from app.charts.png import png
from app.charts.svg import svg

_WEEK, _YEAR = 7, 365


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=30)
    runs = parser.parse_args().runs
    before = _peak()
    print("| chart | SVG, ms | SVG, kB | PNG, ms | PNG, kB |\n|---|---|---|---|---|")
    for name, chart in _charts().items():
        picture = png(chart) or b""
        drawn, rendered = _cost(lambda chart=chart: svg(chart), runs), _cost(lambda chart=chart: png(chart), runs)
        print(f"| {name} | {drawn} | {len(svg(chart)) / 1000:.1f} | {rendered} | {len(picture) / 1000:.0f} |")
    print(f"\nMemory at its highest: {before} MiB before, {_peak()} MiB after.")


def _charts() -> dict[str, Chart]:
    days = tuple(f"day {number}" for number in range(_YEAR))
    wave = tuple(50 + (number * 7919) % 23 for number in range(_YEAR))
    stages = ("deep", "rem", "light", "awake")
    nights = tuple(Series(role, tuple(float(60 + value) for value in wave[:_WEEK]), role) for role in stages)
    week = days[:_WEEK]
    return {
        "a week of bars": Chart("bars", "Steps", "steps", week, (Series("Steps", wave[:_WEEK]),), "", (55, 65)),
        "a week of nights": Chart("stacked", "Sleep", "min", week, nights, "", (390, 455)),
        "a year as a line": Chart("line", "Heart rate", "bpm", days, (Series("Heart rate", wave),), "", (55, 65)),
    }


def _cost(draw: Callable[[], object], runs: int) -> str:
    """Milliseconds of processor time: the median, and nine of ten are below the second."""
    draw()
    times: list[float] = []
    for _ in range(max(runs, 2)):
        began = time.process_time()
        draw()
        times.append((time.process_time() - began) * 1000)
    return f"{statistics.median(times):.1f}, p90 {statistics.quantiles(times, n=10)[8]:.1f}"


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
