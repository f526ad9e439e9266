"""A server that lets open streams go when it stops.

An event stream has no end of its own and would hold a shutdown until its time limit; here it is told first.
"""

import asyncio
import socket

import uvicorn


class PromptServer(uvicorn.Server):
    """uvicorn, which sets `closing` before it waits for its connections."""

    def __init__(self, config: uvicorn.Config, *, closing: asyncio.Event) -> None:
        """`closing` is the event the streams watch."""
        super().__init__(config)
        self._closing = closing

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the streams, then stop as ever."""
        self._closing.set()
        await super().shutdown(sockets)
