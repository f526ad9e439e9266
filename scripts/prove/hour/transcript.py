"""A chat as a person sees it, message by message, with what was there for a while and is gone."""

from tests.fakes.bot_api import Shown, Tester

_FILES = ("voice", "photo", "document")


async def transcript(api: Tester, chat_id: int) -> str:
    """All messages of a chat, oldest first."""
    return "\n".join([_shown(shown) for shown in await api.chat(chat_id, deleted=True)])


def _shown(shown: Shown) -> str:
    file = next((f"<{kind}> " for kind in _FILES if kind in shown.message), "")
    gone = "(taken away) " if shown.deleted else ""
    buttons = f"  [{' | '.join(shown.buttons)}]" if shown.buttons else ""
    return f"{shown.id:4} {'Kwasi' if shown.by_bot else 'Sam':6} {gone}{file}{shown.text}{buttons}"
