"""Web pages as their words."""

import time

import pytest

from app.models.reading.opened import Question
from app.models.reading.web import open_html

ASKED = Question("html", 20_000)


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (b"<html><body><h1>Tea</h1><p>Hot &amp; <b>black</b></p></body></html>", "Tea\n\nHot & black"),
        (b"<html><head><title>no</title></head><body>yes<script>no()</script></body>", "yes"),
        (b"<html><body><table><tr><td>a</td><td>b</td></tr></table>", "| a | b"),
        (b"<html>one<br>two   three", "one\ntwo three"),
        (b"<html><body><style>never closed", ""),
        (b"<html><<<>&#xfffffff;&#0;&bogus;", "<<<>\ufffd\ufffd&bogus;"),
        ('<html><meta charset="windows-1251"><p>Привет'.encode("cp1251"), "Привет"),
        ("<html><p>Größe".encode("cp1252"), "Größe"),
        (b"<html>a<!-- b -->c<!-- never closed d", "ac"),
        (b"<html><a title='x > y' href=\"z>\">link</a> <b>on</b>", "link on"),
        (b"<html><head><title>no</title><body>yes", "yes"),
        (b"<html>1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        (b"<html>ha &#" + b"9" * 5_000 + b";", "ha &#" + "9" * 5_000 + ";"),
    ],
)
def test_only_what_a_reader_sees(page: bytes, words: str) -> None:
    assert open_html(page, ASKED).text == words


def test_a_page_nested_without_end_is_no_problem() -> None:
    assert open_html(b"<html>" + b"<div>" * 200_000 + b"deep", ASKED).text == "deep"


@pytest.mark.parametrize(
    "piece",
    [b"<!--", b"<a ", b"</", b"<![", b"<?", b"<a b='", b"<a b=\"c'", b"<head>", b"&#", b"\n \t\n", b"<script>"],
    ids=repr,
)
def test_what_is_left_open_costs_no_more_than_its_length(piece: bytes) -> None:
    """Three megabytes of each: what costs its square would take half a minute."""
    began = time.process_time()
    open_html(b"<html>" + piece * (3_000_000 // len(piece)), ASKED)
    assert time.process_time() - began < 8
