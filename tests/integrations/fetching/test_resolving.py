"""The machine's resolver, as far as it can be asked without a network."""

import pytest

from app.integrations.fetching.addresses import is_outside
from app.integrations.fetching.resolving import SystemResolver


async def test_this_machine_is_found_each_address_once_and_is_not_outside() -> None:
    found = await SystemResolver().addresses("localhost")
    assert set(found) <= {"127.0.0.1", "::1"}
    assert len(found) == len(set(found)) > 0
    assert not any(map(is_outside, found))


async def test_a_name_nobody_can_have_is_an_error() -> None:
    with pytest.raises(OSError, match=r"."):
        await SystemResolver().addresses("nobody.invalid")
