"""Langfuse's prompts, as a server of ours on loopback. What it takes and gives is read and written by Langfuse's own published types; it checks
the keys, the path in one piece, and that one version alone has a label. What a project's plan or roles forbid, it doesn't know.
"""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

from langfuse.api.prompts.types.create_text_prompt_request import CreateTextPromptRequest
from langfuse.api.prompts.types.prompt import Prompt_Text

from tests.servers.json_server import JsonServer, Question, Status, json_server

KEYS = ("pk-lf-1", "sk-lf-1")
PATH = "/api/public/v2/prompts"


@dataclass
class Project:
    """Its prompts: by name, every version there was, the newest last."""

    server: JsonServer = field(default_factory=JsonServer)
    prompts: dict[str, list[Prompt_Text]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return self.server.url

    def put(self, name: str, text: str, *, labels: tuple[str, ...] = ("production",)) -> Prompt_Text:
        """A new version, which takes its labels from the others."""
        older = self.prompts.get(name, [])
        kept = [
            one.model_copy(update={"labels": [label for label in one.labels if label not in labels]}) for one in older
        ]
        new = Prompt_Text(
            name=name, prompt=text, version=len(older) + 1, labels=[*labels, "latest"], config={}, tags=[]
        )
        self.prompts[name] = [*kept, new]
        return new


@contextmanager
def langfuse_prompts() -> Iterator[Project]:
    """A project without prompts."""
    project = Project()

    def get(asked: Question) -> object:
        name = unquote(asked.path.removeprefix(f"{PATH}/"))
        if "/" in asked.path.removeprefix(f"{PATH}/"):
            return Status(404, {"message": "no such route"})
        label = asked.query.get("label", "production")
        found = [one for one in project.prompts.get(name, []) if label in one.labels]
        return (
            _said(found[-1])
            if found
            else Status(404, {"error": "LangfuseNotFoundError", "message": "Prompt not found"})
        )

    def create(asked: Question) -> object:
        request = CreateTextPromptRequest.model_validate(asked.body)
        return _said(project.put(request.name, request.prompt, labels=tuple(request.labels or ())))

    def guarded(asked: Question) -> object:
        if asked.headers.get("authorization") != "Basic " + base64.b64encode(":".join(KEYS).encode()).decode():
            return Status(401, {"message": "Invalid credentials"})
        return create(asked) if asked.method == "POST" else get(asked)

    with json_server({PATH: guarded, f"{PATH}/*": guarded}) as server:
        project.server = server
        yield project


def _said(prompt: Prompt_Text) -> object:
    return prompt.model_dump(by_alias=True)
