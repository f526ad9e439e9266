"""Every setting as a person writes it: nothing is required, seconds are numbers, and what is wrong is named."""

import base64
import os
import re
import secrets
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from app import env_files
from app.config import Settings, load_settings
from app.errors import ConfigurationError
from app.secret_strength import key_bytes
from app.settings_wording import wrong

ROOT = Path(__file__).parents[1]
DURATIONS = [name for name, field in Settings.model_fields.items() if field.annotation is timedelta]


def _read(folder: Path, *, env_file: str = "", **environment: str) -> str:
    """The settings as a start reads them in `folder`, whose checkout has such a file; or what it says is wrong."""
    checkout = _checkout(folder, env_file)
    with pytest.MonkeyPatch.context() as here:
        here.setattr(os, "environ", {**_few(folder), **environment})
        here.setattr(env_files, "CHECKOUT", checkout)
        here.chdir(folder)
        try:
            return f"{load_settings().model_dump_json()}\n"
        except ConfigurationError as problem:
            return f"{problem.sentence}\n"


def _read_alone(folder: Path, *, env_file: str = "", **environment: str) -> str:
    """The same in a new process."""
    code = (
        "from pathlib import Path\n"
        "from app import env_files\n"
        "from app.config import load_settings\n"
        f"env_files.CHECKOUT = Path({str(_checkout(folder, env_file))!r})\n"
        "from app.errors import ConfigurationError\n"
        "try: print(load_settings().model_dump_json())\n"
        "except ConfigurationError as problem: print(problem.sentence)\n"
    )
    environment = {**_few(folder), "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def _checkout(folder: Path, env_file: str) -> Path:
    checkout = folder / "checkout"
    checkout.mkdir(exist_ok=True)
    (checkout / ".env").write_text(env_file, encoding="utf-8")
    return checkout


def _few(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder)}


def test_nothing_is_required_and_nothing_is_open_to_the_network() -> None:
    settings = load_settings()
    assert settings.host == "127.0.0.1"
    assert settings.model_name == ""
    assert (settings.page_password, settings.api_token, settings.database_url) == (None, None, None)


def test_every_setting_says_what_it_is_for() -> None:
    assert all(field.description for field in Settings.model_fields.values())


def test_the_example_file_can_be_used_as_it_is_written(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    used = "\n".join(line.removeprefix("#") if re.match(r"#[A-Z_]+=", line) else "" for line in example.splitlines())
    assert "DATA_DIR=" in used
    assert _read(tmp_path, env_file=used) == _read(tmp_path)


def test_the_environment_stands_above_the_file_and_an_empty_variable_says_nothing(tmp_path: Path) -> None:
    written = {"env_file": "PORT=1111\nLOCALE=en-US\n", "PORT": "2222", "LOCALE": ""}
    alone = _read_alone(tmp_path, **written)
    said = Settings.model_validate_json(alone)
    assert (said.port, said.locale) == (2222, "en-US")
    assert alone == _read(tmp_path, **written)


def test_a_home_is_found_in_a_path() -> None:
    assert Settings(data_dir=Path("~/kwasi")).data_dir == Path.home() / "kwasi"


@pytest.mark.parametrize("name", DURATIONS)
@pytest.mark.parametrize(("written", "meant"), [("60", 60), ("0.5", 0.5), ("PT5M", 300), (60, 60)])
def test_a_plain_number_is_seconds(name: str, written: str | int, meant: float) -> None:
    assert getattr(Settings(**{name: written}), name) == timedelta(seconds=meant)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", DURATIONS)
@pytest.mark.parametrize("written", ["soon", "nan", "inf", "-5", "1e300"])
def test_what_is_no_duration_is_refused(name: str, written: str) -> None:
    with pytest.raises(ValidationError):
        Settings(**{name: written})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["SECRET_KEY", "SECRET_KEY_PREVIOUS"])
@pytest.mark.parametrize("written", ["hunter2", "A" * 43, "x1" * 20, "aB3_" * 12, "0f" * 32, "é" * 43])
def test_what_is_no_key_is_refused_and_not_repeated(name: str, written: str, tmp_path: Path) -> None:
    said = _read(tmp_path, **{name: written})
    assert said.startswith(f"{name} isn't right: it must be 32 random bytes in urlsafe base64")
    with pytest.raises(ValidationError) as refused:
        Settings(**{name.lower(): written})  # type: ignore[arg-type]
    assert written not in said + str(refused.value)


def test_any_key_that_was_drawn_at_random_is_taken() -> None:
    for _ in range(500):
        key = secrets.token_bytes(32)
        text = base64.urlsafe_b64encode(key).decode()
        assert key_bytes(text) == key_bytes(text.rstrip("=")) == key_bytes(f" {text}\n") == key


def test_a_secret_of_the_wrong_kind_is_not_repeated_where_it_is_refused() -> None:
    with pytest.raises(ValidationError) as refused:
        Settings(max_turn_cost="sk-secret")  # type: ignore[arg-type]
    assert "sk-secret" not in str(refused.value)


def test_what_is_wrong_is_named_with_what_it_should_be(tmp_path: Path) -> None:
    said = _read_alone(tmp_path, PORT="eighty", MODEL_TIMEOUT="soon", EMBEDDER="magic")
    assert said == _read(tmp_path, PORT="eighty", MODEL_TIMEOUT="soon", EMBEDDER="magic")
    assert [line.split()[0] for line in said.splitlines()] == ["PORT", "MODEL_TIMEOUT", "EMBEDDER"]
    assert "a whole number" in said
    assert "a number of seconds" in said
    assert "'embedded'" in said


