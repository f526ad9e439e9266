"""What the storage port promises, held against both engines."""

from tests.memory.databases import another, database, house

__all__ = ["another", "database", "house"]
