"""Taking back what was done about alerts. Rows of the table of undos (`undo.py`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.errors import ToolProblem
from app.memory.repositories import Repositories


async def delete_new(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """An alert that was made is watched for no longer."""
    _expect(await store.alert_rules.set_status(user_id, given["id"], "cancelled", at))
    return f"Taken back: I no longer watch for alert #{given['id']}."


async def restore(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """An alert that was deleted is as it was."""
    _expect(await store.alert_rules.set_status(user_id, given["id"], given["status"], at))
    return f"Alert #{given['id']} is back."


async def change_back(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """An alert that was changed is as it was."""
    kept = {name: given[name] for name in ("name", "source", "condition", "cooldown", "status")}
    ends = datetime.fromisoformat(given["expires_at"]) if given["expires_at"] else None
    _expect(
        await store.alert_rules.update(user_id, given["id"], expires_at=ends, taint=given.get("taint"), at=at, **kept)
        is not None
    )
    return f"Alert #{given['id']} is as it was."


def _expect(done: bool) -> None:
    if not done:
        raise ToolProblem("That alert isn't there any more.")
