"""Every setting, typed, with its unit; the only module that reads the environment.

`.env.example` and docs/configuration.md are held equal to this class by tests. An unset or empty variable means the default, except
where the description says that empty switches something off. Which files are read is decided in `env_files`.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, PrivateAttr, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from app.channel_settings import ChannelSettings
from app.door_settings import DoorSettings
from app.env_files import EnvFiles, data_home, environment_names, named_place, usual_places
from app.errors import ConfigurationError
from app.secret_strength import SHORTEST, checked_key, hard_to_guess
from app.settings_wording import HOURS, LOCALE, TIME, TIME_OR_LOCAL, wrong
from app.tracing_settings import TracingSettings
from app.vendor_settings import VendorSettings
from app.web_settings import WebSettings

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# Where nothing between the quotes is an answer: the thing is off.
_OFF_WHEN_EMPTY = frozenset(
    "briefing_time evening_recap_time weekly_recap_time weekly_prep_time read_later_digest_time journal_digest_time"
    " email_intel_time reflection_time quiet_hours".split()
)


class _Blanks(PydanticBaseSettingsSource):
    """The settings that another source holds empty and that mean something so."""

    def __init__(self, settings_cls: type[BaseSettings], source: EnvSettingsSource) -> None:
        super().__init__(settings_cls)
        self._source = source

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """What the source holds for a field."""
        return self._source.env_vars.get(field_name), field_name, False

    def __call__(self) -> dict[str, Any]:
        """The empty ones, by name."""
        return {name: "" for name in sorted(_OFF_WHEN_EMPTY) if self._source.env_vars.get(name) == ""}


class Settings(ChannelSettings, DoorSettings, TracingSettings, WebSettings, VendorSettings, BaseSettings):  # pyright: ignore[reportIncompatibleVariableOverride] - its own decides
    """Kwasi's settings. Nothing is required: with none set, it runs on this machine alone and asks outside only what its user wants to know."""

    model_config = SettingsConfigDict(
        env_file=None,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,  # what is wrong may be a secret
    )
    _env_files: EnvFiles = PrivateAttr(default_factory=EnvFiles)

    @classmethod
    def of(cls, files: EnvFiles, data_dir: Path) -> "Settings":
        """The environment's, above those files'."""
        settings = cls(_env_file=files.read, data_dir=data_dir)  # pyright: ignore[reportCallIssue] - all have defaults
        settings._env_files = files
        return settings

    @property
    def env_files(self) -> EnvFiles:
        """Which files these settings were read from."""
        return self._env_files

    def is_of_this_run(self, name: str) -> bool:
        """Whether a setting was given to this process alone, by its environment, and doesn't stand in a file."""
        return name in environment_names()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """As usual, and beside each source what it switches off by holding it empty."""
        env = EnvSettingsSource(settings_cls, env_ignore_empty=False)
        file = getattr(dotenv_settings, "env_file", None)
        dotenv = DotEnvSettingsSource(settings_cls, env_file=file, env_ignore_empty=False)
        blanks, file_blanks = _Blanks(settings_cls, env), _Blanks(settings_cls, dotenv)
        return init_settings, env_settings, blanks, dotenv_settings, file_blanks

    # --- Where it listens -------------------------------------------------------------------------------------------
    host: str = Field("127.0.0.1", description="Address to listen on. Anything but loopback needs PAGE_PASSWORD.")
    port: int = Field(8321, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    public_hosts: str = Field(
        "",
        description="Host names, comma-separated, under which Kwasi may be reached besides loopback and addresses in numbers.",
    )
    trusted_proxies: str = Field(
        "",
        description="Addresses or networks, comma-separated, of the proxies before Kwasi: only from them X-Forwarded-For, -Proto and -Host are believed. `*` believes whoever connects: only where nobody but the proxy can.",
    )

    # --- Where it keeps things --------------------------------------------------------------------------------------
    data_dir: Path = Field(default_factory=data_home, description="Folder of the database and the log, private to you.")
    database_url: SecretStr | None = Field(
        None, description="postgresql://… for Postgres with pgvector; empty: SQLite in DATA_DIR."
    )
    database_pool_size: int = Field(10, ge=2, le=100, description="Most Postgres connections of one process.")
    secret_key: SecretStr | None = Field(
        None,
        description="Key to the saved logins of your accounts, 32 bytes in urlsafe base64; empty: DATA_DIR/vault.key, made when it is needed.",
    )
    secret_key_previous: SecretStr | None = Field(
        None, description="The SECRET_KEY before, until ./scripts/run vault rotate has been run."
    )

    # --- Who it works for -------------------------------------------------------------------------------------------
    owner_name: str = Field("", description="What to call you.")
    time_zone: str = Field(
        "",
        description="Your IANA time zone, such as Africa/Accra; empty: the browser's, else the system's. In the environment of a command other than serve it counts for that run alone.",
    )
    locale: str = Field(
        "en-GB",
        pattern=LOCALE,
        description="Your language and country; decides whether 3/4 is 3 April (en-GB) or 4 March (en-US).",
    )
    briefing_chat_id: str = Field(
        "", description="Your Telegram id: that account is you, and what is said first is sent there."
    )

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
    google_base_url: str = Field(
        "https://generativelanguage.googleapis.com",
        description="Base URL of Google's models, for a gateway of your own; used by google:… names, embeddings and speech.",
    )
    anthropic_api_key: SecretStr | None = Field(None, description="Key for Claude models.")
    anthropic_base_url: str = Field(
        "https://api.anthropic.com", description="Base URL of Claude models, for a gateway of your own."
    )
    openai_api_key: SecretStr | None = Field(None, description="Key for OpenAI models.")
    openai_base_url: str = Field(
        "",
        description="Base URL of any OpenAI-compatible server, used by openai:…, openai-chat:… and local:… names; empty: OpenAI's.",
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
        "auto",
        description="Who embeds text for search by meaning: auto takes gemini where GOOGLE_API_KEY is set (your messages, notes and facts are sent to Google), else embedded, which sends nothing.",
    )
    embedding_model_name: str = Field("", description="Model name for EMBEDDER=openai.")
    max_output_tokens: int = Field(8_192, ge=256, description="Longest answer of one model call, in tokens.")
    max_turn_cost: float | None = Field(None, gt=0, description="Most money one turn may cost, in US dollars.")
    max_daily_cost: float | None = Field(
        None, gt=0, description="Most money a user's day may cost, in US dollars; then the offline model answers."
    )
    max_monthly_cost: float | None = Field(None, gt=0, description="The same for a calendar month.")
    max_daily_tokens: int | None = Field(None, ge=1_000, description="Most tokens a user's day may use, in and out.")
    max_monthly_tokens: int | None = Field(None, ge=1_000, description="The same for a calendar month.")

    # --- Voice ------------------------------------------------------------------------------------------------------
    speech_to_text: Literal["auto", "embedded", "gemini", "openai", "none"] = Field(
        "auto",
        description="Who listens to voice notes: auto takes the engines of scripts/voice if they are there, else whoever has a key.",
    )
    text_to_speech: Literal["auto", "embedded", "gemini", "openai", "none"] = Field(
        "auto", description="Who speaks the answers to voice notes."
    )
    speak_long_replies: bool = Field(
        False, description="Whether a reply of more than 5 lines is spoken too, where a channel plays voice notes."
    )
    speech_base_url: str = Field(
        "", description="Base URL of an OpenAI-compatible speech server, such as http://127.0.0.1:8000/v1."
    )
    speech_api_key: SecretStr | None = Field(
        None, description="Its key; empty: OPENAI_API_KEY where SPEECH_BASE_URL is empty too."
    )
    stt_model_name: str = Field("", description="Model name for SPEECH_TO_TEXT=openai or gemini; empty: a usual one.")
    tts_model_name: str = Field("", description="Model name for TEXT_TO_SPEECH=openai or gemini; empty: a usual one.")
    tts_voice: str = Field("", description="Voice name for TEXT_TO_SPEECH=openai or gemini; empty: a usual one.")

    # --- Messages, approvals, memory --------------------------------------------------------------------------------
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
        description="How long to wait for a further message before a turn starts, in seconds; Telegram has its own.",
    )
    reminder_freshness: timedelta = Field(
        timedelta(days=7),
        ge=timedelta(0),
        description="A reminder missed while down is still said within this, in seconds; older ones are listed once.",
    )
    learning_delay: timedelta = Field(
        timedelta(seconds=5),
        ge=timedelta(0),
        description="How long after a reply the mini model reads it for facts, in seconds.",
    )
    session_pause: timedelta = Field(
        timedelta(minutes=30),
        gt=timedelta(0),
        description="A silence this long ends a conversation, which is then summed up as a note; in seconds.",
    )
    summary_after: int = Field(
        100, ge=20, description="So many messages make the running summary of a conversation grow."
    )
    reflection_time: str = Field(
        "02:00",
        pattern=TIME,
        description="When the nightly reflection runs, in UTC; empty switches it off.",
    )

    # --- What it says first, and when -------------------------------------------------------------------------------
    briefing_time: str = Field(
        "08:00",
        pattern=TIME_OR_LOCAL,
        description='Daily briefing, in UTC (where that is in your quiet hours: when they end); "07:00 local": your own clock; empty: none.',
    )
    evening_recap_time: str = Field("21:00", pattern=TIME, description="Evening recap, on your clock; empty: none.")
    weekly_recap_day: Weekday = Field("friday", description="Day of the weekly recap.")
    weekly_recap_time: str = Field("18:00", pattern=TIME, description="Its time, on your clock; empty: none.")
    weekly_prep_day: Weekday = Field("sunday", description="Day of the look ahead at the week.")
    weekly_prep_time: str = Field("18:00", pattern=TIME, description="Its time, on your clock; empty: none.")
    read_later_digest_day: Weekday = Field("saturday", description="Day of the digest of your reading list.")
    read_later_digest_time: str = Field("09:00", pattern=TIME, description="Its time, on your clock; empty: none.")
    journal_digest_day: Weekday = Field("sunday", description="Day of the digest of your journal.")
    journal_digest_time: str = Field("19:00", pattern=TIME, description="Its time, on your clock; empty: none.")
    email_intel_time: str = Field(
        "09:30", pattern=TIME, description="What matters in your mail, on your clock; empty: none. Needs a mailbox."
    )
    meeting_prep_lead_minutes: int = Field(
        15,
        ge=1,
        le=1440,
        description="How long before a meeting you are prepared for it, in minutes. Needs a calendar.",
    )
    schedule_freshness: timedelta = Field(
        timedelta(hours=6),
        ge=timedelta(0),
        description="A scheduled task missed while down is still done within this, in seconds; later it is skipped and told.",
    )
    quiet_hours: str = Field(
        "22:00-07:00",
        pattern=HOURS,
        description="When nothing is said that you did not set a time for, on your clock; empty: never quiet.",
    )
    unasked_per_day: int = Field(
        8, ge=0, description="Most messages a day that you did not ask for (alerts, questions of its own)."
    )
    local_messages_per_minute: int = Field(
        1200, ge=1, description="As MESSAGES_PER_MINUTE, for the page, the terminal and programs."
    )
    turns_at_once: int = Field(
        16, ge=1, le=256, description="How many users are answered at the same time; the others wait, in turn."
    )
    background_at_once: int = Field(4, ge=1, le=64, description="How many users' scheduled work runs at the same time.")

    # --- Log ---------------------------------------------------------------------------------------------------------
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="How much to log; message text only at debug."
    )

    @field_validator(
        "model_timeout",
        "turn_timeout",
        "approval_lifetime",
        "joining_window",
        "telegram_joining_window",
        "whatsapp_joining_window",
        "slack_joining_window",
        "reminder_freshness",
        "learning_delay",
        "session_pause",
        "schedule_freshness",
        "sender_patience",
        mode="before",
    )
    @classmethod
    def _seconds(cls, value: object) -> object:
        """A plain number is seconds, as `.env.example` writes it; pydantic alone would want PT60S, which is read too."""
        try:
            return float(value) if isinstance(value, str) else value
        except ValueError:
            return value

    @field_validator("secret_key", "secret_key_previous", mode="after")
    @classmethod
    def _key(cls, value: SecretStr | None) -> SecretStr | None:
        return checked_key(value)

    @field_validator(*SHORTEST, mode="after")
    @classmethod
    def _hard_to_guess(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        return hard_to_guess(value, fewest=SHORTEST[info.field_name or ""])

    @field_validator("data_dir", mode="after")
    @classmethod
    def _expand(cls, value: Path) -> Path:
        return value.expanduser()


def load_settings(env_file: Path | None = None) -> Settings:
    """The settings of this process: its environment, above the `.env` of the data folder, above that of the checkout; or above
    `env_file` alone, where one is named.

    Raises ConfigurationError that names every wrong one and says what it should be."""
    data_dir, files = named_place(env_file) if env_file else usual_places()
    try:
        return Settings.of(files, data_dir)
    except ValidationError as problem:
        sentences = [
            wrong(error, files.place_of(str(error["loc"][0])), _default_of(error)) for error in problem.errors()
        ]
        raise ConfigurationError("\n".join(sentences)) from problem


def _default_of(error: ErrorDetails) -> object:
    """What the setting is that an error is about, where nothing sets it."""
    return Settings.model_fields[str(error["loc"][0])].default
