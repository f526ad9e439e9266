"""The methods of the Bot API that are imitated, and which of their parameters.

`acts` are the parameters a method obeys, `ignores` those it takes without effect on what is to be seen here. A parameter
in neither is answered "not imitated", so that no test rests on something that did nothing.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tests.fakes.bot_api import bot, fetching, media, texting
from tests.fakes.bot_api.parameters import Parameters
from tests.fakes.bot_api.refusals import NotImitated
from tests.fakes.bot_api.world import World


@dataclass(frozen=True, slots=True)
class Method:
    """One method."""

    name: str
    run: Callable[[World, Parameters], Awaitable[Any]]
    acts: frozenset[str]
    ignores: frozenset[str]

    def check(self, asked: Parameters) -> None:
        """Refuse what this server would pass over in silence."""
        if unknown := (asked.texts.keys() | asked.files.keys()) - self.acts - self.ignores - attached(asked):
            raise NotImitated(f"{self.name} with {sorted(unknown)}")


def attached(asked: Parameters) -> set[str]:
    """The names of uploads that another parameter points to."""
    return {name for name in asked.files if any(f"attach://{name}" in text for text in asked.texts.values())}


def method(name: str, run: Callable[[World, Parameters], Awaitable[Any]], acts: str = "", ignores: str = "") -> Method:
    return Method(name, run, frozenset(acts.split()), frozenset(ignores.split()))


SENDING = "chat_id message_thread_id reply_parameters reply_markup "
QUIET = "disable_notification protect_content "
CAPTIONED = SENDING + "caption parse_mode caption_entities "
EDITING = "chat_id message_id reply_markup "
LIST = (
    method("getMe", bot.get_me),
    method("getUpdates", fetching.get_updates, "offset limit timeout allowed_updates"),
    method(
        "setWebhook",
        fetching.set_webhook,
        "url allowed_updates drop_pending_updates secret_token max_connections",
        "ip_address",
    ),
    method("deleteWebhook", fetching.delete_webhook, "drop_pending_updates"),
    method("getWebhookInfo", fetching.get_webhook_info),
    method("setMyCommands", bot.set_my_commands, "commands scope language_code"),
    method("getMyCommands", bot.get_my_commands, "scope language_code"),
    method("deleteMyCommands", bot.delete_my_commands, "scope language_code"),
    method("getChat", bot.get_chat, "chat_id"),
    method("sendMessage", texting.send_message, SENDING + "text parse_mode entities", QUIET + "link_preview_options"),
    method("editMessageText", texting.edit_message_text, EDITING + "text parse_mode entities", "link_preview_options"),
    method("editMessageCaption", texting.edit_message_caption, EDITING + "caption parse_mode caption_entities"),
    method("editMessageReplyMarkup", texting.edit_message_reply_markup, EDITING),
    method("deleteMessage", texting.delete_message, "chat_id message_id"),
    method("sendChatAction", texting.send_chat_action, "chat_id action", "message_thread_id"),
    method("answerCallbackQuery", texting.answer_callback_query, "callback_query_id text show_alert", "cache_time"),
    method("getFile", media.get_file, "file_id"),
    method("sendVoice", media.sender("voice"), CAPTIONED + "voice duration", QUIET),
    method("sendAudio", media.sender("audio"), CAPTIONED + "audio duration performer title", QUIET),
    method("sendDocument", media.sender("document"), CAPTIONED + "document", QUIET + "disable_content_type_detection"),
    method("sendPhoto", media.sender("photo"), CAPTIONED + "photo", QUIET),
)
METHODS = {entry.name.lower(): entry for entry in LIST}
