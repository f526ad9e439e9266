"""Prices without a network: known ones by provider, unknown ones as nothing, and how an amount is said."""

from typing import Any

import pytest
from genai_prices import Usage
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from app.models.prices import dollars, price, price_at_most


def _openai(name: str) -> OpenAIChatModel:
    return OpenAIChatModel(name, provider=OpenAIProvider(base_url="http://127.0.0.1:1/v1", api_key="k"))


def test_a_known_model_has_a_price_wherever_it_is_served() -> None:
    assert price_at_most(_openai("gpt-5-mini"), input_tokens=1_000_000, output_tokens=1_000_000) == 2.25
    claude = AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(api_key="k"))
    assert price_at_most(claude, input_tokens=100_000, output_tokens=10_000) == 0.45


@pytest.mark.parametrize("model", [_openai("my-own-7b"), TestModel()])
def test_a_model_of_ones_own_has_none(model: Any) -> None:
    assert price_at_most(model, input_tokens=10, output_tokens=10) is None


def test_what_was_sent_before_is_cheaper_in_the_end_and_not_beforehand() -> None:
    used = Usage(input_tokens=1_000_000, output_tokens=0, cache_read_tokens=900_000)
    whole = price_at_most(_openai("gpt-5-mini"), input_tokens=1_000_000, output_tokens=0)
    paid = price(_openai("gpt-5-mini"), used)
    assert whole is not None
    assert paid is not None
    assert paid < whole


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (1_234.5, "$1,234.50"),
        (0.126, "$0.13"),
        (0.0996, "$0.10"),
        (0.0312, "$0.031"),
        (0.02, "$0.02"),
        (0.000123, "$0.00012"),
        (0.00001, "under $0.0001"),
        (0, "$0.00"),
        (-1e-9, "$0.00"),
    ],
)
def test_an_amount_is_said_in_digits_that_count(amount: float, said: str) -> None:
    assert dollars(amount) == said
