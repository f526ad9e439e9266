"""The methods about the bot itself: who it is, which commands it offers, and what a chat is."""

import json
import re
from typing import Any

from tests.fakes.bot_api.markup import units
from tests.fakes.bot_api.parameters import Parameters
from tests.fakes.bot_api.refusals import bad_request
from tests.fakes.bot_api.world import BOT, World

COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LONGEST_ABOUT = 256
MOST_COMMANDS = 100
GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


async def get_me(world: World, asked: Parameters) -> dict[str, Any]:
    return BOT | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def scope_of(asked: Parameters) -> str:
    """Whom a list of commands is for."""
    return json.dumps([asked.json("scope", {"type": "default"}), asked.text("language_code")], sort_keys=True)


async def set_my_commands(world: World, asked: Parameters) -> bool:
    commands = asked.json("commands", [])
    for entry in commands:
        if not COMMAND.fullmatch(entry.get("command", "").removeprefix("/")):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 0 < units(entry.get("description", "").strip()) <= LONGEST_ABOUT:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    if len(commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    world.commands[scope_of(asked)] = [
        {"command": entry["command"].removeprefix("/"), "description": entry["description"]} for entry in commands
    ]
    world.touch()
    return True


async def get_my_commands(world: World, asked: Parameters) -> list[dict[str, str]]:
    return world.commands.get(scope_of(asked), [])


async def delete_my_commands(world: World, asked: Parameters) -> bool:
    world.commands.pop(scope_of(asked), None)
    return True


async def get_chat(world: World, asked: Parameters) -> dict[str, Any]:
    chat = world.chat(asked.text("chat_id"))
    return chat.about | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(GIFTS, False),
    }
