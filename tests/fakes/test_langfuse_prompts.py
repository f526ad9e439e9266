"""The fake of Langfuse's prompts, asked by Langfuse's own client."""

import pytest
from langfuse.api.client import LangfuseAPI
from langfuse.api.commons.errors.not_found_error import NotFoundError
from langfuse.api.commons.errors.unauthorized_error import UnauthorizedError
from langfuse.api.prompts.types.create_text_prompt_request import CreateTextPromptRequest

from tests.fakes.vendors.langfuse_prompts import KEYS, langfuse_prompts


def test_langfuses_own_client_pushes_and_reads_by_label() -> None:
    with langfuse_prompts() as project:
        client = LangfuseAPI(base_url=project.url, username=KEYS[0], password=KEYS[1])
        for text in ("one", "two"):
            request = CreateTextPromptRequest(name="kwasi/tone", prompt=text, labels=["production"])
            client.prompts.create(request=request)
        found = client.prompts.get("kwasi%2Ftone", label="production")
        assert (found.prompt, found.version, found.type) == ("two", 2, "text")
        project.put("kwasi/tone", "three", labels=())
        assert client.prompts.get("kwasi%2Ftone").version == 2
        assert client.prompts.get("kwasi%2Ftone", label="latest").version == 3
        with pytest.raises(NotFoundError):
            client.prompts.get("kwasi%2Fnone")


def test_it_asks_for_the_keys() -> None:
    with langfuse_prompts() as project, pytest.raises(UnauthorizedError):
        LangfuseAPI(base_url=project.url, username=KEYS[0], password="wrong").prompts.get("x")
