"""Items of a code host, as people name them."""

import pytest

from app.language.code_items import has_page, item_in, item_in_words, items_listed, titled


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("merge acme/site#12 please", "acme/site#12"),
        ("merge site#12", "site#12"),
        ("PR 12 on acme/site", "acme/site#12"),
        ("close number 12 over at acme/site", "acme/site#12"),
        ("acme/site 12 is red", "acme/site#12"),
        ("see https://git.example/acme/site/pull/12", "https://git.example/acme/site/pull/12"),
        ("merge it", ""),
    ],
)
def test_the_first_item_of_a_text(text: str, item: str) -> None:
    assert item_in(text) == item
    assert has_page(text) == item.startswith("http")


def test_items_of_a_list() -> None:
    assert items_listed("close acme/site#1, acme/site#2 and acme/site#3") == [
        "acme/site#1",
        "acme/site#2",
        "acme/site#3",
    ]
    assert items_listed("close 4 and 5 in acme/site") == ["acme/site#4", "acme/site#5"]
    assert items_listed("close acme/site#1 because acme/site#2 does it") == []


def test_a_text_that_is_nothing_else() -> None:
    assert item_in_words("PR 30 on the site repo") == ("site", 30)
    assert item_in_words("PR 30 on the site repo, please merge") is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("approve faster header", "faster header"),
        ("merge the dark mode PR please", "dark mode"),
        ("merge it", ""),
        ("merge PR", ""),
        ("approve that and merge", ""),
        ("merge dark mode if it passes", ""),
        ("I like faster headers", ""),
    ],
)
def test_words_of_a_title(text: str, title: str) -> None:
    assert titled(text) == title