@pytest.mark.parametrize("name", Settings.model_fields)
def test_no_refusal_is_in_the_library_s_words(name: str, tmp_path: Path) -> None:
    for written in ("nonsense", "-1", "99:99", "1e999"):
        try:
            Settings(**{name: written})  # type: ignore[arg-type]
        except ValidationError as problem:
            said = wrong(problem.errors()[0])
            assert said.startswith(f"{name.upper()} isn't right: ")
            assert not re.search(r"[Ii]nput|[Ss]tring|pattern|\^|\{", said), said


@pytest.mark.parametrize("locale", ["en-GB", "en_US", "fr", "zh-Hans-CN", "es-419"])
def test_a_language_and_country_are_taken(locale: str) -> None:
    assert Settings(locale=locale).locale == locale


def test_what_is_wrong_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    said = _read(tmp_path, env_file="# mine\n\nOWNER_NAME=Esi\nPORT=abc\n\nBRIEFING_TIME=25:00\nLOCALE=klingon\n")
    file = tmp_path / "checkout/.env"
    assert said.splitlines() == [
        f"PORT (in {file}, line 4) isn't right: it must be a whole number, such as 8321.",
        f"LOCALE (in {file}, line 7) isn't right: it must be a language and a country, such as en-GB or en-US.",
        f"BRIEFING_TIME (in {file}, line 6) isn't right: it must be a time from 00:00 to 23:59, such as 08:00 or 07:00 local; "
        "with nothing behind the = it is off.",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [("A=1\nhunter2\n", 2), ("\n\n=hunter2", 3), ("# a\nA='hunter2\nB=1\n", 2), ("hunter2 = 1 2\nx y", 2)],
)
def test_a_line_that_sets_nothing_is_named_and_not_repeated(tmp_path: Path, text: str, line: int) -> None:
    said = _read(tmp_path, env_file=text)
    assert (
        said
        == f"I can't read line {line} of {tmp_path}/checkout/.env. Write NAME=value there, or put a # in front of it.\n"
    )


def test_secrets_do_not_show() -> None:
    settings = Settings(openai_api_key="sk-123", database_url="postgresql://me:hidden@localhost/kwasi")  # type: ignore[arg-type]
    assert "sk-" not in repr(settings)
    assert "hidden" not in repr(settings)


def test_what_is_off_when_it_is_empty_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text("EVENING_RECAP_TIME=\nWEEKLY_PREP_TIME=10:00\nPORT=\n")
    monkeypatch.setenv("EMAIL_INTEL_TIME", "")
    monkeypatch.setenv("WEEKLY_PREP_TIME", "")
    monkeypatch.setenv("HOST", "")
    settings = Settings(_env_file=file)
    off = (settings.evening_recap_time, settings.email_intel_time, settings.weekly_prep_time)
    assert off == ("", "", "")
    assert (settings.host, settings.port, settings.briefing_time) == ("127.0.0.1", 8321, "08:00")


SECRETS = {"page_password": 10, "whatsapp_verify_token": 10} | dict.fromkeys(
    ("dashboard_secret", "api_token", "reflection_secret", "health_secret", "telegram_webhook_secret"), 16
)


@pytest.mark.parametrize(("name", "fewest"), SECRETS.items())
def test_a_secret_that_can_be_found_by_trying_stops_the_start(tmp_path: Path, name: str, fewest: int) -> None:
    good = "abcdefghijklmnopqrstuvwxyz"[:fewest]
    for weak in (good[:-1], "x", "a" * 40, "ab" * 20):
        said = _read(tmp_path, **{name.upper(): weak})
        assert said.startswith(f"{name.upper()} isn't right: at least {fewest} characters"), weak
        assert "secrets.token_urlsafe(24)" in said
        assert weak == "x" or weak not in said
    assert getattr(Settings(**{name: good}), name).get_secret_value() == good  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SECRETS)
def test_an_empty_secret_is_none_and_no_open_door(name: str) -> None:
    assert getattr(Settings(**{name: ""}), name) is None  # type: ignore[arg-type]


def test_the_command_that_an_error_names_makes_a_good_secret(tmp_path: Path) -> None:
    said = _read(tmp_path, API_TOKEN="short")
    command = said.partition("makes a good one: ")[2].strip().removesuffix(".")
    made = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout.strip()
    for name in SECRETS:
        assert getattr(Settings(**{name: made}), name).get_secret_value() == made  # type: ignore[arg-type]


def test_every_secret_of_ours_has_a_shortest_length() -> None:
    ours = {name for name in Settings.model_fields if name.endswith(("_secret", "_password", "verify_token"))}
    ours.add("api_token")
    ours -= {
        "google_client_secret",
        "microsoft_client_secret",
        "whatsapp_app_secret",
        "slack_signing_secret",
    }  # their vendors make them
    assert ours == set(SECRETS)


@pytest.mark.parametrize("setting", ["OWNER_WHATSAPP_NUMBER", "ALLOWED_WHATSAPP_NUMBERS"])
def test_a_telephone_number_without_its_country_stops_the_start(tmp_path: Path, setting: str) -> None:
    for written in ("01520 2345678", "0612345678", "hello", "+33612345678, 0612345678"):
        said = _read(tmp_path, **{setting: written})
        assert said.startswith(f"{setting} isn't right: it must be telephone numbers with their country codes"), written
    for right in ("+33 6 12 34 56 78", "0044 20 7946 0000", "33612345678, +44 (0)20 7946 0000; US.134abc"):
        assert Settings(**{setting.lower(): right}) is not None  # type: ignore[arg-type]
