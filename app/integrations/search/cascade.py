"""The search of the web: one engine after another until one has found something, each with its own time limit and rest after a failure.

An engine that finds nothing has answered: the next is asked all the same, and its silence is no failure. Hits that no browser could open are
dropped, so that a lying engine can name nothing but pages.
"""

import logging
from collections.abc import Sequence
from urllib.parse import urlsplit

from app.errors import OutsideError
from app.integrations.fetching.refusals import failed
from app.integrations.search.engines import Engine
from app.integrations.search.port import Found, Hit

log = logging.getLogger(__name__)
_LONGEST_URL = 1_000


class Cascade:
    """All engines there are, as one."""

    def __init__(self, engines: Sequence[Engine]) -> None:
        """In the order in which they are asked."""
        self._engines = engines

    @property
    def engines(self) -> Sequence[str]:
        """Their names."""
        return [one.name for one in self._engines]

    async def search(self, query: str, *, limit: int = 5, fresh: bool = False, language: str = "en") -> Found:
        """The hits of the first engine that has any. Raises FetchFailed where every one failed."""
        problem: OutsideError | None = None
        answered: Engine | None = None
        for engine in self._engines:
            try:
                hits = await engine.hits(query, limit=limit, fresh=fresh, language=language)
            except OutsideError as error:
                problem = error
                log.info(
                    "a search engine failed",
                    extra={"event": "search.failed", "engine": engine.name, "reason": error.reason},
                )
                continue
            answered = engine
            if usable := tuple(one for one in hits if _is_page(one))[:limit]:
                return Found(usable, engine.name, engine.note)
        if answered is not None:
            return Found((), answered.name, answered.note)
        raise problem or failed("unreachable", "The search")


def _is_page(hit: Hit) -> bool:
    try:
        parts = urlsplit(hit.url)
    except ValueError:
        return False
    is_plain = hit.url.isprintable() and " " not in hit.url and len(hit.url) <= _LONGEST_URL
    return is_plain and parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
