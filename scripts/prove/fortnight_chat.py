"""Play a fortnight of one person's chat on a clock that is moved, and check what is recalled, corrected and forgotten.

    python scripts/prove/fortnight_chat.py [--engine sqlite|postgres|both] [--embedder embedded|none] [--log]

Every answer comes from the real house with the offline model: turns, background learning, session summaries, nightly reflection and
forgetting run as they do in the product, on a clock that is moved ten minutes at a time. Prints the chat with what was wrong, and with
`--log` the log of every session at its end. With "both" the answers of the two databases must be the same, word for word.
"""

import argparse
import asyncio
import logging
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.interfaces.cli.log import told
from app.learning.session_log import log_of, sessions_of
from scripts.prove.engines import engines_of, storage_of
from scripts.prove.fortnight.play import ZONE, Heard, moment, play
from scripts.prove.fortnight.scenes import SCENES
from tests.house import open_house


def show(heard: Heard) -> None:
    """Print one exchange."""
    scene = heard.scene
    if scene.do == "night":
        print("          · · ·")
        return
    print(f"{scene.at:>8}  > {scene.say or f'[{scene.do}]'}")
    print("\n".join(f"            {line}" for line in heard.answer.splitlines()))
    if heard.problem:
        print(f"      !!    {heard.problem}")


async def fortnight(storage: dict[str, Any], *, embedder: str, log: bool) -> list[Heard]:
    """The whole fortnight on one database."""
    settings = Settings(**{**storage, "time_zone": str(ZONE), "embedder": embedder})

    def opened(clock: ManualClock) -> AbstractAsyncContextManager[Services]:
        return open_house(settings.data_dir, settings=settings, clock=clock)

    heard = await play(SCENES, opened, show)
    if log:
        async with opened(ManualClock(moment(SCENES[-1].at))) as house:
            await show_log(house)
    return heard


async def show_log(house: Services) -> None:
    """Every session, oldest first, as `./scripts/run log` prints it."""
    for head in reversed(await sessions_of(house.study, house.owner.id)):
        session = await log_of(house.study, house.owner.id, "now" if head.id is None else str(head.id))
        if session is not None:
            print("\n".join(("", *told(session, ZONE))))


def main() -> int:
    """0 when every answer was right, and the same on both databases."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--embedder", choices=("embedded", "none"), default="embedded")
    parser.add_argument("--log", action="store_true", help="print the session log at the end")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    wrong, answers = 0, []
    for engine in engines_of(options.engine):
        print(f"=== {engine}")
        with storage_of(engine) as storage:
            heard = asyncio.run(fortnight(storage, embedder=options.embedder, log=options.log))
        wrong += sum(bool(one.problem) for one in heard)
        answers.append([one.answer for one in heard])
        print(f"--- {engine}: {len(heard)} scenes, {sum(bool(one.problem) for one in heard)} wrong")
    differ = sum(len(set(each)) > 1 for each in zip(*answers, strict=True))
    print(f"\nwrong answers: {wrong}; answers that differ between the databases: {differ}")
    return 1 if wrong or differ else 0


if __name__ == "__main__":
    sys.exit(main())
