"""Fetches the production versions of the prompts from Langfuse, in every process: a prompt tuned there is used within minutes, and nothing waits.

While Langfuse is away the versions that are known stay; after a start without it the files count.
"""

import asyncio
import logging

from app.integrations.langfuse import LangfusePrompts, server_of
from app.loops.ground import Ground
from app.prompts.named import fetched, texts, use

log = logging.getLogger(__name__)
_SECONDS = 60.0


async def refresh(ground: Ground) -> int:
    """Ask for each; how many texts changed. Raises OutsideError, TimeoutError: the rest stays as it was."""
    server = server_of(ground.settings)
    if server is None:
        return 0
    changed = 0
    async with asyncio.timeout(_SECONDS), LangfusePrompts(server) as prompts:
        for key in texts():
            version = await prompts.production(key)
            if version == fetched(key):
                continue
            fields = {"prompt": key, "version": version.number if version else None}
            if reason := use(key, version):
                log.warning("prompt not used", extra={"event": "prompts.refused", "because": reason, **fields})
                continue
            log.info("prompt changed", extra={"event": "prompts.changed", **fields})
            changed += 1
    return changed
