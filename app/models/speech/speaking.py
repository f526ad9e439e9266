"""The child process that speaks: a small English voice that came inside a wheel, the system's espeak-ng for other languages.

It also turns sound from elsewhere into the one form that leaves the house: OGG/Opus, one channel. Knows no user and no setting.
"""

import importlib.util
import io
import shutil
import subprocess
from typing import Any

from app.models.serving import Answer, Head, serve

ESPEAK = "espeak-ng"
RATE = 24_000  # what the embedded voice speaks in, and one of the five that Opus knows
_BITS_A_SECOND = 32_000
_WAVE_HEAD = 44  # bytes; its lengths are wrong when it comes through a pipe
_SPEAKING_SECONDS = 60
_PLACES = "/usr/bin:/usr/local/bin:/opt/homebrew/bin"  # the process has no PATH of its own
_loaded: dict[str, Any] = {}


def main() -> None:
    """Serve until the parent is gone."""
    serve(speak)


def speak(question: Head, sound: bytes) -> Answer:
    """Answer one question: `text` and `language` to say, or raw `sound` (16 bit, one channel) of `rate` to encode."""
    if sound:
        samples, rate = _samples(sound), question["rate"]
    elif question["language"] == "en" and _found("hibari"):
        samples, rate = _voice()(question["text"], seed=0), RATE
    else:
        samples, rate = _by_espeak(question["text"], question["language"])
    if not len(samples):
        raise ValueError("nothing to hear")
    return {"seconds": len(samples) / rate}, _encoded(samples, rate)


def languages() -> str:
    """What can be spoken: "" nothing, "en" English, "*" others too. Imports nothing."""
    if not (_found("av") or _found("soundfile")):
        return ""
    if espeak_path():
        return "*"
    return "en" if _found("hibari") else ""


def espeak_path() -> str | None:
    """Where espeak-ng is, if it is installed."""
    return shutil.which(ESPEAK, path=_PLACES)


def _found(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _voice() -> Any:
    if "voice" not in _loaded:
        from hibari import Hibari  # with onnxruntime, half a second

        _loaded["voice"] = Hibari()
    return _loaded["voice"]


def _by_espeak(text: str, language: str) -> tuple[Any, int]:
    program = espeak_path()
    if program is None:
        raise LookupError(language)
    # The text goes in by a pipe: one that begins with a dash is no option.
    command = [program, "-v", language, "--stdin", "--stdout", "-b", "1", "-s", "165"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_SPEAKING_SECONDS, check=True)  # noqa: S603
    rate = int.from_bytes(done.stdout[24:28], "little")
    return _samples(done.stdout[_WAVE_HEAD : len(done.stdout) // 2 * 2]), rate


def _samples(sound: bytes) -> Any:
    """Numbers between -1 and 1 from 16-bit ones."""
    import numpy as np

    return np.frombuffer(sound, "<i2").astype(np.float32) / 32768.0


def _encoded(samples: Any, rate: int) -> bytes:
    """OGG/Opus at 24,000 a second; another rate is stretched to it by straight lines, which speech bears."""
    import numpy as np

    if rate != RATE:
        wanted = np.linspace(0, len(samples) - 1, int(len(samples) * RATE / rate))
        samples = np.interp(wanted, np.arange(len(samples)), samples)
    samples = np.clip(samples, -1.0, 1.0).astype(np.float32)
    return _by_av(samples) if _found("av") else by_soundfile(samples)


def by_soundfile(samples: Any) -> bytes:
    """The small encoder, which is always installed; it takes four times as long."""
    import soundfile

    target = io.BytesIO()
    soundfile.write(target, samples, RATE, format="OGG", subtype="OPUS")
    return target.getvalue()


def _by_av(samples: Any) -> bytes:
    import av
    import numpy as np

    target = io.BytesIO()
    options = {"application": "voip", "compression_level": "3"}  # of 10: half the work for the same size
    with av.open(target, "w", format="ogg") as container:
        stream = container.add_stream("libopus", rate=RATE, layout="mono", options=options)
        codec = stream.codec_context
        codec.bit_rate = _BITS_A_SECOND
        frame = av.AudioFrame.from_ndarray(
            (samples * 32767).astype(np.int16).reshape(1, -1), format="s16", layout="mono"
        )
        frame.sample_rate = RATE
        waiting = av.AudioFifo()
        waiting.write(frame)
        while piece := waiting.read(codec.frame_size, partial=True):
            container.mux(stream.encode(piece))
        container.mux(stream.encode(None))
    return target.getvalue()
