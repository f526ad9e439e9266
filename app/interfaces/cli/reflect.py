"""`reflect`: the nightly reflection now, and what it changed."""

import argparse
import sys
from typing import Any

from app.config import Settings
from app.learning.reflection import Reflected, reflect

_SAYS = {
    "nothing new": "Nothing new was said since the last time.",
    "no model": "Reflecting takes a language model: set MODEL_NAME or a key. What you told me is kept as it is.",
    "unavailable": "The model isn't answering. Nothing has changed; run it again later.",
    "unreadable": "The model's answer was of no use. Nothing has changed; run it again, or set REFLECTION_MODEL_NAME to another one.",
    "over budget": "That would go over the budget you set. Nothing has changed.",
    "changed meanwhile": "Something was said or forgotten meanwhile. Nothing has changed; run it again.",
    "under way": "A reflection is under way already.",
}
_FINE = ("reflected", "nothing new", "under way")


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Print what changed; 1 where no reflection came of it."""
    services = await build_services(settings)
    try:
        found = await reflect(services.study, services.owner)
    finally:
        await services.close()
    sys.stdout.write("".join(f"{line}\n" for line in told(found)))
    return 0 if found.status in _FINE else 1


def told(found: Reflected) -> list[str]:
    """What came of it, line by line."""
    if found.status != "reflected":
        return [_SAYS[found.status]]
    lines = [f"Read {found.turns} {'message' if found.turns == 1 else 'messages'} with {found.model or 'the model'}."]
    if found.profile_words is not None:
        lines.append(f"Profile: written anew, {found.profile_words} words.")
    for name, texts in (
        ("New fact", found.facts),
        ("To come back to", found.intentions),
        ("Learned", found.learnings),
        ("Proposed, not used before you say yes (./scripts/run learnings)", found.proposed),
    ):
        lines += [f"{name}: {text}" for text in texts]
    if found.rejected:
        lines.append(f"Left out, because it wasn't clear where it came from: {found.rejected}.")
    return lines if len(lines) > 1 else [*lines, "Nothing to keep."]
