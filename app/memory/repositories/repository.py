"""What every repository is: queries over one database."""

from app.memory.ports import Database


class Repository:
    """Holds the database; knows no table."""

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        self._db = db
