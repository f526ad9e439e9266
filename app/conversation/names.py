"""What a turn teaches of the names of things at work: what its tools showed, and the meetings whose transcripts came with it."""

from pydantic_ai.messages import ModelRequest, ToolReturnPart

from app.conversation.turn import Resources, Turn
from app.language.choosing.names_shown import shown
from app.language.meetings import is_transcript, is_unnamed, meeting_title
from app.language.orders.names import Name


async def learn_names(turn: Turn, resources: Resources) -> None:
    """Keep them. What is asked where others read along teaches nothing."""
    if turn.in_group:
        return
    titles = [meeting_title(one.name) for one in turn.attachments if is_transcript(one.name)]
    found = [Name("meeting", title) for title in titles if not is_unnamed(title)]
    for message in turn.messages:
        for part in message.parts if isinstance(message, ModelRequest) else ():
            if isinstance(part, ToolReturnPart) and isinstance(part.content, str):
                found += shown(part.tool_name, part.content)
    await resources.names.learn(turn.user.id, found)
