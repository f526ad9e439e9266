"""The phrasebook, and the scan for its keywords."""

import re
import time

import pytest

from app.language.templates import words_of
from app.routing.domains import DOMAINS
from app.routing.intent import keyword_table, route_by_keywords
from app.routing.keywords import (
    FOLLOW_UP,
    LOOKED_AT,
    OUTSIDE,
    KeywordTable,
    Phrases,
    expand,
    read_phrases,
    read_words,
    spellings,
)


def table(**keywords: tuple[str, ...]) -> KeywordTable:
    """A table of owners that have keywords only."""
    return KeywordTable({owner: Phrases(rows) for owner, rows in keywords.items()})


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("(inbox|mailbox)", "Anything in my INBOX?"),
        ("check {gap} mail", "check all of my new mail"),
        ("to do list", "my to do list"),
        ("todo list", "my to-do list"),
        ("free [up] my day", "free my day"),
        ("{number} plus {number}", "what's 5 plus twelve"),
        ("{start} and tomorrow", "that's it. And tomorrow?"),
        ("temperature {end}", "tell me the temperature. thanks"),
        ("the <weekday>", "the Friday after"),
        ("what is new", "what's new"),
        ("don't forget", "dont forget"),
        ("who owns {long_gap} epic", "who owns the very long and quite old onboarding epic"),
    ],
)
def test_a_phrase_matches_what_it_describes(phrase: str, text: str) -> None:
    assert table(email=(phrase,)).scan(text).hits


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("mail", "mailman"),
        ("check {gap} mail", "check it. The mail can wait"),
        ("check {gap} mail", "check one two three four five six mail"),
        ("{start} and tomorrow", "today and tomorrow"),
        ("temperature {end}", "temperature of the oven"),
    ],
)
def test_a_phrase_leaves_other_texts_alone(phrase: str, text: str) -> None:
    assert table(email=(phrase,)).scan(text).hits == {}


def test_hits_say_which_words_matched() -> None:
    assert table(email=("check {gap} inbox", "inbox")).scan("please check my inbox").hits == {
        "email": ["check my inbox", "inbox"]
    }


def test_words_inside_another_domains_content_do_not_count() -> None:
    keywords = table(memory=("remind me to {rest}",), email=("email",), calendar=("meeting",))
    assert set(keywords.scan("remind me to email Bob about the meeting").hits) == {"memory"}


@pytest.mark.parametrize("text", ["Remind me to call Bob. Any new email?", "remind me to call Bob and then email Ana"])
def test_content_ends_with_its_sentence_or_where_another_request_begins(text: str) -> None:
    keywords = table(memory=("remind me to {rest}",), email=("email",))
    assert set(keywords.scan(text).hits) == {"memory", "email"}


def test_a_negative_withdraws_the_hits_of_its_domain_only() -> None:
    keywords = KeywordTable(
        {"memory": Phrases(("list",), negatives=("order {gap} list",)), "news": Phrases(("order",))}
    )
    scan = keywords.scan("order everything on the list")
    assert set(scan.hits) == {"news"}
    assert scan.refused == {"memory"}


def test_shapes_are_sought_in_the_text_as_written() -> None:
    keywords = KeywordTable({"jira": Phrases((), shapes=(r"\b[A-Z]{2,}-\d+\b",))})
    assert keywords.scan("where is OPS-12").hits == {"jira": ["OPS-12"]}
    assert keywords.scan("where is ops-12").hits == {}


@pytest.mark.parametrize("phrase", ["[a] {content} {end}", "{content}"])
def test_a_phrase_without_a_required_word_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match="required"):
        table(email=(phrase,)).scan("a text")


def test_spelled_letters_and_times_stay_in_their_sentence() -> None:
    assert words_of("at 5 p.m. tell me. Bye!", spellings()) == " at 5 p m tell me . bye . "


def test_every_phrase_of_the_phrasebook_can_be_found() -> None:
    """A phrase that is no template, or needs no word, raises when the first of its words is said: all of them are, here."""
    names = (*(domain.name for domain in DOMAINS), OUTSIDE, FOLLOW_UP)
    book = {name: read_phrases(name) for name in names}
    said = KeywordTable(book)
    for row in book.values():
        for phrase in (*row.keywords, *row.negatives):
            said.scan(re.sub(r"[\[\]()|;<>{}]", " ", phrase))
    assert said.scan("is there any unread mail").hits["email"]


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


def test_an_anchor_without_choices_is_one_utterance() -> None:
    assert expand("what is new", 6) == ["what is new"]


def test_an_anchor_with_choices_gives_different_utterances_always_the_same_ones() -> None:
    texts = expand("(show|read|open) my (inbox|mail|post)", 6)
    assert len(texts) == len(set(texts)) > 1
    assert texts == expand("(show|read|open) my (inbox|mail|post)", 6)


def test_choices_may_hold_classes_and_nothing() -> None:
    for text in expand("mail [from <name>] now", 6):
        assert text == "mail now" or text.startswith("mail from ")


def test_every_anchor_can_be_filled_in() -> None:
    for name in (OUTSIDE, "email", "utility"):
        for anchor in read_phrases(name).anchors:
            for text in expand(anchor, 3):
                assert not set("()[]{}<>|_") & set(text)


def test_word_classes_hold_lower_case_words_or_names() -> None:
    assert all(word and "_" not in word for words in read_words().values() for word in words)


def test_an_unknown_class_is_an_error() -> None:
    with pytest.raises(KeyError):
        expand("<no_such_class> here", 1)
