"""Health on both engines."""

from tests.health.worn import worn
from tests.memory.databases import another, database, house, migrated_url

__all__ = ["another", "database", "house", "migrated_url", "worn"]
