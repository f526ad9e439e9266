"""Headers: fields, encoded words, people and parameters, as written by the standard and otherwise."""

import pytest

from app.integrations.mail.headers import MOST_ADDRESSES, addresses, parameters, read_headers, words_decoded


def test_fields_are_unfolded_and_a_line_that_is_none_belongs_to_the_one_before() -> None:
    headers = read_headers(b"Subject: a\n  b\nbroken line\nX-One : 1\nx-one: 2\n")
    assert headers.first("subject") == "a b broken line"
    assert headers.all("x-one") == ["1", "2"]
    assert headers.first("none") == ""


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain", "plain"),
        ("=?utf-8?q?caf=C3=A9_noir?=", "café noir"),
        ("=?UTF-8*en?B?Y2Fmw6k=?=", "café"),
        ("=?utf-8?b?w6k?= =?utf-8?b?w6k?=", "éé"),
        ("=?utf-8?b?4pw=?=\t=?utf-8?b?kw==?=", "✓"),
        ("a =?utf-8?q?b?= c", "a b c"),
        ("=?utf-8?q?a b?=", "a b"),
        ("=?utf-8?q?who??=", "who?"),
        ("=?utf-8?q?cut", "cut"),
        ("=?x-none?q?a=E9?=", "aé"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("=?utf-8?b?!!!?=", ""),
        ("=?iso-2022-jp?b?GyRCRnxLXBsoQg==?=", "日本"),
    ],
)
def test_encoded_words_are_read(written: str, read: str) -> None:
    assert words_decoded(written) == read


@pytest.mark.parametrize(
    ("written", "people"),
    [
        ("a@x.example", [("", "a@x.example")]),
        ("Ama <a@x.example>, kofi@x.example", [("Ama", "a@x.example"), ("", "kofi@x.example")]),
        ('"Mensah, Ama" <a@x.example>', [("Mensah, Ama", "a@x.example")]),
        ("=?utf-8?q?Mensah=2C_Ama?= <a@x.example>", [("Mensah, Ama", "a@x.example")]),
        ('"=?utf-8?q?Am=C3=A9?=" <a@x.example>', [("Amé", "a@x.example")]),
        ("a@x.example (Ama (the elder))", [("Ama the elder", "a@x.example")]),
        ("friends: a@x.example, b@x.example;", [("", "a@x.example"), ("", "b@x.example")]),
        ("undisclosed-recipients:;", []),
        ("<@relay.example:a@x.example>", [("", "a@x.example")]),
        ("<mailto:a@x.example>", [("", "a@x.example")]),
        ('"Ama \\"Boss\\" M" <a@x.example>', [('Ama "Boss" M', "a@x.example")]),
        ("Ama", [("Ama", "")]),
        ("Ama <>", [("Ama", "")]),
        ('"never closed <a@x.example>', [("never closed", "a@x.example")]),
        ("", []),
    ],
)
def test_people_are_read(written: str, people: list[tuple[str, str]]) -> None:
    assert [(one.name, one.address) for one in addresses(written)] == [
        (name.strip(), address) for name, address in people
    ]


def test_people_are_bounded() -> None:
    assert len(addresses("a@x.example," * 9_000)) == MOST_ADDRESSES
    assert addresses("(" * 30_000) == ()
    assert addresses('"\\' * 4_000 + "<a@x.example>")[0].address == "a@x.example"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("; charset=utf-8", {"charset": "utf-8"}),
        ('; Boundary = "a b;c" ; x=y', {"boundary": "a b;c", "x": "y"}),
        ('; name="a \\"b\\".txt"', {"name": 'a "b".txt'}),
        ("; name=a b.txt", {"name": "a b.txt"}),
        ("; name*=utf-8'en'caf%C3%A9.txt; name=cafe.txt", {"name": "café.txt"}),
        ("; name=cafe.txt; name*=utf-8''caf%C3%A9.txt", {"name": "café.txt"}),
        ('; name*1="b.txt"; name*0="a"', {"name": "ab.txt"}),
        ("; name*0*=utf-8''caf%C3; name*1*=%A9; name*2=.txt", {"name": "café.txt"}),
        ("; name==?utf-8?q?caf=C3=A9?=", {"name": "café"}),
        ('; name="never closed', {"name": "never closed"}),
        ("; name*=nonsense", {"name": "nonsense"}),
        ("; ;; =x; a", {}),
    ],
)
def test_parameters_are_read(written: str, read: dict[str, str]) -> None:
    assert parameters(written) == read
