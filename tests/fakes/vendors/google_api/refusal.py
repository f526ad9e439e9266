"""A request that is refused, as Google says it."""

from typing import Any


class Refused(Exception):
    """A status and a reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason

    def body(self) -> dict[str, Any]:
        """As Google writes it."""
        errors = [{"domain": "global", "reason": self.reason, "message": self.reason}]
        return {"error": {"code": self.status, "message": self.reason, "errors": errors}}
