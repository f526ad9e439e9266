"""Both engines, for what a model call writes down."""

from tests.memory.databases import another, database, house, migrated_url

__all__ = ["another", "database", "house", "migrated_url"]
