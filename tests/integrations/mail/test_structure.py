"""Where parts begin and end, what they are called, and how many bytes they have."""

import os

import pytest

from app.integrations.mail.structure import MOST_PARTS, Part, called, read_message
from tests.integrations.mail.messages import leaf, message, multi


def parts(data: bytes) -> list[Part]:
    return list(read_message(data).parts())


def test_paths_are_those_of_imap() -> None:
    data = message(multi("mixed", leaf("a"), multi("alternative", leaf("b"), leaf("c"), boundary="C"), leaf("d")))
    assert [(one.path, one.content()) for one in parts(data)] == [
        ("1", b"a"),
        ("2.1", b"b"),
        ("2.2", b"c"),
        ("3", b"d"),
    ]
    assert [one.path for one in parts(message(leaf("a")))] == ["1"]


def test_line_ends_of_every_kind_divide_alike() -> None:
    data = message(multi("mixed", leaf("a"), leaf("b")))
    for line_end in (b"\r\n", b"\r"):
        assert [one.content() for one in parts(data.replace(b"\n", line_end))] == [b"a", b"b"]


def test_a_boundary_that_another_begins_with_is_not_mixed_up() -> None:
    inner = multi("mixed", leaf("x"), boundary="AB")
    assert [one.path for one in parts(message(multi("mixed", inner, leaf("y"), boundary="A")))] == ["1.1", "2"]


def test_a_digest_is_of_messages() -> None:
    assert [one.media_type for one in parts(message(multi("digest", b"\nSubject: a\n\nb")))] == ["message/rfc822"]


def test_parts_are_bounded() -> None:
    read = read_message(message(multi("mixed", *[leaf("x")] * 3_000)))
    assert len(list(read.parts())) < MOST_PARTS
    assert read.parts_left_out


@pytest.mark.parametrize("raw", [b"", b"YQ==", b"YWI=YWI=", b"YWJjZ", b"Y W\nJ!j", b"====", b"YQ" * 700_001])
def test_the_size_of_base64_is_known_without_decoding_it(raw: bytes) -> None:
    part = parts(b"Content-Transfer-Encoding: base64\n\n" + raw)[0]
    assert part.size() == len(part.content())


def test_content_is_decoded_only_as_far_as_asked() -> None:
    part = parts(message(leaf(os.urandom(300_000), "application/x", coded=True)))[0]
    assert part.content(1_000) == part.content()[:1_000]


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ("Content-Disposition: attachment; filename=a.pdf", "a.pdf"),
        ("Content-Disposition: attachment; filename=../../etc/passwd", "passwd"),
        ('Content-Disposition: attachment; filename="C:\\\\a\\\\b.doc"', "b.doc"),
        ("Content-Disposition: attachment; filename*=utf-8''%E2%80%AEfdp.exe", "fdp.exe"),
        ("Content-Disposition: filename=a.pdf", "a.pdf"),
        ("Content-Disposition: attachment; filename=..", "unnamed.png"),
        ("X: y", "unnamed.png"),
    ],
)
def test_names_are_safe_to_show_and_to_save(headers: str, name: str) -> None:
    assert called(parts(message(leaf(b"x", "image/png", headers)))[0]) == name
