"""What a log of calls may hold: no secret in any shape, no long text whole, and everything else as it was."""

from typing import Any

import pytest

from app.memory.sanitised import HIDDEN, LONGEST, sanitised

SECRET = "Tr0ub4dor&3xyzzyPlugh"


@pytest.mark.parametrize(
    "name",
    "password PASSWORD api_key apiKey X-API-Token authorization Authorization client_secret refreshToken access-key cookie pin".split(),
)
@pytest.mark.parametrize("value", [SECRET, 123456, [SECRET], {"inner": SECRET}])
def test_what_a_name_calls_secret_is_hidden(name: str, value: Any) -> None:
    assert sanitised({"to": "Ama", "deep": [{name: value}]}) == {"to": "Ama", "deep": [{name: HIDDEN}]}


@pytest.mark.parametrize("name", "key keyboard tokenizer_language pinned secretary author keys_count".split())
def test_what_only_sounds_like_it_stays(name: str) -> None:
    assert sanitised({name: "value"}) == {name: "value"}


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer {}",
        "curl -H 'X-API-Token: {}'",
        "the wifi password is {}",
        "password: {}",
        'api_key="{}"',
        "https://ama:{}@example.org/x",
        "https://example.org/x?access_token={}&page=2",
        "postgresql://kwasi:{}@127.0.0.1/kwasi",
    ],
)
def test_what_a_text_calls_secret_is_hidden(text: str) -> None:
    said = sanitised(text.format(SECRET))
    assert SECRET not in said
    assert HIDDEN in said


@pytest.mark.parametrize(
    "secret",
    [
        "sk-proj-abcdefghijklmnop1234",
        "sk-ant-api03-abcdefghijklmnop",
        "AIzaSyA-abcdefghijklmnopqrstuvwxyz123456",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "xoxb-123456789012-abcdefghijkl",
        "AKIAIOSFODNN7EXAMPLE",
        "123456789:AAH1234567890abcdefghijklmnopqrstuv",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc-DEF_123",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc",
    ],
)
def test_a_secret_is_known_by_its_shape(secret: str) -> None:
    assert secret not in sanitised(f"here: {secret}")
    assert secret[:20] not in sanitised(f"{'x' * (LONGEST - 5)} {secret}")


def test_a_secret_that_this_process_holds_is_hidden_wherever_it_stands() -> None:
    assert sanitised({"note": f"so {SECRET}!", SECRET: 1}, [SECRET, "a"]) == {"note": f"so {HIDDEN}!", HIDDEN: 1}


@pytest.mark.parametrize(
    "value",
    [
        "remind me to call mum at 9:30",
        "https://example.org/a?page=2#x",
        "the token ring network of 1985",
        "write to ama@example.org about pin boards",
        {"n": 3, "on": True, "none": None, "list": [1, "two"]},
    ],
)
def test_what_is_no_secret_stays_as_it_is(value: Any) -> None:
    assert sanitised(value) == value


def test_long_texts_are_cut_and_say_how_long_they_were() -> None:
    said = sanitised({"body": "word " * 4_000})["body"]
    assert said.endswith("… (20,000 characters)")
    assert len(said) < LONGEST + 40
    assert len(sanitised({"rows": list(range(9_000))})["rows"]) == 51
    assert len(sanitised({str(number): number for number in range(9_000)})) == 51
    deep: Any = "end"
    for _ in range(3_000):
        deep = [deep]
    assert "…" in str(sanitised(deep))
