#!/usr/bin/env python3
"""What hearing and speaking on this machine cost, and how much is understood. Prints a Markdown table.

    python -m scripts.bench.speech [FOLDER] [--runs 10] [--locale en-GB]

Without a folder the embedded voice says the sentences of the tests and a note of five seconds. A folder holds recordings, each beside
a .txt of the same name with what is said in it.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from app.config import Settings
from app.models.child import Child
from app.models.media import Media, language_code
from app.models.reading.reader import Reader
from app.models.speech.choice import build_speech
from app.models.speech.recording import ogg_seconds
from tests.models.speech.samples import EVERYDAY, word_errors

FIVE_SECONDS = f"{EVERYDAY[1]} Thank you very much."
Row = tuple[str, str]
Sample = tuple[bytes, str]


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--locale", default="en-GB")
    options = parser.parse_args()
    # Nothing may answer but what is on this machine.
    media = Media(build_speech(Settings(speech_to_text="embedded", text_to_speech="embedded")), Reader())
    try:
        rows = await _costs(media, options.runs, options.locale)
        samples = _recorded(options.folder) if options.folder else await _spoken(media)
        rows += await _understood(media, samples, options.locale)
    finally:
        await media.close()
    print("| what | figure |\n|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |")


async def _costs(media: Media, runs: int, locale: str) -> list[Row]:
    """Time to load, to hear a note of five seconds and to say a sentence, the child processes and their pipes included."""
    speaking = await _timed(lambda: media.speak(FIVE_SECONDS, "en-GB"), 1)
    note = await media.speak(FIVE_SECONDS, "en-GB")
    if note is None:
        raise SystemExit("Nothing here speaks: install the voice extra.")
    loading = await _timed(lambda: media.warm(locale), 1)
    hearing = await _timed(lambda: media.transcribe(note, locale), runs)
    saying = await _timed(lambda: media.speak(EVERYDAY[0], "en-GB"), runs)
    embedded = media.speech.embedded
    return [
        ("listening: start and load", f"{loading[0]:.2f} s"),
        (f"listening: a note of {ogg_seconds(note):.1f} s, median", f"{statistics.median(hearing):.2f} s"),
        ("listening: the same, slowest", f"{max(hearing):.2f} s"),
        ("speaking: start, load and first sentences", f"{speaking[0]:.2f} s"),
        ("speaking: a sentence, median", f"{statistics.median(saying):.2f} s"),
        ("resident memory while listening", _memory(embedded._child) if embedded else "-"),
        ("resident memory while speaking", _memory(media.speech.encoder._child)),
    ]


async def _timed(call: object, times: int) -> list[float]:
    seconds: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        await call()  # type: ignore[operator]
        seconds.append(time.perf_counter() - began)
    return seconds


def _memory(child: Child) -> str:
    process = child._process
    status = Path(f"/proc/{process.pid if process else 0}/status")
    if not status.exists():
        return "-"
    return f"{int(status.read_text().split('VmRSS:')[1].split()[0]) // 1024} MiB"


async def _spoken(media: Media) -> list[Sample]:
    """Recordings of the tests' sentences by the embedded voice."""
    notes = [(await media.speak(sentence, "en-GB"), sentence) for sentence in EVERYDAY]
    return [(note, sentence) for note, sentence in notes if note]


def _recorded(folder: Path) -> list[Sample]:
    """Recordings that have a text beside them."""
    files = [path for path in sorted(folder.iterdir()) if path.suffix != ".txt" and path.with_suffix(".txt").exists()]
    return [(path.read_bytes(), path.with_suffix(".txt").read_text("utf-8")) for path in files]


async def _understood(media: Media, samples: Sequence[Sample], locale: str) -> list[Row]:
    errors = words = 0
    for recording, said in samples:
        heard = await media.transcribe(recording, locale)
        wrong, count = word_errors(said, heard.text)
        errors, words = errors + wrong, words + count
    rate = f"{errors / words:.1%}" if words else "-"
    return [(f"word errors in {len(samples)} recordings ({language_code(locale)})", f"{rate} ({errors} of {words})")]


if __name__ == "__main__":
    asyncio.run(main())
