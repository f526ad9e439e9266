"""What a call costs in US dollars, by the price list that ships with the libraries: nothing is asked over the network.

A model that the list doesn't know costs nothing on a server of one's own, and is counted at an assumed price anywhere else, so that caps on
money hold for it too.
"""

import ipaddress
from urllib.parse import urlsplit

from genai_prices import Usage
from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import AbstractUsage
from pydantic_ai.models import Model
from pydantic_ai.usage import UsageBase

ASSUMED_IN, ASSUMED_OUT = (
    3.0,
    15.0,
)  # dollars for a million tokens: what a good model costs, so that a cap errs on the safe side
_MILLION = 1_000_000


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


def counted(model: Model, usage: Usage | UsageBase) -> float:
    """What `usage` counts for under the caps: its price, or the assumed one."""
    known = price(model, usage)
    if known is not None:
        return known
    if is_own(model):
        return 0.0
    return _assumed(int(usage.input_tokens or 0), int(usage.output_tokens or 0))


def counted_at_most(model: Model, *, input_tokens: int, output_tokens: int) -> float:
    """The same of so many tokens, none of them cheaper for having been sent before."""
    return counted(model, Usage(input_tokens=input_tokens, output_tokens=output_tokens))


def is_own(model: Model) -> bool:
    """Whether it runs on this machine or in its network, where nobody sends a bill."""
    host = urlsplit(model.base_url).hostname if model.base_url else ""
    if not host or ("." not in host.rstrip(".") and ":" not in host):
        return True  # no server at all, or a name without a domain, as in a home network or between containers
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.endswith((".local", ".lan", ".internal", ".localhost", ".home.arpa"))
    return address.is_private or address.is_loopback or address.is_link_local


def is_assumed(cost: float, model_name: str, input_tokens: int, output_tokens: int) -> bool:
    """Whether a sum in the books was counted at the assumed price: it is just that much, and nobody's model of that name has a price."""
    if abs(cost - _assumed(input_tokens, output_tokens)) > 1e-9:
        return False
    try:
        get_snapshot().calc(Usage(input_tokens=1, output_tokens=1), model_name, None, None, None)
    except (LookupError, ValueError):
        return True
    return False


def _assumed(input_tokens: int, output_tokens: int) -> float:
    return (input_tokens * ASSUMED_IN + output_tokens * ASSUMED_OUT) / _MILLION


def dollars(amount: float) -> str:
    """ "$12.40", "$0.03", "$0.0031": cents, or the two digits that count where there are none."""
    if amount >= 0.0995 or amount <= 0:
        return f"${max(amount, 0):,.2f}"
    return f"${amount:.2g}" if amount >= 0.0001 else "under $0.0001"
