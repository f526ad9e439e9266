"""A chat as a person sees it."""

from tests.fakes.bot_api import Tester


async def transcript(api: Tester, chat_id: int) -> str:
    lines = []
    for shown in await api.chat(chat_id, deleted=True):
        who = "KWASI" if shown.by_bot else "SAM"
        extra = f"  [{' | '.join(shown.buttons)}]" if shown.buttons else ""
        kind = next((k for k in ("voice", "photo", "document") if k in shown.message), "")
        lines.append(
            f"{shown.id:4} {who:6}{'(gone) ' if shown.deleted else ''}{f'<{kind}> ' if kind else ''}{shown.text}{extra} "
            + (f"({len(shown.texts)})" if shown.by_bot else "")
        )
    return "\n".join(lines)
