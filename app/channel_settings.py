"""The settings of the chat channels that are pushed to: Telegram, WhatsApp and Slack. `config.Settings` has them as its own. Reads nothing
itself."""

from datetime import timedelta

from pydantic import BaseModel, Field, SecretStr

NUMBER_ID = r"^\d*$"
NUMBERS = r"^\s*(?:(?:(?:\+|00)?[1-9][\d ()./-]{5,24}|[A-Z]{2}\.[\w.]+)\s*(?:[,;]\s*|$))*$"
TEMPLATE = r"^[a-z0-9_]*$"
GRAPH = "https://graph.facebook.com/v23.0"
SLACK = "https://slack.com/api"
JOINING = timedelta(seconds=0.7)


class ChannelSettings(BaseModel):
    """What each channel needs to run, and who may use it. A channel whose token is empty is off."""

    # --- Telegram ---------------------------------------------------------------------------------------------------
    telegram_bot_token: SecretStr | None = Field(None, description="The bot's token, from @BotFather; empty: off.")
    allowed_telegram_user_ids: str = Field(
        "", description="Telegram ids, comma-separated, that may use the bot besides you; each has a memory of its own."
    )
    telegram_joining_window: timedelta = Field(
        JOINING,
        ge=timedelta(0),
        description="Messages that follow each other within this, in seconds, are answered as one.",
    )
    messages_per_minute: int = Field(
        20,
        ge=1,
        description="So many messages of one person are answered a minute, a third of them at once; the others wait, are answered together, and their sender is told. On each chat channel.",
    )
    telegram_webhook_url: str = Field(
        "", description="https address at which Telegram reaches /webhooks/telegram; empty: polling, which needs none."
    )
    telegram_webhook_secret: SecretStr | None = Field(
        None, description="What Telegram sends along with each webhook call; needed with TELEGRAM_WEBHOOK_URL."
    )
    telegram_api_url: str = Field("https://api.telegram.org", description="Base URL of a Bot API server of your own.")

    # --- WhatsApp ---------------------------------------------------------------------------------------------------
    whatsapp_access_token: SecretStr | None = Field(
        None, description="A system user's token for the WhatsApp Cloud API; empty: off."
    )
    whatsapp_phone_number_id: str = Field(
        "",
        pattern=NUMBER_ID,
        description="The id of the number that the assistant writes from, from Meta's App Dashboard.",
    )
    whatsapp_app_secret: SecretStr | None = Field(
        None, description="The Meta app's secret: what each webhook call is signed with. Without it none is taken."
    )
    whatsapp_verify_token: SecretStr | None = Field(
        None, description="A word of your own that Meta repeats when it checks /webhooks/whatsapp."
    )
    whatsapp_api_url: str = Field(GRAPH, description="Base URL of the Graph API, for a gateway of your own.")
    owner_whatsapp_number: str = Field(
        "",
        pattern=NUMBERS,
        description="Your WhatsApp number with its country code: that account is you. `link whatsapp` does the same.",
    )
    allowed_whatsapp_numbers: str = Field(
        "",
        pattern=NUMBERS,
        description="Numbers with their country codes, comma-separated, that may use it besides you; each has a memory of its own.",
    )
    whatsapp_joining_window: timedelta = Field(
        JOINING,
        ge=timedelta(0),
        description="Messages that follow each other within this, in seconds, are answered as one.",
    )
    whatsapp_template: str = Field(
        "",
        pattern=TEMPLATE,
        description="The name of an approved template with one variable: what is said first goes as one when you haven't written for 24 hours. Empty: it waits for your next message, and is said elsewhere.",
    )
    whatsapp_template_language: str = Field("en", description="The language code that the template was approved in.")

    # --- Slack ------------------------------------------------------------------------------------------------------
    slack_bot_token: SecretStr | None = Field(None, description="The Slack app's bot token, xoxb-…; empty: off.")
    slack_app_token: SecretStr | None = Field(
        None, description="The app-level token, xapp-…, for Socket Mode, which needs no public address."
    )
    slack_signing_secret: SecretStr | None = Field(
        None, description="What Slack signs its calls of /webhooks/slack with, where there is no SLACK_APP_TOKEN."
    )
    slack_api_url: str = Field(SLACK, description="Base URL of Slack's Web API, for a gateway of your own.")
    owner_slack_user_id: str = Field(
        "", description="Your Slack member id, such as U012AB3CD: that account is you. `link slack` does the same."
    )
    allowed_slack_user_ids: str = Field(
        "", description="Member ids, comma-separated, that may use it besides you; each has a memory of its own."
    )
    slack_joining_window: timedelta = Field(
        JOINING,
        ge=timedelta(0),
        description="Messages that follow each other within this, in seconds, are answered as one.",
    )
