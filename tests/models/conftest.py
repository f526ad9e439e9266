"""Both engines, for what a model call writes down."""

from tests.memory.databases import another, database, house

__all__ = ["another", "database", "house"]
