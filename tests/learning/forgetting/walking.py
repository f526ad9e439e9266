"""Walking all tables of a person, for those who must be sure that a word is in none of them."""

from typing import Any

from app.memory.ports import Database


async def tables(database: Database) -> list[str]:
    """All that have rows of a person."""
    if database.engine == "sqlite":
        found = await database.fetch(
            "SELECT m.name AS table_name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
            " WHERE m.type = 'table' AND c.name = 'user_id' ORDER BY 1"
        )
    else:
        found = await database.fetch(
            "SELECT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY 1"
        )
    return [row["table_name"] for row in found]


async def rows(database: Database, table: str, user: str) -> list[dict[str, Any]]:
    """All rows of a user's in a table."""
    return await database.fetch(f"SELECT * FROM {table} WHERE user_id = $1", user)


async def holding(database: Database, word: str, user: str = "owner") -> list[str]:
    """The tables that hold a word in any column of the user's rows."""
    return [
        table
        for table in await tables(database)
        if any(word in repr(row).casefold() for row in await rows(database, table, user))
    ]
