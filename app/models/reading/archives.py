"""Starts the process that reads archives of measurements."""

from app.models.child import Child

_READER = "app.models.reading.archiving"  # by name: it is loaded in that process only
_IDLE_SECONDS = 600.0  # a question follows the last answer as soon as that is written


def archive_reader() -> Child:
    """One for one archive; whoever asked for it closes it."""
    return Child(_READER, idle_seconds=_IDLE_SECONDS)
