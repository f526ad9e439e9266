"""The prompt's text: fixed sections first, in one order, then the domains that run."""

import pytest

from app.prompts.named import NAMES, get_prompt
from app.prompts.sections import STATIC, section, static_prompt
from app.routing.domains import DOMAINS

DOMAIN_SECTIONS = [domain.prompt_section for domain in DOMAINS]


MOST, MOST_OF_A_DOMAIN = 2_200, 400  # characters


def text_of(name: str) -> str:
    return get_prompt(name) if name in NAMES else section(name)


@pytest.mark.parametrize("name", [*STATIC, *DOMAIN_SECTIONS])
def test_every_section_is_there_and_says_something(name: str) -> None:
    text = text_of(name)
    assert text == text.strip()
    assert len(text) > 20


def test_the_twelve_domains_each_have_one() -> None:
    assert len(set(DOMAIN_SECTIONS)) == 12


def test_the_fixed_sections_come_first_in_one_order() -> None:
    prompt = static_prompt(["domain_memory", "domain_utility"])
    places = [prompt.index(text_of(name)) for name in (*STATIC, "domain_memory", "domain_utility")]
    assert places == sorted(places)


def test_every_prompt_begins_with_the_same_bytes() -> None:
    shared = static_prompt([]).encode()
    assert all(static_prompt([name]).encode().startswith(shared) for name in DOMAIN_SECTIONS)


def test_what_is_read_with_every_message_stays_small() -> None:
    assert len(static_prompt([])) <= MOST
    assert all(len(section(name)) <= MOST_OF_A_DOMAIN for name in DOMAIN_SECTIONS)


def test_it_says_the_same_each_time_it_is_put_together() -> None:
    assert static_prompt(DOMAIN_SECTIONS).encode() == static_prompt(iter(DOMAIN_SECTIONS)).encode()


def test_a_section_that_is_not_there_is_no_empty_section() -> None:
    with pytest.raises(FileNotFoundError):
        section("domain_astrology")
