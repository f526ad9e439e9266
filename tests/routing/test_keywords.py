"""The keyword notation and its scan."""

import time

import pytest

from app.routing.domains import DOMAINS
from app.routing.intent import keyword_table, route_by_keywords
from app.routing.keywords import LOOKED_AT, KeywordTable, normalise, translate
from app.routing.phrases import Phrases


def table(**keywords: tuple[str, ...]) -> KeywordTable:
    """A table of owners that have keywords only."""
    return KeywordTable({owner: phrases(rows) for owner, rows in keywords.items()})


def phrases(keywords: tuple[str, ...], negatives: tuple[str, ...] = (), shapes: tuple[str, ...] = ()) -> Phrases:
    return Phrases(keywords=keywords, negatives=negatives, shapes=shapes, anchors=())


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("inbox|mailbox", "Anything in my INBOX?"),
        ("check .. mail", "check all of my new mail"),
        ("to_do list", "my to do list"),
        ("free up? my day", "free my day"),
        ("# plus #", "what's 5 plus twelve"),
        ("^ and tomorrow", "that's it. And tomorrow?"),
        ("temperature $", "tell me the temperature. thanks"),
        ("the {weekday}", "the Friday after"),
        ("what is new", "what's new"),
        ("who owns ... epic", "who owns the very long and quite old onboarding epic"),
    ],
)
def test_a_phrase_matches_what_it_describes(phrase: str, text: str) -> None:
    assert table(email=(phrase,)).scan(text).hits


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("mail", "mailman"),
        ("check .. mail", "check it. The mail can wait"),
        ("check .. mail", "check one two three four five six mail"),
        ("^ and tomorrow", "today and tomorrow"),
        ("temperature $", "temperature of the oven"),
    ],
)
def test_a_phrase_leaves_other_texts_alone(phrase: str, text: str) -> None:
    assert table(email=(phrase,)).scan(text).hits == {}


def test_hits_say_which_words_matched() -> None:
    assert table(email=("check .. inbox", "inbox")).scan("please check my inbox").hits == {
        "email": ["check my inbox", "inbox"]
    }


def test_words_inside_another_domains_content_do_not_count() -> None:
    keywords = table(memory=("remind me to >",), email=("email",), calendar=("meeting",))
    assert set(keywords.scan("remind me to email Bob about the meeting").hits) == {"memory"}


def test_content_ends_with_its_sentence() -> None:
    keywords = table(memory=("remind me to >",), email=("email",))
    assert set(keywords.scan("Remind me to call Bob. Any new email?").hits) == {"memory", "email"}


def test_a_negative_withdraws_the_hits_of_its_domain_only() -> None:
    keywords = KeywordTable({"memory": phrases(("list",), negatives=("order .. list",)), "news": phrases(("order",))})
    scan = keywords.scan("order everything on the list")
    assert set(scan.hits) == {"news"}
    assert scan.refused == {"memory"}


def test_shapes_are_sought_in_the_text_as_written() -> None:
    keywords = KeywordTable({"jira": phrases((), shapes=(r"\b[A-Z]{2,}-\d+\b",))})
    assert keywords.scan("where is OPS-12").hits == {"jira": ["OPS-12"]}
    assert keywords.scan("where is ops-12").hits == {}


def test_a_phrase_without_a_required_word_is_refused() -> None:
    with pytest.raises(ValueError, match="required"):
        translate("a? > $")


def test_spelled_letters_and_times_stay_in_their_sentence() -> None:
    assert normalise("at 5 p.m. tell me. Bye!") == " at 5 p m tell me . bye . "


def test_every_phrase_of_the_phrasebook_compiles() -> None:
    for domain in DOMAINS:
        for phrase in (*domain.keywords, *domain.phrases.negatives):
            expression, needed = translate(phrase)
            assert expression
            assert needed


def test_only_the_head_of_a_long_text_is_looked_at() -> None:
    assert route_by_keywords("x " * LOOKED_AT + "what's on my calendar").domains == frozenset()


def test_a_scan_takes_microseconds_and_a_megabyte_no_longer_than_a_page() -> None:
    scan = keyword_table(DOMAINS).scan
    text = "could you have a look at what I planned for the day after the wedding"
    scan(text)
    began = time.process_time()
    for _ in range(200):
        scan(text)
    # An order of magnitude above what is measured, so that a busy machine does not fail it.
    assert (time.process_time() - began) / 200 < 0.0005
    began = time.process_time()
    scan("please check my list " * 50_000)
    assert time.process_time() - began < 0.05
