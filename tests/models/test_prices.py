"""Prices without a network: known ones by provider, unknown ones as nothing, and how an amount is said."""

from typing import Any

import pytest
from genai_prices import Usage
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from app.models.prices import counted_at_most, dollars, is_assumed, is_own, price, price_at_most


def _openai(name: str, url: str = "http://127.0.0.1:1/v1") -> OpenAIChatModel:
    return OpenAIChatModel(name, provider=OpenAIProvider(base_url=url, api_key="k"))


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


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://192.168.1.7:8000/v1", True),
        ("http://ollama:11434/v1", True),
        ("http://box.local/v1", True),
        ("https://llm.example.org/v1", False),
        ("https://8.8.8.8/v1", False),
        ("https://[2a00:1450::1]/v1", False),
    ],
)
def test_a_model_without_a_price_is_free_at_home_and_counted_elsewhere(url: str, own: bool) -> None:
    model = _openai("a-model-of-tomorrow", url)
    assert is_own(model) is own
    assert counted_at_most(model, input_tokens=1_000_000, output_tokens=1_000_000) == (0.0 if own else 18.0)


def test_a_sum_at_the_assumed_price_is_known_again() -> None:
    assert is_assumed(18.0, "a-model-of-tomorrow", 1_000_000, 1_000_000)
    assert not is_assumed(17.0, "a-model-of-tomorrow", 1_000_000, 1_000_000)
    assert not is_assumed(18.0, "claude-sonnet-4-5", 1_000_000, 1_000_000)
