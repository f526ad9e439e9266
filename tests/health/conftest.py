"""Health on both engines."""

from tests.health.worn import worn
from tests.memory.databases import another, database, house

__all__ = ["another", "database", "house", "worn"]
