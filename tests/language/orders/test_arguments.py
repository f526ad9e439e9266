"""What is asked about what is known: where from, what was before, and their word on what waits."""

from typing import Any

import pytest

from app.language.orders.plan import Call, Clause
from tests.language.orders.reading import read_one
from tests.language.orders.suite import NOW


def call(said: str) -> Call:
    """The one call a message comes to."""
    reading = read_one(Clause(said, NOW))
    assert reading is not None
    [made] = reading.calls
    return made


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("what do you know about me, and from where?", {"show": "sources"}),
        ("how do you know where I live?", {"show": "sources", "about": "home"}),
        ("where do you have that from?", {"show": "sources"}),
        ("where do you know my birthday from?", {"show": "sources", "about": "birthday"}),
        ("who told you I'm vegan?", {"show": "sources", "about": "vegan"}),
        ("where did I live before?", {"about": "home", "show": "before"}),
        ("what was my favourite colour before?", {"about": "favourite colour", "show": "before"}),
        ("what was my old address?", {"about": "address", "show": "before"}),
        ("where does my sister live?", {"about": "where does my sister live"}),
        ("where do I live?", {"about": "home"}),
        ("what do you know about me?", {}),
    ],
)
def test_what_is_known_is_asked_for(said: str, arguments: dict[str, Any]) -> None:
    made = call(said.removesuffix("?"))
    assert (made.tool, made.arguments) == ("recall_facts", arguments)


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("confirm #12", {"fact": "12"}),
        ("keep fact #3", {"fact": "3"}),
        ("reject #4", {"fact": "4", "yes": False}),
        ("leave out #4", {"fact": "4", "yes": False}),
        ("confirm that my bank is GCB", {"fact": "my bank is GCB"}),
    ],
)
def test_what_waits_is_decided(said: str, arguments: dict[str, Any]) -> None:
    made = call(said)
    assert (made.tool, made.arguments) == ("confirm_fact", arguments)


@pytest.mark.parametrize("said", ["I don't live in Accra any more", "I'm no longer vegan", "we no longer eat meat"])
def test_what_is_over_is_kept(said: str) -> None:
    assert (call(said).tool, call(said).arguments) == ("remember_fact", {"statement": said})
