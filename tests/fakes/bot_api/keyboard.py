"""Inline keyboards as Telegram takes them, and what it refuses.

Knows the buttons this product uses (data and links); another kind is answered "not imitated".
"""

from typing import Any

from tests.fakes.bot_api.markup import units
from tests.fakes.bot_api.refusals import NotImitated, bad_request

LONGEST_DATA = 64
MOST_BUTTONS = 100
Markup = dict[str, Any]


def keyboard_of(markup: Any) -> Markup | None:
    """The inline keyboard of a `reply_markup`; nothing when it has no button."""
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in markup:
        return ask_of(markup)
    rows = [row for row in rows_of(markup["inline_keyboard"]) if row]
    if sum(map(len, rows)) > MOST_BUTTONS:
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": rows} if rows else None


def rows_of(rows: Any) -> list[list[Markup]]:
    """The buttons, checked."""
    if not isinstance(rows, list):
        raise bad_request('field "inline_keyboard" must be of type Array')
    return [[button_of(button) for button in row_of(row)] for row in rows]


def ask_of(markup: Markup) -> None:
    """A keyboard for typing: taken, and not part of the message that is answered."""
    if not markup.keys() & {"force_reply", "keyboard", "remove_keyboard"} and markup:
        raise NotImitated(f"reply markup with {sorted(markup)}")


def row_of(row: Any) -> list[Any]:
    if not isinstance(row, list):
        raise bad_request('field "inline_keyboard" must be an Array of Arrays')
    return row


def button_of(button: Any) -> Markup:
    """One button, checked."""
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    if not isinstance(button.get("text"), str):
        raise bad_request('can\'t parse inline keyboard button: Field "text" must be of type String')
    if unknown := button.keys() - {"text", "callback_data", "url"}:
        raise NotImitated(f"a button with {sorted(unknown)}")
    if not button["text"].strip():
        raise bad_request("BUTTON_TEXT_INVALID" if units(button["text"]) else "text buttons must be non-empty")
    if "callback_data" in button:
        return {"text": button["text"], "callback_data": data_of(button["callback_data"])}
    if "url" in button:
        return {"text": button["text"], "url": url_of(button["url"])}
    raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")


def data_of(data: Any) -> str:
    """1 to 64 bytes."""
    if not isinstance(data, str) or not 0 < len(data.encode()) <= LONGEST_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    return data


def url_of(url: Any) -> str:
    if not isinstance(url, str) or not url.startswith(("https://", "http://", "tg://")):
        raise bad_request("BUTTON_URL_INVALID")
    return url
