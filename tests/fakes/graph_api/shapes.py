"""The bodies of the Cloud API as Meta publishes them: a field too many is a fault, and so is a character too many."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

_USER_ID = r"^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$"
_SPACES = re.compile(r"[\n\t]| {4}")


def units(text: str) -> int:
    """Length as a phone counts it."""
    return len(text.encode("utf-16-le")) // 2


def words(most: int) -> Any:
    """Text that is there, of at most so many characters."""
    return Annotated[str, Field(min_length=1, max_length=most)]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Text(Shape):
    body: words(4096)
    preview_url: bool = False

    @model_validator(mode="after")
    def _shown(self) -> Self:
        if not self.body.strip():
            raise ValueError("nothing to see")
        return self


class Media(Shape):
    id: str | None = None
    link: str | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.id is None) == (self.link is None):
            raise ValueError("an id or a link")
        return self


class Captioned(Media):
    caption: words(1024) | None = None


class Document(Captioned):
    filename: words(240) | None = None


class Audio(Media):
    voice: bool = False


class Body(Shape):
    text: words(4096)


class Reply(Shape):
    id: words(256)
    title: words(20)


class ReplyButton(Shape):
    type: Literal["reply"]
    reply: Reply


class Buttons(Shape):
    buttons: Annotated[list[ReplyButton], Field(min_length=1, max_length=3)]

    @model_validator(mode="after")
    def _differ(self) -> Self:
        for name in ("id", "title"):
            if len({getattr(each.reply, name) for each in self.buttons}) < len(self.buttons):
                raise ValueError(f"two buttons have the same {name}")
        return self


class Row(Shape):
    id: words(200)
    title: words(24)
    description: words(72) | None = None


class Section(Shape):
    title: words(24) | None = None
    rows: Annotated[list[Row], Field(min_length=1, max_length=10)]


class Rows(Shape):
    button: words(20)
    sections: Annotated[list[Section], Field(min_length=1, max_length=10)]

    @model_validator(mode="after")
    def _few(self) -> Self:
        rows = [row for section in self.sections for row in section.rows]
        if len(rows) > 10 or len({row.id for row in rows}) < len(rows):
            raise ValueError("at most ten rows, each with an id of its own")
        if len(self.sections) > 1 and not all(section.title for section in self.sections):
            raise ValueError("several sections have titles")
        return self


class Interactive(Shape):
    type: Literal["button", "list"]
    body: Body
    action: Buttons | Rows

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.type == "button") != isinstance(self.action, Buttons):
            raise ValueError("an action of another type")
        if self.type == "button" and units(self.body.text) > 1024:
            raise ValueError("over buttons 1024 characters")
        return self


class Parameter(Shape):
    type: Literal["text"]
    text: words(1024)
    parameter_name: str | None = None

    @model_validator(mode="after")
    def _flat(self) -> Self:
        if _SPACES.search(self.text):
            raise ValueError("Param text cannot have new-line/tab characters or more than 4 consecutive spaces")
        return self


class Component(Shape):
    type: Literal["body", "BODY"]
    parameters: list[Parameter]


class Language(Shape):
    code: words(10)
    policy: Literal["deterministic"] | None = None


class Template(Shape):
    name: words(512)
    language: Language
    components: list[Component] = []


class Context(Shape):
    message_id: str


class Message(Shape):
    """A message to somebody: `to` is a number, `recipient` an id."""

    messaging_product: Literal["whatsapp"]
    recipient_type: Literal["individual"] = "individual"
    to: Annotated[str, Field(pattern=r"^\+?\d{5,20}$")] | None = None
    recipient: Annotated[str, Field(pattern=_USER_ID)] | None = None
    type: Literal["text", "image", "document", "audio", "interactive", "template"]
    context: Context | None = None
    text: Text | None = None
    image: Captioned | None = None
    document: Document | None = None
    audio: Audio | None = None
    interactive: Interactive | None = None
    template: Template | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        kinds = ("text", "image", "document", "audio", "interactive", "template")
        if [kind for kind in kinds if getattr(self, kind) is not None] != [self.type]:
            raise ValueError("what stands in it is not what its type says")
        if (self.to is None) == (self.recipient is None):
            raise ValueError("to or recipient")
        return self


class Typing(Shape):
    type: Literal["text"]


class Read(Shape):
    messaging_product: Literal["whatsapp"]
    status: Literal["read"]
    message_id: str
    typing_indicator: Typing | None = None


# What Meta takes, and how many bytes of it.
MEDIA = {
    "audio/aac": 16,
    "audio/amr": 16,
    "audio/mpeg": 16,
    "audio/mp4": 16,
    "audio/ogg": 16,
    "image/jpeg": 5,
    "image/png": 5,
    "image/webp": 1,
    "video/mp4": 16,
    "video/3gpp": 16,
    "text/plain": 100,
    "application/pdf": 100,
    "application/msword": 100,
    "application/vnd.ms-excel": 100,
    "application/vnd.ms-powerpoint": 100,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": 100,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": 100,
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": 100,
}
KIND = {"image": "image/", "audio": "audio/", "document": ""}
