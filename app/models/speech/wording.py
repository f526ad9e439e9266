"""What the user is told when a recording gives no words, and the limits that these sentences name."""

MOST_SECONDS = 600
MOST_BYTES = 20_000_000

NO_ENGINE = (
    "I can't listen yet: run ./scripts/voice once, or set GOOGLE_API_KEY or SPEECH_BASE_URL. Until then, type it."
)
SILENT = "I heard nobody speak in that recording. Say it again, a little closer to the microphone, or type it."
BROKEN = "That recording is damaged, so I can't hear it. Send it once more, or type it."
NO_SOUND = "That isn't a recording I can play. A voice note works, and so do MP3, M4A, WAV, OGG, FLAC and WebM."
OUT_OF_ORDER = "My hearing isn't working right now. Type it, or send the voice note again in a minute."
TOO_LARGE = f"That recording is too large: I listen to at most {MOST_BYTES // 1_000_000} MB. Send it in shorter pieces."


def too_long() -> str:
    """Longer than I listen."""
    return f"That recording is too long: I listen to at most {MOST_SECONDS // 60} minutes. Send it in shorter pieces."
