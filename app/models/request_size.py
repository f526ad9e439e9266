"""How large a request to a model is, by part, before it goes out: bytes as JSON, and tokens on the safe side.

The bytes are those of chat completions, which the other providers' forms are close to. What a tool costs is measured once a
tool. Knows the shape of a turn's prompt and no provider.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    RetryFeedbackPart,
    TextContent,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition
from pydantic_core import to_json

from app.prompts.turn import split

PARTS = ("rules", "about", "tools", "memory", "summary", "conversation", "results", "words", "files")
_BYTES_A_TOKEN = 3  # English is nearer to four, JSON to three and a half
_ENVELOPE = len('{"model":"","messages":[],"tools":[],"tool_choice":"auto","stream":true,"stream_options":{}}')
_MESSAGE = len('{"role":"assistant","content":""},')
_CALL = len('{"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"","arguments":""}}]},')
_RESULT = len('{"role":"tool","tool_call_id":"","content":""},')
# A file's tokens have little to do with its bytes: (beginning of the media type, tokens at least, bytes a further token).
_FILES = (("image/", 2_500, 0), ("audio/", 500, 60), ("", 3_000, 20))


@dataclass(slots=True)
class RequestSize:
    """Bytes by part, and how many tokens the whole is at most likely to be."""

    parts: dict[str, int] = field(default_factory=dict)
    tokens: int = 0

    @property
    def total(self) -> int:
        """Bytes of the whole."""
        return sum(self.parts.values())

    def add(self, part: str, text: str, around: int = 0) -> None:
        """`text` within a JSON string, and `around` more bytes of JSON. Letters beyond ASCII are more tokens a byte."""
        size = len(text) if text.isascii() else len(text.encode())
        beyond = size - len(text)
        size += around + text.count('"') + text.count("\n") + text.count("\\")
        self.parts[part] = self.parts.get(part, 0) + size
        self.tokens += (size + beyond) // _BYTES_A_TOKEN + 1

    def move(self, text: str, *, source: str, target: str) -> None:
        """Count `text`, which is in `source` already, to `target`."""
        apart = RequestSize()
        apart.add(target, text)
        self.parts[source] -= apart.total
        self.parts[target] = self.parts.get(target, 0) + apart.total


class Scale:
    """Measures requests; remembers what each tool weighs."""

    def __init__(self) -> None:
        """Nothing is measured yet."""
        self._tools: dict[str, tuple[object, str | None, int]] = {}

    def measure(self, messages: Sequence[ModelMessage], parameters: ModelRequestParameters) -> RequestSize:
        """The request by part. The last user message is the present turn's; all before it is the conversation."""
        size = RequestSize({"rules": _ENVELOPE})
        for part in parameters.instruction_parts or ():
            size.add("about" if part.dynamic else "rules", part.content)
        tools = sum(map(self.weigh, (*parameters.function_tools, *parameters.output_tools)))
        size.parts["tools"], size.tokens = tools, size.tokens + tools // _BYTES_A_TOKEN
        present = _present(messages)
        for index, message in enumerate(messages):
            if isinstance(message, ModelRequest):
                _add_request(size, message, present=index >= present)
            else:
                _add_response(size, message)
        return size

    def weigh(self, tool: ToolDefinition) -> int:
        """Bytes of one tool."""
        known = self._tools.get(tool.name)
        if known is not None and known[0] is tool.parameters_json_schema and known[1] == tool.description:
            return known[2]
        function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters_json_schema}
        weight = len(to_json({"type": "function", "function": function})) + 1
        self._tools[tool.name] = (tool.parameters_json_schema, tool.description, weight)
        return weight


def tokens_of(response: ModelResponse) -> int:
    """About how many tokens an answer was, by its words."""
    size = RequestSize()
    _add_response(size, response)
    return size.tokens


def _present(messages: Sequence[ModelMessage]) -> int:
    """Where the present turn begins: at the last message a user wrote."""
    for index in range(len(messages) - 1, -1, -1):
        if any(isinstance(part, UserPromptPart) for part in messages[index].parts):
            return index
    return len(messages)


def _add_request(size: RequestSize, message: ModelRequest, *, present: bool) -> None:
    for part in message.parts:
        if isinstance(part, ToolReturnPart):
            size.add("results", part.model_response_str(), _RESULT + len(part.tool_call_id))
        elif isinstance(part, UserPromptPart):
            _add_words(size, part.content, present=present)
        elif isinstance(part, RetryFeedbackPart):
            size.add("results", str(part.content), _MESSAGE)


def _add_words(size: RequestSize, content: str | Sequence[UserContent], *, present: bool) -> None:
    for item in [content] if isinstance(content, str) else content:
        if isinstance(item, BinaryContent):
            _add_file(size, item)
            continue
        text = item.content if isinstance(item, TextContent) else item if isinstance(item, str) else ""
        prompt = split(text)
        part = "words" if present else "conversation" if prompt.text or not prompt.memory else "summary"
        size.add(part, text, _MESSAGE)
        if present and prompt.memory:
            size.move(prompt.memory, source="words", target="memory")


def _add_file(size: RequestSize, file: BinaryContent) -> None:
    least, bytes_a_token = next(row[1:] for row in _FILES if file.media_type.startswith(row[0]))
    size.parts["files"] = size.parts.get("files", 0) + -(-len(file.data) // 3) * 4
    size.tokens += least + (len(file.data) // bytes_a_token if bytes_a_token else 0)


def _add_response(size: RequestSize, message: ModelResponse) -> None:
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            size.add("conversation", part.args_as_json_str(), _CALL + len(part.tool_name) + len(part.tool_call_id))
        elif isinstance(content := getattr(part, "content", None), str):
            size.add("conversation", content, _MESSAGE)
