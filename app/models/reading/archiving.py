"""The child process that reads an archive of measurements, within limits that the system enforces: archives lie about their sizes and are made
to break readers. It writes no file, and answers codes and numbers; sentences are the parent's. Knows no user.
"""

from app.health.samsung.answering import Answering
from app.models.serving import limit, serve

_MEMORY = 768 * 1024 * 1024  # of addresses; what is used is a tenth of that
_CPU_SECONDS = 6 * 3600


def main() -> None:
    """Serve until the parent is gone."""
    limit(memory=_MEMORY, cpu_seconds=_CPU_SECONDS)
    serve(Answering().answer)
