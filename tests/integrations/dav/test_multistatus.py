"""XML of servers, read within bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.dav.multistatus import DAV, members, tree


def test_only_what_was_given_is_there() -> None:
    found = members(
        b'<multistatus xmlns="DAV:"><response><href> /a/ </href>'
        b"<propstat><prop><displayname>A &amp; <![CDATA[B]]></displayname></prop><status>HTTP/1.1 200 OK</status></propstat>"
        b"<propstat><prop><owner/></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>"
        b"<response><href>/b/</href><status>HTTP/1.1 404 Not Found</status></response>"
        b"<response><href>/c/</href><status>nonsense</status></response></multistatus>"
    )
    assert [(one.href, one.status) for one in found] == [("/a/", 200), ("/b/", 404), ("/c/", 500)]
    assert (found[0].text(f"{DAV}displayname"), found[0].text(f"{DAV}owner")) == ("A & B", "")
    assert f"{DAV}owner" not in found[0].properties


def test_a_node_is_walked_in_order() -> None:
    root = tree(b'<a xmlns="DAV:"><b>1</b><c><b>2</b></c><b>3</b></a>')
    assert [node.text for node in root.every(f"{DAV}b")] == ["1", "2", "3"]
    assert [node.text for node in root.named(f"{DAV}b")] == ["1", "3"]
    assert (root.text_of(f"{DAV}b"), root.text_of(f"{DAV}d")) == ("1", "")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<a>",
        b"<a/><b/>",
        b"\xff\xfe<",
        b"<!DOCTYPE a><a/>",
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b"<a>&nbsp;</a>",
        b"<a>" * 60 + b"</a>" * 60,
        b"<a>" + b"<b/>" * 150_000 + b"</a>",
        b"<multistatus/>",
        "<!DOCTYPE a [<!ENTITY b 'ha'>]><a>&b;</a>".encode("utf-16"),
        b"<a " + b" ".join(b"a%d=''" % number for number in range(101)) + b"/>",
        b"<a " + b" ".join(b"a%d=''" % number for number in range(60_000)),
    ],
    ids=range(13),
)
def test_what_is_no_answer_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        members(body)


@given(st.binary(max_size=300))
def test_nothing_else_is_raised_whatever_is_said(body: bytes) -> None:
    for text in (body, b'<multistatus xmlns="DAV:">' + body + b"</multistatus>"):
        try:
            assert isinstance(members(text), tuple)
        except ValueError as problem:
            assert str(problem)  # noqa: PT017 - whatever it says, it is no other error


def test_a_mark_without_end_is_left_before_it_costs_its_square() -> None:
    with pytest.raises(ValueError, match="without end"):
        tree(b"<a b='" + b"x" * 5_000_000 + b"'/>")
    assert tree(b"<a>" + b"x" * 5_000_000 + b"</a>").text == "x" * 5_000_000
