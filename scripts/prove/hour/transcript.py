"""A chat as a person sees it, message by message, with what was there for a while and is gone."""

from scripts.prove.hour.sides.side import Shown, Side


async def transcript(side: Side) -> str:
    """All messages of the chat, oldest first."""
    return "\n".join([_shown(number, shown) for number, shown in enumerate(await side.chat(), 1)])


def _shown(number: int, shown: Shown) -> str:
    file = f"<{shown.file}> " if shown.file else ""
    gone = "(taken away) " if shown.deleted else ""
    buttons = f"  [{' | '.join(shown.buttons)}]" if shown.buttons else ""
    return f"{number:4} {'Kwasi' if shown.by_bot else 'Sam':6} {gone}{file}{shown.text}{buttons}"
