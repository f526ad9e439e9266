"""The settings of who gets in, and how many at once: `config.Settings` has them as its own. Reads nothing itself."""

from datetime import timedelta

from pydantic import BaseModel, Field, SecretStr


class DoorSettings(BaseModel):
    """Passwords, tokens, and the patience with connections."""

    # --- Passwords and tokens ---------------------------------------------------------------------------------------
    page_password: SecretStr | None = Field(
        None, description="Password of the page; without one a one-time link opens it on loopback."
    )
    dashboard_secret: SecretStr | None = Field(
        None, description="Opens /dashboard/ for whoever looks after the machine: all users' rows; empty: it is off."
    )
    api_token: SecretStr | None = Field(
        None, description="Token for POST /message in X-API-Token; empty: that endpoint is off."
    )
    reflection_secret: SecretStr | None = Field(
        None, description="Secret for POST /reflect and /embed-backfill in X-Reflection-Secret."
    )
    health_secret: SecretStr | None = Field(
        None,
        description="A secret of your own for /health/* in X-Health-Secret, besides those of paired phones (./scripts/run health pair).",
    )
    health_max_archive_bytes: int = Field(
        4_000_000_000, ge=1_000_000, description="Largest archive taken by POST /health/backfill, in bytes."
    )

    # --- Connections ------------------------------------------------------------------------------------------------
    max_connections: int = Field(
        512, ge=32, description="Most open connections; the one that is idle longest makes room for a new one."
    )
    max_event_streams: int = Field(
        12, ge=1, description="Most open pages of one user that hear news; the oldest makes room for a new one."
    )
    sender_patience: timedelta = Field(
        timedelta(seconds=30),
        gt=timedelta(0),
        description="Longest silence of a sender in the middle of a request, in seconds.",
    )
    outside_proxy: SecretStr | None = Field(
        None,
        description="http(s)://… of a proxy for what is fetched from outside; empty: none. It looks names up itself, so let it reach nothing of yours.",
    )
