"""The settings of accounts at Google and Microsoft."""

from pydantic import SecretStr

from app.config import Settings
from app.vendor_settings import VendorSettings


def test_they_are_settings_like_all_others_and_name_nobody_unless_set() -> None:
    settings = Settings()
    assert set(VendorSettings.model_fields) < set(Settings.model_fields)
    assert (settings.google_client_id, settings.microsoft_client_id, settings.google_drive_refresh_token) == (
        "",
        "",
        None,
    )


def test_what_opens_accounts_is_never_shown() -> None:
    secrets = {name for name, field in VendorSettings.model_fields.items() if field.annotation == SecretStr | None}
    assert secrets == {
        "gitea_token",
        "github_token",
        "slack_user_token",
        "google_client_secret",
        "google_drive_refresh_token",
        "google_drive_work_refresh_token",
        "jira_api_token",
        "microsoft_client_secret",
    }
