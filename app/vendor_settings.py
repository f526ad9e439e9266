"""The settings of accounts that are signed in to at their vendor's own page; `config.Settings` has them as its own. Reads nothing itself."""

from pydantic import BaseModel, Field, SecretStr

GOOGLE_API = "https://www.googleapis.com"
MICROSOFT_GRAPH = "https://graph.microsoft.com"
GITHUB_API = "https://api.github.com"


class VendorSettings(BaseModel):
    """Who we are to Google and Microsoft, and where they are."""

    # --- Accounts at Google and Microsoft ---------------------------------------------------------------------------
    google_client_id: str = Field(
        "", description="The OAuth client of your own at Google (a desktop app), for ./scripts/run connect google."
    )
    google_client_secret: SecretStr | None = Field(None, description="Its secret.")
    google_drive_refresh_token: SecretStr | None = Field(
        None, description="A refresh token of that client: its Google account is connected as “personal” at the start."
    )
    google_drive_work_refresh_token: SecretStr | None = Field(
        None, description="The same for the account that is called “work”."
    )
    google_accounts_url: str = Field(
        "", description="Base URL of another server to sign in at than Google's own, which says its addresses itself."
    )
    google_api_url: str = Field(
        GOOGLE_API,
        description="Base URL of Google's mail, calendars, tasks, contacts and files, for a gateway of your own.",
    )
    microsoft_client_id: str = Field(
        "", description="The application of your own at Microsoft, for ./scripts/run connect microsoft."
    )
    microsoft_client_secret: SecretStr | None = Field(
        None, description="Its secret, where it has one: a public client, as a program on your machine is, has none."
    )
    microsoft_tenant: str = Field(
        "common",
        description="Whose accounts may sign in: common, consumers, organizations, or the id of an organization.",
    )
    microsoft_login_url: str = Field(
        "https://login.microsoftonline.com", description="Base URL of the server that Microsoft accounts sign in at."
    )
    microsoft_graph_url: str = Field(
        MICROSOFT_GRAPH,
        description="Base URL of Microsoft's mail, calendars, tasks, contacts and files, for a cloud of its own.",
    )

    # --- Files ------------------------------------------------------------------------------------------------------
    files_folder: str = Field(
        "",
        description="A folder on this machine that the owner's files may be found, read and saved in, and nothing outside it; empty: none.",
    )

    # --- Accounts at work -------------------------------------------------------------------------------------------
    github_token: SecretStr | None = Field(
        None,
        description="A token of yours at GitHub: its account is connected at the start. docs/github.md says how to make one.",
    )
    gitea_token: SecretStr | None = Field(
        None,
        description="A token of yours at Codeberg, or a Gitea or Forgejo of your own: its account is connected at the start. docs/github.md says how to make one.",
    )
    slack_user_token: SecretStr | None = Field(
        None,
        description="A token of yours at Slack (xoxp-…), for reading, searching and posting there for you. docs/slack-tools.md says how to make one.",
    )
    github_api_url: str = Field(
        GITHUB_API,
        description="Base URL of GitHub's API; for an Enterprise server https://HOST/api/v3.",
    )
    gitea_url: str = Field(
        "",
        description="The address of the Gitea or Forgejo that GITEA_TOKEN is for, such as https://codeberg.org.",
    )
    jira_base_url: str = Field(
        "",
        description="The address of your Jira: https://SITE.atlassian.net for Cloud, your server's own otherwise.",
    )
    jira_email: str = Field(
        "",
        description="The mail address that the token belongs to, for Jira Cloud; unset for a Jira server of your own.",
    )
    jira_api_token: SecretStr | None = Field(
        None,
        description="A token of yours there (Cloud: an API token; a server: a personal access token): its account is connected at the start. docs/jira.md says how to make one.",
    )
