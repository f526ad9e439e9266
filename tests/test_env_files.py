"""Settings are read from where their owner put them, and from no folder that somebody else may have prepared."""

import json
from pathlib import Path

import pytest

from app import env_files
from app.config import load_settings
from app.errors import ConfigurationError
from tests.e2e.commands import Machine, events

HOSTILE = "OPENAI_BASE_URL=http://127.0.0.1:9/v1\nMODEL_NAME=openai-chat:mine\nOWNER_NAME=Mallory\n"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program's folder, and another one that one stands in."""
    monkeypatch.setattr(env_files, "CHECKOUT", tmp_path / "checkout")
    (tmp_path / "here").mkdir()
    (tmp_path / "checkout").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "checkout"


def test_a_folder_that_one_stands_in_sets_nothing_and_is_named(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "here/.env").write_text(HOSTILE)
    settings = load_settings()
    assert (settings.openai_base_url, settings.model_name, settings.owner_name) == ("", "", "")
    assert settings.env_files.read == ()
    assert settings.env_files.ignored == tmp_path / "here/.env"


def test_the_data_folder_stands_above_the_checkout_and_the_environment_above_both(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (checkout / ".env").write_text("OWNER_NAME=a\nLOCALE=en-US\nPORT=1111\nEVENING_RECAP_TIME=\n")
    (tmp_path / "data/.env").write_text("OWNER_NAME=b\nPORT=2222\n")
    monkeypatch.setenv("PORT", "3333")
    settings = load_settings()
    assert (settings.owner_name, settings.locale, settings.port) == ("b", "en-US", 3333)
    assert settings.evening_recap_time == ""
    assert settings.env_files.read == (checkout / ".env", tmp_path / "data/.env")
    assert settings.env_files.ignored is None


def test_a_file_that_is_named_is_read_alone(checkout: Path, tmp_path: Path) -> None:
    (checkout / ".env").write_text("OWNER_NAME=a\nLOCALE=en-US\n")
    (tmp_path / "here/mine.env").write_text("OWNER_NAME=c\n")
    settings = load_settings(Path("mine.env"))
    assert (settings.owner_name, settings.locale) == ("c", "en-GB")
    assert settings.env_files.read == (tmp_path / "here/mine.env",)


def test_standing_in_the_checkout_its_file_is_no_stray(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / ".env").write_text("OWNER_NAME=a\n")
    monkeypatch.chdir(checkout)
    settings = load_settings()
    assert (settings.owner_name, settings.env_files.ignored) == ("a", None)


@pytest.mark.parametrize("file", ["missing.env", "."])
def test_a_named_file_that_is_not_there_is_said(checkout: Path, file: str) -> None:
    with pytest.raises(ConfigurationError, match=f"There's no file {file}"):
        load_settings(Path(file))


def test_the_data_folder_cannot_say_where_it_is(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/.env").write_text("DATA_DIR=/elsewhere\n")
    with pytest.raises(ConfigurationError, match="DATA_DIR can't be set in"):
        load_settings()
    (tmp_path / "data/.env").write_text(f"DATA_DIR={tmp_path / 'data'}\nOWNER_NAME=d\n")
    assert load_settings().owner_name == "d"


@pytest.mark.parametrize(
    ("written", "meant"), [("data", "checkout/data"), ("../data", "data"), ("{tmp}/there", "there"), ("~/k", "home/k")]
)
def test_a_data_folder_is_meant_from_the_file_that_names_it(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, meant: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DATA_DIR")
    (checkout / ".env").write_text(f"data_dir={written.format(tmp=tmp_path)}\n")
    (tmp_path / "here/data").mkdir()
    (tmp_path / "here/data/.env").write_text(HOSTILE)
    settings = load_settings()
    assert settings.data_dir.resolve() == tmp_path / meant
    assert settings.owner_name == ""


def test_a_data_folder_in_the_environment_is_meant_from_the_shell(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", "mine")
    assert load_settings().data_dir == tmp_path / "here/mine"


@pytest.mark.parametrize("place", ["checkout", "data"])
def test_a_file_that_cannot_be_read_is_named(checkout: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / place / ".env").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match=f"The file {tmp_path / place / '.env'} can't be read"):
        load_settings()


@pytest.mark.parametrize("kind", ["folder", "dangling link"])
def test_what_is_no_file_is_passed_over(checkout: Path, kind: str) -> None:
    (checkout / ".env").mkdir() if kind == "folder" else (checkout / ".env").symlink_to("nowhere")
    assert load_settings().env_files.read == ()


def test_doctor_says_which_files_were_read_and_which_was_not(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.ask("hello")  # until something has begun, doctor leaves no log either
    said = machine.run("doctor", "--json", env_file=b"OWNER_NAME=Esi\n", stray_file=HOSTILE.encode())
    [finding] = [row for row in json.loads(said.out) if row["part"] == "settings"]
    folder = tmp_path / "command-2"
    assert finding["says"].startswith(f"the environment, above {folder}/checkout/.env; {folder}/.env is not read")
    assert said.err == ""
    assert "config.env_file_ignored" in events(machine.log)


def test_a_server_says_once_that_a_file_was_passed_over(tmp_path: Path) -> None:
    server = Machine(tmp_path).start("serve", PORT="0", stray_file=HOSTILE.encode())
    assert server.url
    assert events(server.end().err).count("config.env_file_ignored") == 1


def test_a_named_file_is_an_option_of_every_command(tmp_path: Path) -> None:
    (tmp_path / "mine.env").write_text("API_TOKEN=a token of the tests\n")
    said = Machine(tmp_path).run("--env-file", str(tmp_path / "mine.env"), "doctor")
    assert f"above {tmp_path}/mine.env" in said.out
    assert "✓ POST /message" in said.out
