"""Addresses of the web in what people write, with a scheme and without; what only looks like one; and that long lines cost little."""

import pytest

from app.language.web_addresses import PLAIN, addresses_in, plainly


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("read https://example.org/rice.", ["https://example.org/rice"]),
        ("go to example.org and look", ["example.org"]),
        ("summarize example.com/blog/remote-work in three", ["example.com/blog/remote-work"]),
        ("it's on www.example.org/a?b=1, see", ["www.example.org/a?b=1"]),
        ("see (http://10.0.0.1/x) or bbc.co.uk", ["http://10.0.0.1/x", "bbc.co.uk"]),
        ("open nas.example:8080/list", ["nas.example:8080/list"]),
        ("va sur example.fr/inscription et remplis", ["example.fr/inscription"]),
    ],
)
def test_addresses_are_found(said: str, found: list[str]) -> None:
    assert addresses_in(said) == found


@pytest.mark.parametrize(
    "said",
    [
        "mail ana@example.org about it",
        "at 5 p.m. e.g. tomorrow",
        "that's it.Then we left",
        "open report.pdf and plan.docx",
        "3.5 km and/or 4.2",
        "Mr.Smith",
        "and.or",
    ],
)
def test_what_only_looks_like_one_is_none(said: str) -> None:
    assert addresses_in(said) == []


def test_they_stand_as_one_plain_word() -> None:
    assert plainly("read example.org/a: now") == f"read {PLAIN} now"
