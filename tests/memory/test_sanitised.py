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
    ("text", "left"),
    [
        ("OPENAI_API_KEY={}", ""),
        ("DB_PASSWORD: {}", ""),
        ("db_password={}", ""),
        ("password is: {}", ""),
        ("password:  {}", ""),
        ("the password for the router is {}", ""),
        ("wifi password {} at home", "at home"),
        ("Bearer: {}", ""),
        ("postgres://u:p/{}@h/db", "h/db"),
        ("postgres://u:p@{}@h/db", "h/db"),
        ("Passwort: {}", ""),
        ("mot de passe : {}", ""),
        ("contraseña: {}", ""),
        ("pass: {}", ""),
        ("pw: {}", ""),
        ("password: correct horse {} staple\nbuy milk", "buy milk"),
        ("password: a,b;{}", ""),
        ('api_key="{}", page 2', "page 2"),
        ("My PIN's {}", ""),
        ("pin {}", ""),
    ],
)
def test_what_a_text_calls_secret_is_hidden_to_its_end(text: str, left: str) -> None:
    for secret in (SECRET, "48213377"):
        said = sanitised(text.format(secret))
        assert secret not in said
        assert not any(word in said for word in ("horse", "staple", "a,b"))
        assert HIDDEN in said
        assert left in said


@pytest.mark.parametrize("text", ["password: hunterhunter", "the wifi password is hunterhunter.", "pw=hunterhunter"])
def test_a_password_of_letters_alone_is_hidden(text: str) -> None:
    assert "hunter" not in sanitised(text)


@pytest.mark.parametrize("name", "pass PASSWORD1 mypassword accesstoken userPassword2 wifi_password".split())
def test_a_secret_name_in_any_spelling_is_known(name: str) -> None:
    assert sanitised({name: SECRET}) == {name: HIDDEN}
    assert sanitised([{"name": name, "value": SECRET}]) == [{"name": name, "value": HIDDEN}]


@pytest.mark.parametrize(
    "secret",
    [
        "sk-proj-abcdefghijklmnop1234",
        "sk-ant-api03-abcdefghijklmnop",
        "AIzaSyA-abcdefghijklmnopqrstuvwxyz123456",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "xoxb-123456789012-abcdefghijkl",
        "AKIAIOSFODNN7EXAMPLE",
        "hf_abcdefghijklmnopqrstuv",
        "npm_abcdefghijklmnopqrstuvwxyz0123456789",
        "SG.abcdefghijklmnop.qrstuvwxyz0123456789",
        "GOCSPX-abcdefghijklmno",
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
        "Basic training for runners",
        "basic vegetables stew",
        "bearer supporting walls",
        "the secret is out",
        "A pin is missing",
        "Token of love is sweet",
        "password is very important to change",
        "see https://maps.google.com/@52.5,13.4",
        "sk-learn-classification-notes",
        {"tokens": 500, "max_tokens": 20},
        {"name": "Ama", "value": 3},
        {"compass": "north", "bypass": "A1"},
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


@pytest.mark.parametrize(
    "query", ["tempauth=v1.eyJ", "X-Amz-Signature=ab12", "x=1&X-Goog-Credential=ab12", "sv=1&sig=ab12", "t_token=ab12"]
)
def test_what_signs_an_address_is_hidden(query: str) -> None:
    name, _, value = query.rpartition("=")
    shown = sanitised(f"see https://files.example/plan.txt?{query} there")
    assert f"{name}=[hidden]" in shown
    assert value not in shown
