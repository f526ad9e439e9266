"""Whether two reports are one story."""

from datetime import timedelta

import pytest

from app.integrations.news.alike import Known, Report, digest_of, is_same, signature_of
from tests.integrations.news.conftest import NOW


def report(title: str, summary: str = "", *, page: str = "", days: float = 0, by: str = "The Daily") -> Report:
    digest = digest_of(f"https://example.org/{page or title}")
    return Report(digest, digest, title, by, frozenset(signature_of(title, summary)), NOW + timedelta(days=days))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ghana raises cocoa price to 3,625 cedis", "Ghana increases cocoa farmgate price to 3,625 cedis a bag", True),
        ("Cocoa prices hit record high in London", "London cocoa prices hit a new record", True),
        ("Arsenal beat Chelsea 2-1", "Arsenal beat Chelsea 2-1 in London derby", True),
        ("Oil prices rise 3 percent on supply fears", "Oil prices rise 4 percent on supply fears", False),
        ("Court rules against government in land case", "Court rules for government in oil case", False),
        ("Heavy rain floods Accra streets", "Flooding hits Kumasi after heavy rain", False),
        ("Weather forecast for Monday", "Weather forecast for Tuesday", False),
        ("Arsenal beat Chelsea 2-1", "Arsenal beat Spurs 3-0", False),
        ("", "", False),
    ],
)
def test_one_story_in_two_papers(one: str, other: str, same: bool) -> None:
    assert is_same(report(one), report(other, by="The Times")) is same
    assert is_same(report(other, by="The Times"), report(one)) is same


def test_two_titles_of_one_paper_that_differ_in_a_word_are_two_stories() -> None:
    assert not is_same(report("Ama wins the district award"), report("Kofi wins the district award"))


def test_the_words_of_one_agency_are_one_story_under_any_title() -> None:
    said = "The cocoa board said on Monday that it will pay farmers more for each bag of beans from next week on."
    assert is_same(report("More for farmers", said), report("Board lifts pay", said, by="The Times"))


def test_the_same_title_a_week_later_is_another_story() -> None:
    later = report("Cedi gains against the dollar today", by="The Times", days=7)
    assert not is_same(report("Cedi gains against the dollar today"), later)


@pytest.mark.parametrize(
    ("url", "other"),
    [
        ("https://www.bbc.co.uk/news/x?utm_source=a&b=1", "http://m.bbc.co.uk/news/x/?b=1#top"),
        ("https://example.org/a/amp", "https://amp.example.org/a"),
        ("https://example.org/a?fbclid=1", "https://EXAMPLE.org/a"),
    ],
)
def test_a_page_is_itself_whoever_counts_its_readers(url: str, other: str) -> None:
    assert digest_of(url) == digest_of(other)
    assert digest_of(url) != digest_of(url.replace("/a", "/b").replace("/x", "/y"))


def test_a_report_joins_the_story_that_was_there_first() -> None:
    first = report("Cocoa prices hit record high in London")
    known = Known.of([first, report("Rain in Accra")])
    later = report("London cocoa prices hit a new record", by="The Times")
    assert known.story_of(later) == first.story
    assert known.story_of(report("Something else entirely new")) == report("Something else entirely new").story
    assert known.story_of(report("Changed title", page="Rain in Accra")) == digest_of(
        "https://example.org/Rain in Accra"
    )


def test_a_report_is_compared_with_a_bounded_number_of_others() -> None:
    known = Known.of(report(f"Cocoa prices in Ghana number {number}", page=str(number)) for number in range(500))
    assert len(known.like(report("Cocoa prices in Ghana number 9000"))) <= 60
