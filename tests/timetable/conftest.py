"""The timetable works on rows, so its tests have both engines."""

from tests.memory.databases import another, database, house

__all__ = ["another", "database", "house"]
