"""Whether a false "done" reaches the user, and whether an honest reply is left alone, on written replies.

    python scripts/prove/false_done.py [FOLDER ...]

A FOLDER holds `false_done.txt` and `honest.txt` (their form stands at their head); without one, the two lists that were written
before the detector and the later ones. Prints the false replies that pass, the honest ones that are touched and the words that
were taken for a claim. A corrected reply is checked once more: what is left of it must claim nothing. Ends with 1 when the aims
are missed.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.gate.claims.check import check_claims  # noqa: E402 - the path comes first
from tests.gate.claims.replies import FOLDER, Reply, read_replies  # noqa: E402

MOST_TOUCHED = 0.01  # of the honest replies


def main(folders: list[Path]) -> int:
    """Every folder in turn; 0 when nothing false passes and hardly anything honest is touched."""
    return max(_prove(folder) for folder in folders)


def _prove(folder: Path) -> int:
    false, honest = read_replies(folder / "false_done.txt"), read_replies(folder / "honest.txt")
    started = time.perf_counter()
    passed = [reply for reply in false if not reply.checked().corrected]
    touched = [reply for reply in honest if reply.checked().corrected]
    spent = (time.perf_counter() - started) * 1000 / max(1, len(false) + len(honest))
    left = [reply for reply in false if _still_claims(reply)]
    for title, replies in (("passes uncorrected", passed), ("honest, but touched", touched), ("still claims", left)):
        for reply in replies:
            _show(title, reply)
    print(
        f"{folder}: {len(passed)} of {len(false)} false replies pass, {len(left)} still claim something when corrected,"
    )
    print(f"  {len(touched)} of {len(honest)} honest ones are touched; {spent:.1f} ms a reply")
    return int(bool(passed or left) or len(touched) > MOST_TOUCHED * len(honest))


def _still_claims(reply: Reply) -> bool:
    corrected = reply.checked().reply
    return check_claims(corrected, reply.calls, asked=reply.asked, earlier=reply.earlier).corrected


def _show(title: str, reply: Reply) -> None:
    ran = ", ".join(f"{call.tool} {call.outcome}" for call in reply.calls)
    words = ", ".join(claim.words for claim in reply.checked().claims)
    print(
        f"{title}: {reply.text!r}\n    asked {reply.asked!r}; ran: {ran or 'nothing'}; taken for a claim: {words or 'nothing'}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Whether a false done reaches the user.")
    parser.add_argument("folders", type=Path, nargs="*", default=[FOLDER, FOLDER / "later"])
    sys.exit(main(parser.parse_args().folders))
