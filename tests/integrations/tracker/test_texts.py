"""Texts as Jira keeps them: what is written is a document by Atlassian's own schema and reads as it was written; wiki markup for servers; whatever
somebody else wrote is read, and nothing breaks the reading.
"""

import time

import pytest

from app.integrations.tracker import adf, marking
from tests.fakes.vendors.jira.description import document_faults

WHOLE = """# Export

Hello **bold** and *slanted*, ~~gone~~, `code {}`, [a page](https://example.org/x) and https://example.org/y.
The next line, with 2*3*4 and @Lena

- one
- two
  more of two
  - nested
- three

3. third
4. fourth

> quoted
> more

```python
x = {1: "**"}
```

---

The end"""
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"


def test_a_text_with_every_mark_reads_as_it_was_written() -> None:
    document = marking.document(WHOLE)
    assert list(document_faults(document)) == []
    assert adf.read(document) == WHOLE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n ",
        "* * *",
        "**",
        "****",
        "** a **",
        "`",
        "``` \n",
        "```\n",
        "- ",
        "-\n-",
        "- a\n1. b\n- c",
        "1. a\n   - b\n     - c\n       - d\n         - e\n           - f\n             - g\n               - h",
        ">",
        "> \n> a\n>\n> b",
        "| a |\n|---|",
        TABLE,
        "#",
        "####### seven",
        "[x](javascript:alert(1))",
        "https://example.org/(a)",
        "a\tb\r\nc",
        "    set in",
        "  - a\n- b",
    ],
)
def test_whatever_is_typed_is_a_document(text: str) -> None:
    document = marking.document(text)
    assert list(document_faults(document)) == []
    assert isinstance(adf.read(document), str)
    assert isinstance(marking.wiki(text), str)


def test_what_is_no_mark_stays_as_it_was_typed() -> None:
    for text in ("2 * 3 * 4", "snake_case_name", "a < b && c > d", "[x](javascript:alert(1))", "**", "#tag"):
        assert adf.read(marking.document(text)) == text


def test_a_server_gets_wiki_markup() -> None:
    wiki = marking.wiki(WHOLE)
    assert wiki.startswith(
        "h1. Export\n\nHello *bold* and _slanted_, -gone-, {{code \\{\\}}}, [a page|https://example.org/x]"
    )
    assert "* one\n* two \\\\ more of two\n** nested\n* three" in wiki
    assert "# third\n# fourth" in wiki
    assert "{quote}\nquoted\nmore\n{quote}" in wiki
    assert '{code:python}\nx = {1: "**"}\n{code}\n\n----' in wiki
    assert marking.wiki(TABLE) == "||a||b||\n|1|2|"


def text(words: str, *marks: str) -> dict[str, object]:
    return {"type": "text", "text": words, "marks": [{"type": mark} for mark in marks]}


def doc(*content: object) -> dict[str, object]:
    return {"type": "doc", "version": 1, "content": list(content)}


@pytest.mark.parametrize(
    ("node", "read"),
    [
        ({"type": "paragraph", "content": [{"type": "mention", "attrs": {"id": "1", "text": "@Lena"}}]}, "@Lena"),
        ({"type": "paragraph", "content": [{"type": "emoji", "attrs": {"shortName": ":+1:"}}]}, ":+1:"),
        ({"type": "paragraph", "content": [{"type": "date", "attrs": {"timestamp": "1795651200000"}}]}, "2026-11-26"),
        ({"type": "paragraph", "content": [{"type": "date", "attrs": {"timestamp": "9" * 40}}]}, ""),
        ({"type": "paragraph", "content": [{"type": "status", "attrs": {"text": "LATE", "color": "red"}}]}, "[LATE]"),
        (
            {"type": "paragraph", "content": [{"type": "inlineCard", "attrs": {"url": "https://a.example"}}]},
            "https://a.example",
        ),
        (
            {
                "type": "panel",
                "attrs": {"panelType": "info"},
                "content": [{"type": "paragraph", "content": [text("Careful")]}],
            },
            "Careful",
        ),
        ({"type": "mediaSingle", "content": [{"type": "media", "attrs": {"alt": "plan.png"}}]}, "(file plan.png)"),
        ({"type": "somethingNew", "content": [{"type": "paragraph", "content": [text("still read")]}]}, "still read"),
        (
            {
                "type": "taskList",
                "content": [{"type": "taskItem", "attrs": {"state": "DONE"}, "content": [text("ship")]}],
            },
            "- [x] ship",
        ),
        (
            {
                "type": "table",
                "content": [
                    {
                        "type": "tableRow",
                        "content": [
                            {"type": "tableHeader", "content": [{"type": "paragraph", "content": [text(one)]}]}
                            for one in ("a", "b")
                        ],
                    }
                ],
            },
            "a | b",
        ),
        (
            {
                "type": "expand",
                "attrs": {"title": "More"},
                "content": [{"type": "paragraph", "content": [text("within")]}],
            },
            "More\n\nwithin",
        ),
    ],
)
def test_what_others_write_is_read(node: object, read: str) -> None:
    assert adf.read(doc(node)) == read


@pytest.mark.parametrize(
    "hostile",
    [
        None,
        7,
        [],
        {},
        {"type": "doc", "content": "no list"},
        doc(None, 7, "x", {"type": 7}, {"type": ["paragraph"]}, {"type": "text", "text": {"a": 1}}),
        doc({"type": "heading", "attrs": {"level": [6]}, "content": [{"type": "text"}]}),
        doc({"type": "orderedList", "attrs": {"order": "9" * 99}, "content": [{"type": "listItem"}]}),
        doc({"type": "paragraph", "content": [{"type": "text", "text": "x", "marks": "strong"}]}),
        doc({"type": "paragraph", "content": [{"type": "text", "text": "x", "marks": [7, {"type": "link"}]}]}),
        doc({"type": "table", "content": [7, {"type": "tableRow", "content": 3}]}),
    ],
)
def test_a_document_that_is_none_breaks_nothing(hostile: object) -> None:
    assert isinstance(adf.read(hostile), str)


@pytest.mark.parametrize("kind", ["bulletList", "taskList", "blockquote", "expand", "unknown", "table"])
def test_a_document_without_an_end_is_read_to_some_depth(kind: str) -> None:
    inner: dict[str, object] = {"type": "paragraph", "content": [text("deep")]}
    for _ in range(400):
        inner = {"type": kind, "content": [inner]}
    assert adf.read(doc({"type": "paragraph", "content": [text("first")]}, inner)).startswith("first")


@pytest.mark.parametrize(
    "text", ["|a\n|" + "-" * 100_000 + "x", ">\n" * 50_000, "> \n" * 33_000, "**a" * 33_000, "[a](http://" * 9_000]
)
def test_a_text_of_100_000_marks_is_read_in_a_moment(text: str) -> None:
    began = time.process_time()
    marking.document(text)
    marking.wiki(text)
    assert time.process_time() - began < 5
