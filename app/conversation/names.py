"""The names of things at work for a turn that rules answer, and what a turn teaches of them: what its tools showed."""

from pydantic_ai.messages import ModelRequest, ToolReturnPart

from app.conversation.turn import Resources, Turn
from app.language.choosing.names_shown import shown
from app.language.orders.names import NONE_KNOWN, Known, Name


async def known_names(turn: Turn, resources: Resources) -> Known:
    """Those of its user's accounts; none where others read along, or where nobody speaks and so nothing is to be asked."""
    return NONE_KNOWN if turn.in_group or turn.by_clock else await resources.names.known(turn.user.id)


async def learn_names(turn: Turn, resources: Resources) -> None:
    """Keep them. What is asked where others read along teaches nothing."""
    if turn.in_group:
        return
    found = list[Name]()
    for message in turn.messages:
        for part in message.parts if isinstance(message, ModelRequest) else ():
            if isinstance(part, ToolReturnPart) and isinstance(part.content, str):
                found += shown(part.tool_name, part.content)
    await resources.names.learn(turn.user.id, found)
