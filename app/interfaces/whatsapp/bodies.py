"""What is posted to send a message: one function for each kind, within the lengths that Meta publishes."""

import re
from collections.abc import Sequence
from typing import Any

from app.interfaces.pushed.choices import choice_data, label_of
from app.messages import Button

LONGEST_TEXT, LONGEST_BODY, LONGEST_CAPTION = 4096, 1024, 1024
MOST_BUTTONS, MOST_ROWS = 3, 10
LONGEST_PARAMETER = 900  # of 1024 that a template has in all: its own words need room too
_LONGEST_LABEL, _LONGEST_TITLE, _LONGEST_FILE_NAME = 20, 24, 240
_CHOOSE = "Options"  # opens a list; the same word in English and in French
_USER_ID = re.compile(r"[A-Z]{2}(?:\.ENT)?\.[A-Za-z0-9]{1,128}")
_NUMBER = re.compile(r"\d{5,20}")
Body = dict[str, Any]


def is_recipient(address: str) -> bool:
    """Whether an address is one that WhatsApp can be asked to send to."""
    return bool(_USER_ID.fullmatch(address) or _NUMBER.fullmatch(address))


def text(address: str, words: str) -> Body:
    """Words."""
    return _message(address, "text", {"body": words, "preview_url": False})


def choices(address: str, words: str, buttons: Sequence[Button]) -> Body:
    """Words with reply buttons under them, or with a list where there are more than three."""
    action = _reply_buttons(buttons) if len(buttons) <= MOST_BUTTONS else _rows(buttons)
    kind = "button" if "buttons" in action else "list"
    return _message(address, "interactive", {"type": kind, "body": {"text": words}, "action": action})


def image(address: str, media_id: str, caption: str) -> Body:
    """A picture that was uploaded."""
    return _message(address, "image", {"id": media_id, **({"caption": caption[:LONGEST_CAPTION]} if caption else {})})


def document(address: str, media_id: str, name: str) -> Body:
    """A file that was uploaded, under its name."""
    return _message(address, "document", {"id": media_id, "filename": name[-_LONGEST_FILE_NAME:] or "file"})


def voice(address: str, media_id: str) -> Body:
    """A voice note that was uploaded."""
    return _message(address, "audio", {"id": media_id, "voice": True})


def template(address: str, name: str, language: str, words: str) -> Body:
    """A template with one variable in its body."""
    component = {"type": "body", "parameters": [{"type": "text", "text": words}]}
    return _message(address, "template", {"name": name, "language": {"code": language}, "components": [component]})


def read(message_id: str, *, typing: bool) -> Body:
    """That a message was read, and that an answer is being written."""
    marked: Body = {"messaging_product": "whatsapp", "status": "read", "message_id": message_id}
    return {**marked, "typing_indicator": {"type": "text"}} if typing else marked


def flattened(words: str) -> str:
    """Words as a template's variable takes them: on one line, cut where they are long."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST_PARAMETER else f"{line[: LONGEST_PARAMETER - 1].rstrip()}…"


def _message(address: str, kind: str, content: Body) -> Body:
    """Somebody known by an id goes under another name than somebody known by a number."""
    to = {"recipient": address} if _USER_ID.fullmatch(address) else {"to": address}
    return {"messaging_product": "whatsapp", "recipient_type": "individual", **to, "type": kind, kind: content}


def _reply_buttons(buttons: Sequence[Button]) -> Body:
    labels = _distinct([label_of(button, _LONGEST_LABEL) for button in buttons], _LONGEST_LABEL)
    replies = ({"id": choice_data(button), "title": label} for button, label in zip(buttons, labels, strict=True))
    return {"buttons": [{"type": "reply", "reply": reply} for reply in replies]}


def _rows(buttons: Sequence[Button]) -> Body:
    titles = _distinct([label_of(button, _LONGEST_TITLE) for button in buttons], _LONGEST_TITLE)
    rows = [{"id": choice_data(button), "title": title} for button, title in zip(buttons, titles, strict=True)]
    return {"button": _CHOOSE, "sections": [{"rows": rows}]}


def _distinct(labels: list[str], longest: int) -> list[str]:
    """Two buttons of one message may not have the same label: the later one gets its number."""
    made: list[str] = []
    for place, label in enumerate(labels, 1):
        mark = f" {place}"
        made.append(f"{label[: longest - len(mark)].rstrip()}{mark}" if label in made else label)
    return made
