"""How well messages are routed, on labelled utterances that others wrote.

    python scripts/prove/routing_quality.py FOLDER [--seed 14] [--set-aside]

FOLDER holds `*.jsonl` with `text` and `domain` (`none` for what no domain of ours does). Scores the keyword stage alone and
with the embedding stage: precision, recall and F1 of each labelled domain, their mean, and the share of `none` rows
that are routed anywhere. Utility beside another domain is free, as it joins every domain. Reminders count apart: some
sources file them under calendar, others under memory. The shipped reading was trained on two thirds of such rows: with
`--set-aside` only the third is scored that the seed keeps from training (`scripts/build_anchors.py`), without its wrong rows being
shown. Score it rarely. Ends with 1 when the aims are missed.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.models.embeddings import EmbeddedEmbedder  # noqa: E402 - the path comes first
from app.routing.domains import UTILITY  # noqa: E402
from app.routing.intent import IntentRouter, Route  # noqa: E402
from scripts.build_anchors import SEED, is_set_aside  # noqa: E402

NONE = "none"
AIM_MACRO_F1 = 0.90
AIM_FALSE_ROUTES = 0.03
WORST = 12


@dataclass(frozen=True)
class Outcome:
    """One labelled row and where it went."""

    text: str
    label: str
    routed: frozenset[str]
    method: str

    @property
    def is_reminder(self) -> bool:
        """Sources disagree on these."""
        return "remind" in self.text.lower()


@dataclass(frozen=True)
class Score:
    """Counts of one domain."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """Of the rows routed here, the share that belongs here."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """Of the rows that belong here, the share routed here."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)


def read_rows(folder: Path) -> list[dict[str, str]]:
    """All labelled rows of the folder."""
    files = sorted(folder.glob("*.jsonl"))
    return [
        json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip()
    ]


async def route_all(rows: list[dict[str, str]], router: IntentRouter) -> list[Outcome]:
    """Each row through the router, without a hint."""
    return [outcome(row, await router.route(row["text"])) for row in rows]


def outcome(row: dict[str, str], route: Route) -> Outcome:
    """The row with its route; utility counts only when it stands alone."""
    return Outcome(row["text"], row["domain"], route.domains - {UTILITY} or route.domains, route.method)


def score(outcomes: list[Outcome], domain: str) -> Score:
    """The counts of one domain."""
    labelled = [domain == one.label for one in outcomes]
    routed = [domain in one.routed for one in outcomes]
    pairs = Counter(zip(labelled, routed, strict=True))
    return Score(right=pairs[True, True], wrong=pairs[False, True], missed=pairs[True, False])


def macro_f1(outcomes: list[Outcome]) -> float:
    """Mean F1 of the labelled domains."""
    domains = sorted({one.label for one in outcomes} - {NONE})
    return sum(score(outcomes, domain).f1 for domain in domains) / max(1, len(domains))


def false_routes(outcomes: list[Outcome]) -> float:
    """The share of `none` rows that were routed anywhere."""
    nones = [one for one in outcomes if one.label == NONE]
    return sum(bool(one.routed) for one in nones) / max(1, len(nones))


def report(title: str, outcomes: list[Outcome]) -> tuple[float, float]:
    """Prints one table; returns macro-F1 and false routes."""
    scored = [one for one in outcomes if not one.is_reminder]
    reminders = [one for one in outcomes if one.is_reminder]
    print(f"\n{title}: {len(scored)} rows, {len(reminders)} reminders apart")
    for domain in sorted({one.label for one in scored} - {NONE}):
        row = score(scored, domain)
        print(f"  {domain:<10} precision {row.precision:.3f}  recall {row.recall:.3f}  F1 {row.f1:.3f}")
    figures = macro_f1(scored), false_routes(scored)
    print(f"  macro-F1 {figures[0]:.3f}   none rows routed anywhere {figures[1]:.1%}")
    kept = sum(bool(one.routed & {"memory", "calendar"}) for one in reminders)
    print(f"  reminders that reach memory or calendar: {kept} of {len(reminders)}")
    return figures


def confusions(outcomes: list[Outcome]) -> None:
    """Prints the most frequent wrong ways, with the stage that took them."""
    wrong = Counter(
        (one.label, "+".join(sorted(one.routed)) or NONE, one.method)
        for one in outcomes
        if not one.is_reminder and one.routed != frozenset({one.label} - {NONE})
    )
    print("\nmost frequent confusions (label -> routed, stage)")
    for (label, routed, method), count in wrong.most_common(WORST):
        print(f"  {count:>4}  {label} -> {routed} ({method})")


async def main(folder: Path, seed: int, *, set_aside: bool) -> int:
    """Both stages over the folder; 0 when the aims are met."""
    rows = [row for row in read_rows(folder) if is_set_aside(row["text"], seed) == set_aside]
    if not rows:
        print(f"no rows in {folder}")
        return 2
    report("keyword stage alone", await route_all(rows, IntentRouter(None)))
    outcomes = await route_all(rows, IntentRouter(EmbeddedEmbedder()))
    macro, false = report("keywords and anchors", outcomes)
    if not set_aside:
        confusions(outcomes)
    return int(macro < AIM_MACRO_F1 or false > AIM_FALSE_ROUTES)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How well messages are routed.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=SEED, help="draws the third that is set aside")
    parser.add_argument("--set-aside", action="store_true", help="score the third that nothing was trained on")
    asked = parser.parse_args()
    sys.exit(asyncio.run(main(asked.folder, asked.seed, set_aside=asked.set_aside)))
