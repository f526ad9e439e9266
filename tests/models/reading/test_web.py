"""Web pages as their words."""

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
    ],
)
def test_only_what_a_reader_sees(page: bytes, words: str) -> None:
    assert open_html(page, ASKED).text == words


def test_a_page_nested_without_end_is_no_problem() -> None:
    assert open_html(b"<html>" + b"<div>" * 200_000 + b"deep", ASKED).text == "deep"
