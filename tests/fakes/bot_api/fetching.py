"""The methods that bring updates to the bot: long polling and the webhook, of which only one works at a time."""

import re
from typing import Any

from tests.fakes.bot_api.parameters import Parameters
from tests.fakes.bot_api.refusals import bad_request, conflict
from tests.fakes.bot_api.updates import POLL_BY_WEBHOOK, WEBHOOK_SET, Update
from tests.fakes.bot_api.webhook import Webhook
from tests.fakes.bot_api.world import World

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
ADDRESS = re.compile(r"https://.+|http://127\.0\.0\.1[:/].*")


async def get_updates(world: World, asked: Parameters) -> list[Update]:
    if world.webhook.url:
        raise conflict(WEBHOOK_SET)
    world.updates.allow(asked.json("allowed_updates"))
    return await world.updates.fetch(asked.integer("offset"), asked.integer("limit", 100), asked.integer("timeout"))


async def set_webhook(world: World, asked: Parameters) -> bool:
    url, secret = asked.text("url"), asked.text("secret_token")
    if not url:
        return await delete_webhook(world, asked)
    if not ADDRESS.fullmatch(url):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if secret and not SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    world.updates.allow(asked.json("allowed_updates"))
    world.updates.interrupt(conflict(POLL_BY_WEBHOOK))
    await begin(world, asked, Webhook(world.updates, url, secret, asked.integer("max_connections", 40)))
    return True


async def delete_webhook(world: World, asked: Parameters) -> bool:
    await begin(world, asked, Webhook(world.updates))
    return True


async def begin(world: World, asked: Parameters, webhook: Webhook) -> None:
    """Put one webhook in the place of another."""
    await world.webhook.stop()
    if asked.flag("drop_pending_updates"):
        world.updates.waiting.clear()
    world.webhook = webhook
    webhook.start()
    world.touch()


async def get_webhook_info(world: World, asked: Parameters) -> dict[str, Any]:
    about = {"has_custom_certificate": False, "pending_update_count": len(world.updates.waiting)}
    allowed = {"allowed_updates": world.updates.allowed} if world.updates.allowed else {}
    return {"url": world.webhook.url} | about | world.webhook.state() | allowed
