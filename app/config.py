"""Every setting, typed, with its unit; the only module that reads the environment.

`.env.example` and docs/configuration.md are held equal to this class by tests. An unset or empty variable means the default.
"""

from datetime import timedelta
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.errors import ConfigurationError

# Pydantic's kinds of refusal in the words of whoever edits a settings file.
_WANTED = {
    "int_parsing": "it is a whole number",
    "greater_than": "it must be more than {gt}",
    "greater_than_equal": "it must be at least {ge}",
    "less_than_equal": "it must be at most {le}",
    "time_delta_parsing": "it is a number of seconds, such as 60",
    "literal_error": "it is one of {expected}",
}


def _data_home() -> Path:
    """Where a program's own data belongs: ~/.local/share/kwasi."""
    return Path.home() / ".local" / "share" / "kwasi"


class Settings(BaseSettings):
    """Kwasi's settings. Nothing is required: with none set, it runs on this machine alone and talks to nobody."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore")

    # --- Where it listens -------------------------------------------------------------------------------------------
    host: str = Field("127.0.0.1", description="Address to listen on. Anything but loopback needs DASHBOARD_SECRET.")
    port: int = Field(8321, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    public_hosts: str = Field(
        "", description="Host names, comma-separated, under which the page may be opened besides loopback."
    )

    # --- Where it keeps things --------------------------------------------------------------------------------------
    data_dir: Path = Field(
        default_factory=_data_home, description="Folder of the database and the log, private to you."
    )
    database_url: SecretStr | None = Field(
        None, description="postgresql://… for Postgres with pgvector; empty: SQLite in DATA_DIR."
    )
    database_pool_size: int = Field(10, ge=2, le=100, description="Most Postgres connections of one process.")

    # --- Who it works for -------------------------------------------------------------------------------------------
    owner_name: str = Field("", description="What to call you.")
    time_zone: str = Field(
        "", description="Your IANA time zone, such as Africa/Accra; empty: the browser's, else the system's."
    )
    locale: str = Field(
        "en-GB", description="Your language and country; decides whether 3/4 is 3 April (en-GB) or 4 March (en-US)."
    )
    briefing_chat_id: str = Field("", description="The owner's Telegram chat id.")

    # --- Models -----------------------------------------------------------------------------------------------------
    model_name: str = Field(
        "", description="provider:model for conversation; empty: by whichever key is set, else the offline model."
    )
    mini_model_name: str = Field("", description="provider:model for small background work.")
    reflection_model_name: str = Field("", description="provider:model for the nightly reflection; empty: MODEL_NAME.")
    fallback_model_names: str = Field(
        "", description="provider:model names, comma-separated, tried in order when the first one fails."
    )
    google_api_key: SecretStr | None = Field(None, description="Key for Gemini models and embeddings.")
    anthropic_api_key: SecretStr | None = Field(None, description="Key for Claude models.")
    openai_api_key: SecretStr | None = Field(None, description="Key for OpenAI models.")
    openai_base_url: str = Field(
        "", description="Base URL of any OpenAI-compatible server, used by openai-chat:… and local:… names."
    )
    ollama_base_url: str = Field(
        "http://127.0.0.1:11434/v1", description="Where Ollama listens, used by ollama:… names."
    )
    model_timeout: timedelta = Field(
        timedelta(seconds=60), gt=timedelta(0), description="Longest wait for one model call, in seconds."
    )
    turn_timeout: timedelta = Field(
        timedelta(minutes=10),
        gt=timedelta(0),
        description="Longest a language model may take over one turn, in seconds.",
    )
    max_model_requests: int = Field(12, ge=1, description="Most model calls in one turn.")
    max_turn_tokens: int = Field(100_000, ge=1_000, description="Most tokens in one turn, in and out.")
    embedder: Literal["auto", "embedded", "gemini", "openai", "none"] = Field(
        "auto", description="Who embeds text: auto takes the embedded encoder."
    )
    embedding_model_name: str = Field("", description="Model name for EMBEDDER=openai.")

    # --- Doors ------------------------------------------------------------------------------------------------------
    dashboard_secret: SecretStr | None = Field(
        None, description="Password of the page; without one a one-time link opens it on loopback."
    )
    api_token: SecretStr | None = Field(
        None, description="Token for POST /message in X-API-Token; empty: that endpoint is off."
    )
    reflection_secret: SecretStr | None = Field(
        None, description="Secret for POST /reflect and /embed-backfill in X-Reflection-Secret."
    )

    # --- Behaviour --------------------------------------------------------------------------------------------------
    max_message_characters: int = Field(100_000, ge=1_000, description="Longest message taken, in characters.")
    max_upload_bytes: int = Field(10_000_000, ge=100_000, description="Largest request body taken, in bytes.")
    approval_lifetime: timedelta = Field(
        timedelta(hours=24),
        gt=timedelta(0),
        le=timedelta(days=3650),  # a moment further away than the calendar goes can't be stored
        description="How long a held action waits for you, in seconds.",
    )
    joining_window: timedelta = Field(
        timedelta(0),
        ge=timedelta(0),
        description="How long to wait for a further message before a turn starts, in seconds.",
    )
    reminder_freshness: timedelta = Field(
        timedelta(days=7),
        ge=timedelta(0),
        description="A reminder missed while down is still said within this, in seconds; older ones are listed once.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="How much to log; message text only at debug."
    )

    @field_validator(
        "model_timeout", "turn_timeout", "approval_lifetime", "joining_window", "reminder_freshness", mode="before"
    )
    @classmethod
    def _seconds(cls, value: object) -> object:
        """A plain number is seconds, as `.env.example` writes it; pydantic alone would want PT60S, which is read too."""
        try:
            return float(value) if isinstance(value, str) else value
        except ValueError:
            return value

    @field_validator("data_dir", mode="after")
    @classmethod
    def _expand(cls, value: Path) -> Path:
        return value.expanduser()


def load_settings() -> Settings:
    """The settings of this process. Raises ConfigurationError that names every wrong one and says what it should be."""
    try:
        return Settings()  # pyright: ignore[reportCallIssue] - every field has a default
    except ValidationError as problem:
        raise ConfigurationError("\n".join(map(_wrong, problem.errors()))) from problem
    except (OSError, UnicodeError) as problem:
        raise ConfigurationError(
            "The file .env can't be read. It is plain text in UTF-8, one NAME=value a line."
        ) from problem


def _wrong(error: ErrorDetails) -> str:
    wanted = _WANTED.get(error["type"], error["msg"]).format_map(error.get("ctx", {}))
    return f"{str(error['loc'][0]).upper()} isn't right: {wanted}."
