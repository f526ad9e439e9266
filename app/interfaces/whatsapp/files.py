"""Fetching what came with a message: within Meta's limits and ours, and with a sentence for each way it can fail."""

from app.errors import DeliveryLater, InputRefused
from app.interfaces.whatsapp.client import LARGEST, GraphApi
from app.interfaces.whatsapp.content import CHANNEL
from app.interfaces.whatsapp.failures import as_delivery
from app.interfaces.whatsapp.graph_errors import Gone, GraphProblem, TooBig

_TOO_BIG = "That file is larger than {limit} MB, more than I take from WhatsApp. Send a smaller one, or its text."
_GONE = "WhatsApp doesn't have that file any more. Send it again and I'll look at it."


class Files:
    """Downloads by reference."""

    def __init__(self, api: GraphApi, *, largest: int = LARGEST) -> None:
        """`largest` in bytes."""
        self._api = api
        self._largest = min(largest, LARGEST)

    async def fetch(self, reference: str) -> bytes:
        """The bytes of "whatsapp:<media id>". Raises InputRefused where they will never come, DeliveryLater where they may yet."""
        channel, _, media_id = reference.partition(":")
        if channel != CHANNEL or not media_id:
            raise InputRefused(_GONE)
        try:
            return await self._api.fetch(media_id, self._largest)
        except TooBig:
            raise InputRefused(_TOO_BIG.format(limit=self._largest // 1_000_000)) from None
        except Gone:
            raise InputRefused(_GONE) from None
        except GraphProblem as problem:
            later = as_delivery(problem, repeatable=True)
            raise (later if isinstance(later, DeliveryLater) else InputRefused(_GONE)) from None

    async def close(self) -> None:
        """Let go of the connections."""
        await self._api.close()
