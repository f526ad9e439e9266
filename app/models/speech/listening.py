"""The child process that hears: decodes a recording and hands its sound to Whisper.

It answers a status of one word (ok, empty, long, broken), text, language and seconds. Knows no user and no setting.
"""

import io
from collections.abc import Iterator
from typing import Any

from app.models.serving import Answer, Head, serve
from app.models.speech import whisper
from app.models.speech.recording import sound_type
from app.models.speech.whisper import RATE

_TOO_QUIET = 0.003  # of full scale: nothing above it in the whole recording
_FORMATS = {
    "audio/ogg": "ogg",
    "audio/mpeg": "mp3",
    "audio/flac": "flac",
    "audio/amr": "amr",
    "audio/webm": "matroska",
    "audio/aiff": "aiff",
    "audio/wav": "wav",
    "audio/mp4": "mov",
    "audio/aac": "aac",
}


def main() -> None:
    """Serve until the parent is gone."""
    serve(listen)


def listen(question: Head, recording: bytes) -> Answer:
    """Answer one question: `language`, `most_seconds`; without a recording the usual model is only loaded."""
    if not recording:
        whisper.load(question["language"])
        return {"status": "ok"}, b""
    try:
        sound = _decoded(recording, question["most_seconds"])
    except Exception as problem:  # noqa: BLE001 # house: hostile bytes meet native libraries; the parent logs the name
        return {"status": "broken", "detail": type(problem).__name__}, b""
    seconds = len(sound) / RATE
    if seconds > question["most_seconds"]:
        return {"status": "long", "seconds": seconds}, b""
    if not len(sound) or abs(sound).max() < _TOO_QUIET:
        return {"status": "empty", "seconds": seconds}, b""
    heard = whisper.hear(sound, question["language"])
    status = "ok" if heard.text else "empty"
    return {"status": status, "text": heard.text, "language": heard.language, "seconds": seconds}, b""


def _decoded(recording: bytes, most_seconds: float) -> Any:
    """The sound as numbers between -1 and 1, 16,000 a second, one channel; decoding stops a little after `most_seconds`."""
    import av  # 100 MB of codecs
    import numpy as np

    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    # The format is said, not guessed by the library: it knows kinds of file that name other files, and reads those.
    container = av.open(io.BytesIO(recording), format=_FORMATS[sound_type(recording) or ""])
    pieces: list[Any] = []
    room = int((most_seconds + 1) * RATE)
    with container:
        for frame in _frames(container):
            new = [piece.to_ndarray().reshape(-1) for piece in resampler.resample(frame)]
            pieces += new
            room -= sum(map(len, new))
            if room < 0:
                break
    return np.concatenate(pieces).astype(np.float32) / 32768.0 if pieces else np.zeros(0, np.float32)


def _frames(container: Any) -> Iterator[Any]:
    """Decoded frames; a file that breaks off is heard up to there, one without a sound frame at all is an error."""
    from av.error import FFmpegError

    frames = 0
    try:
        for frame in container.decode(audio=0):
            frame.pts = None  # holes in the time stamps would be an error
            frames += 1
            yield frame
    except FFmpegError:
        if not frames:
            raise
    if frames:
        yield None  # lets the resampler hand out what it holds back
