"""What a call costs in US dollars, by the price list that ships with the libraries: nothing is asked over the network."""

from genai_prices import Usage
from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import AbstractUsage
from pydantic_ai.models import Model


def price(model: Model, usage: AbstractUsage) -> float | None:
    """The price of `usage` by `model`; None where nobody knows it, as for a model of one's own."""
    prices, name = get_snapshot(), model.model_name
    for provider, url in ((None, model.base_url), (model.system, None)):
        try:
            return float(prices.calc(usage, name, provider, url, None).total_price)
        except (LookupError, ValueError):
            continue
    return None


def price_at_most(model: Model, *, input_tokens: int, output_tokens: int) -> float | None:
    """The price of so many tokens, none of them cheaper for having been sent before."""
    return price(model, Usage(input_tokens=input_tokens, output_tokens=output_tokens))


def dollars(amount: float) -> str:
    """ "$12.40", "$0.03", "$0.0031": cents, or the two digits that count where there are none."""
    if amount >= 0.0995 or amount <= 0:
        return f"${max(amount, 0):,.2f}"
    return f"${amount:.2g}" if amount >= 0.0001 else "under $0.0001"
