"""How many of the facts that people state about themselves the triggers find, and how often they find one in an ordinary request.

    python scripts/prove/fact_triggers.py FOLDER [--show]

FOLDER holds `memory/locomo_dev.json`, `routing/routing_dev.jsonl` and `multistep/single_intent_negatives.jsonl`. `fact_labels.txt` beside
this script names 280 of the conversations' turns whose observations were read by hand together with what was said, and says of each:

- lasting: the observed speaker states in this turn, in the first person and so that it can be understood by itself, something that one
  would still want to know in a month (who they are, their people, likes, habits, goals, plans, what they have begun);
- event: they state something that happened to them once, or how they are just now;
- none: neither (thanks, advice, opinions about the world, answers that lean on the question, the other one's facts).

Lines: a part, a label, a conversation and its turns ("3:11/1" means the second observation of that turn). The first part was developed on; the second was looked at once its first result
(21 of 36) was in, the third likewise (14 of 31, by a stricter rule). Of 20 lasting facts seen by nobody before, 12 were found then. A fact counts as found when one statement holds at least half of
the observation's telling words that the best of the turn's sentences holds. Ends with 1 when fewer than 60 % of the lasting facts of
any part are found, or more than 2 % of the requests hold a "fact".
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.language.statements.facts import facts_in  # noqa: E402 - the path comes first

LABELS = Path(__file__).with_name("fact_labels.txt")
AIM_FOUND, AIM_FALSE = 0.60, 0.02
REQUESTS = ("routing/routing_dev.jsonl", "multistep/single_intent_negatives.jsonl")
_STOP = frozenset(
    "the a an and or to of in on at for with is are was were be been being it its that this has have had he she his her their they them "
    "from as by about who which some also into than more very so not no".split()
)
_ENDING = re.compile(r"(?:ing|ies|es|ed|s|e|y)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


@dataclass(frozen=True)
class Case:
    """One turn with what was observed of its speaker."""

    part: str
    label: str
    said: str
    observed: str
    speaker: str


def telling(text: str) -> set[str]:
    """A text's words without the everyday ones, without endings."""
    words = re.findall(r"[a-z0-9]+", text.casefold().replace("'s", ""))
    return {_ENDING.sub("", word) if len(word) > 4 else word for word in words if word not in _STOP}


def is_found(case: Case) -> bool:
    """Whether a statement holds what the best sentence holds of the observation."""
    observed = telling(case.observed) - {case.speaker.casefold()}
    best = max(len(observed & telling(sentence)) for sentence in _SENTENCE.split(case.said))
    return best > 0 and any(2 * len(observed & telling(fact.statement)) >= best for fact in facts_in(case.said))


def cases_in(folder: Path) -> Iterator[Case]:
    """The labelled turns of the conversations in `folder`."""
    found = json.loads((folder / "memory" / "locomo_dev.json").read_text(encoding="utf-8"))
    conversations = {row["sample_id"]: row for row in found}
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        part, label, conversation, *turns = line.split()
        if conversation in conversations:
            yield from _cases(conversations[conversation], part, label, [f"D{turn}" for turn in turns])


def _cases(row: dict[str, Any], part: str, label: str, turns: list[str]) -> Iterator[Case]:
    said = {
        turn["dia_id"]: turn["text"] for talk in row["conversation"].values() if isinstance(talk, list) for turn in talk
    }
    observed: dict[str, list[tuple[str, str]]] = {}
    for by_speaker in row["observation"].values():
        for speaker, facts in by_speaker.items():
            for text, evidence in facts:
                for turn in re.findall(r"D\d+:\d+", str(evidence))[:1]:
                    observed.setdefault(turn, []).append((text, speaker))
    for name in turns:
        turn, _, which = name.partition("/")
        yield Case(part, label, said[turn], *observed[turn][int(which or 0)])


def main() -> int:
    """0 when both aims are met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print what was missed and what was found in requests")
    options = parser.parse_args()
    well = _recall(list(cases_in(options.folder)), show=options.show)
    return 0 if _requests(options.folder, show=options.show) and well else 1


def _recall(cases: list[Case], *, show: bool) -> bool:
    all_of = Counter((case.part, case.label) for case in cases)
    found = Counter((case.part, case.label) for case in cases if is_found(case))
    for key, count in sorted(all_of.items()):
        print(f"{key[0]:>8} {key[1]:<8} {found[key]:>3} of {count:<3} {found[key] / count:6.1%}")
    for case in cases:
        if show and case.label == "lasting" and not is_found(case):
            print(f"  missed: {case.observed}\n          {case.said}")
    return all(found[key] >= AIM_FOUND * count for key, count in all_of.items() if key[1] == "lasting")


def _requests(folder: Path, *, show: bool) -> bool:
    rows = [json.loads(line)["text"] for name in REQUESTS for line in (folder / name).read_text("utf-8").splitlines()]
    false = [(row, found) for row in rows if (found := facts_in(row))]
    print(f"requests with a fact: {len(false)} of {len(rows)} {len(false) / len(rows):6.2%}")
    for row, found in false if show else ():
        print(f"  {row} => {[fact.statement for fact in found]}")
    return len(false) <= AIM_FALSE * len(rows)


if __name__ == "__main__":
    sys.exit(main())
