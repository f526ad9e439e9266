"""What a JSON column holds."""

from typing import Any

Json = dict[str, Any]
