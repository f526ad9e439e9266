"""The settings of traces: to whom what happens in a turn is sent. `config.Settings` has them as its own. Reads nothing itself."""

from pydantic import BaseModel, Field, SecretStr


class TracingSettings(BaseModel):
    """None set: nothing is recorded and nothing is sent."""

    # --- Traces -----------------------------------------------------------------------------------------------------
    logfire_token: SecretStr | None = Field(
        None, description="Write token of a Logfire project; empty: no traces go there."
    )
    logfire_base_url: str = Field("", description="Logfire's address, where it is a server of your own.")
    logfire_read_token: SecretStr | None = Field(
        None,
        description="Read token of a Logfire project: then you can ask Kwasi about its traces. It can read and nothing else.",
    )
    langfuse_public_key: str = Field("", description="Public key of a Langfuse project; empty: no traces go there.")
    langfuse_secret_key: SecretStr | None = Field(None, description="Its secret key.")
    langfuse_host: str = Field("https://cloud.langfuse.com", description="Langfuse's address.")
    otel_exporter_otlp_endpoint: str = Field(
        "",
        description="Where traces go by OTLP over HTTP, such as http://127.0.0.1:4318: Jaeger, Tempo, Phoenix, a collector.",
    )
    otel_exporter_otlp_headers: SecretStr | None = Field(
        None, description="Headers for it: name=value, with commas between."
    )
    trace_content: bool = Field(
        False,
        description="Whether traces hold what was said and answered, cut to 1,500 characters and with the secrets of these settings taken out.",
    )
