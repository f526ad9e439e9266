"""What a turn teaches of the names of things at work: what its tools showed."""

from pydantic_ai.messages import ModelRequest, ToolReturnPart

from app.conversation.turn import Resources, Turn
from app.language.choosing.names_shown import shown
from app.language.orders.names import Name


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
