#!/usr/bin/env python3
"""A scripted hour of chat with the real program on a channel, and the same hour under kill -9.

    channel_hour.py [--channel telegram|whatsapp|slack]              one undisturbed hour, printed as a person sees it, and checked
                    [--engine sqlite|postgres] [--postgres URL]
    channel_hour.py --channel slack --kills 200 [--seed 0]           the hour again and again, its process killed at random moments
                    [--parallel 2] [--keep FOLDER]                   until there were so many; keeps chats, logs and databases

The program is `python -m app serve` in a process of its own; the vendor, the language model and the speech server live on while it
is killed. What must hold is in `hour/verdict.py`. Postgres needs the URL of a server on which databases may be made, or the
development environment, which brings one. Exit code 1 when anything was lost or doubled.
"""

import argparse
import asyncio
import logging
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.prove.crash_storm import postgres_for
from scripts.prove.hour.run import Sqlite, calm_hour, storm
from scripts.prove.hour.sides import SIDES


def main() -> int:
    """0 when everything that was expected came, once."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--channel", choices=tuple(SIDES), default="telegram")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep every hour's database, log and chat here")
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--postgres", default="", metavar="URL")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no process is left behind
    logging.disable(logging.CRITICAL)  # servers whose askers are killed say little of interest
    with postgres_for((options.engine,), options.postgres) as postgres:
        server = postgres or Sqlite()
        if not options.kills:
            return asyncio.run(calm_hour(options.channel, options.keep, server))
        return asyncio.run(
            storm(
                options.channel, options.kills, server, seed=options.seed, parallel=options.parallel, keep=options.keep
            )
        )


if __name__ == "__main__":
    sys.exit(main())
