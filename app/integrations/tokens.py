"""Accounts that a token opens, which their user made at the vendor: THE table of who takes one, and how such an account is connected.

Invariant: the token goes to https only, or to a server on this machine that the owner named; an account is kept only once its server has
said whose it is.
"""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from app.clock import SystemClock
from app.errors import AccountClosed, OutsideRefused, ToolProblem
from app.integrations.access import not_kept_yet
from app.integrations.accounts import PASSWORD, Accounts
from app.integrations.fetching.addresses import checked, entered_pair
from app.integrations.providers import PROVIDERS, Port
from app.memory.records import Account, Json

_HERE = ("127.0.0.1", "::1", "localhost")
_NO_TOKEN = "The token is missing. {steps}"  # noqa: S105 - a sentence
_NO_URL = "Where is it? Give its address, such as {example}."
_NO_USER = "Whose token is it? Give the {user} it belongs to."
_OPEN = (
    "Without TLS your token could be read on the way, so http:// is for a server on this machine only. Take https://."
)
_REFUSED = "{title} doesn't take that token. {steps}"


@dataclass(frozen=True, slots=True)
class TokenVendor:
    """`port` is what is opened to ask whose account it is; `base` the usual address of the API, "" where each has its own (`example`);
    `user` what else is asked for ("mail address"), "" for nothing; `site` is how the vendor's own hosts end, where nothing but the host
    counts of an address; where it is set, the user is wanted at those alone; `path` is where the API is below a server's address. `steps` say how the token is made, `asks` what to ask for then."""

    name: str
    title: str
    port: Port
    base: str
    steps: str
    asks: str
    example: str = ""
    user: str = ""
    site: str = ""
    path: str = ""

    def is_site(self, url: str) -> bool:
        """Whether that is one of the vendor's own hosts."""
        try:
            return bool(self.site) and (urlsplit(_whole(url)).hostname or "").endswith(self.site)
        except ValueError:
            return False

    def wants_user(self, url: str) -> bool:
        """Whether a token alone doesn't open what is at that address."""
        return bool(self.user) and (not self.site or self.is_site(url))


TOKEN_VENDORS: Mapping[str, TokenVendor] = {
    row.name: row
    for row in (
        TokenVendor(
            name="github",
            title="GitHub",
            port="code",
            base="https://api.github.com",
            steps=(
                "Make one at https://github.com/settings/personal-access-tokens with read and write access to issues, pull requests and "
                "contents of the repositories I should see; notifications need a classic one with the scopes repo and notifications."
            ),
            asks="what's waiting for my review?",
            example="https://github.example.org/api/v3",
        ),
        TokenVendor(
            name="slack",
            title="Slack",
            port="team chat",
            base="https://slack.com/api",
            steps=(
                "Make an app at https://api.slack.com/apps from the manifest in docs/slack-tools.md, install it, and take its user token (xoxp-…), "
                "which may search and writes as you; its bot token (xoxb-…) reads and writes where the app was invited."
            ),
            asks="what was written in #general today?",
        ),
        TokenVendor(
            name="jira",
            title="Jira",
            port="issues",
            base="",
            steps=(
                "For Jira Cloud make an API token at https://id.atlassian.com/manage-profile/security/api-tokens and give your site's address and "
                "the mail address you sign in with. For a Jira server of your own make a personal access token in your profile there and give "
                "the server's address alone."
            ),
            asks="which tickets are assigned to me?",
            example="https://example.atlassian.net",
            user="mail address",
            site=".atlassian.net",
        ),
        TokenVendor(
            name="gitea",
            title="Gitea or Forgejo",
            port="code",
            base="",
            steps=(
                "At Codeberg or on your own server make one under Settings, Applications, with read and write access to issue and repository, and read "
                "access to notification, organization and user; give the site's address with it."
            ),
            asks="what's waiting for my review?",
            example="https://codeberg.org",
            path="/api/v1",
        ),
        TokenVendor(
            name="webdav",
            title="Files by WebDAV",
            port="files",
            base="",
            steps=(
                "At Nextcloud or ownCloud, make an app password under Settings, Security; its address is shown in Files under “Files settings”, "
                "WebDAV. Other servers take the name and password you sign in with."
            ),
            asks="what did I change in my files last?",
            example="https://cloud.example.org/remote.php/dav/files/you",
            user="name",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class TokenLogin:
    """What somebody gives to connect one. `url` where it isn't the vendor's usual address, `user` where the vendor wants one."""

    provider: str
    token: SecretStr
    url: str = ""
    user: str = ""
    label: str = ""


async def connect_token(accounts: Accounts, user_id: str, given: TokenLogin, *, origin: str = "") -> Account:
    """Connect it, or mend an account that is there. `origin` names the setting that it comes from.

    Raises AccountAway or AccountClosed where we aren't let in, ToolProblem for what can't be one, TooMany."""
    vendor = TOKEN_VENDORS[given.provider]
    base = _base(vendor, given)
    settings: Json = {"api": base, **({"user": given.user.strip()} if vendor.user else {})}
    token, so_far = SecretStr(given.token.get_secret_value().strip()), given.user.strip() or vendor.title
    access = not_kept_yet(
        user_id, vendor.name, token, SystemClock(), identity=so_far, label=given.label, settings=settings
    )
    module, _, function = PROVIDERS[vendor.name].offers[vendor.port].partition(":")
    opened: AbstractAsyncContextManager[Any] = getattr(import_module(module), function)(access)
    try:
        async with opened as port:
            me = await port.me()
    except AccountClosed as problem:
        raise AccountClosed(_REFUSED.format(title=vendor.title, steps=vendor.steps)) from problem
    user = str(settings.get("user", ""))
    at = "/".join(filter(None, ("" if base == vendor.base else urlsplit(base).netloc, me.site)))
    elsewhere = f"{' at ' if user else '@'}{at}" if at else ""
    kept = {**settings, "handle": me.handle, **({"origin": origin} if origin else {})}
    identity = f"{user or me.handle}{elsewhere}"
    return await accounts.keep(
        user_id, vendor.name, identity, secrets={PASSWORD: token}, settings=kept, label=given.label
    )


def place(account: Account) -> str:
    """What somebody calls where an account is: its vendor, or the host where each has its own."""
    return own_host(account) or PROVIDERS[account.provider].title


def own_host(account: Account) -> str:
    """The host where an account is, for a vendor of which everybody has their own; "" for others."""
    vendor = TOKEN_VENDORS.get(account.provider)
    is_own = vendor is not None and not vendor.base
    return (urlsplit(str(account.settings.get("api", ""))).hostname or "") if is_own else ""


def _whole(url: str) -> str:
    """An address as people type it, with its scheme."""
    return url if "://" in url or not url else f"https://{url}"


def _base(vendor: TokenVendor, given: TokenLogin) -> str:
    """The address that is asked. Raises ToolProblem for none, or one that may not be sent a token."""
    if not given.token.get_secret_value().strip():
        raise ToolProblem(_NO_TOKEN.format(steps=vendor.steps))
    url = (given.url.strip() or vendor.base).rstrip("/")
    if not url:
        raise ToolProblem(_NO_URL.format(example=vendor.example))
    url = _whole(url)
    try:
        target = checked(url, frozenset((entered_pair(url),)))
    except OutsideRefused as problem:
        raise ToolProblem(problem.sentence) from problem
    if target.scheme != "https" and target.host not in _HERE:
        raise ToolProblem(_OPEN)
    if vendor.wants_user(url) and not given.user.strip():
        raise ToolProblem(_NO_USER.format(user=vendor.user))
    if vendor.path:
        url = f"{url.partition(vendor.path)[0]}{vendor.path}"
    return f"https://{urlsplit(url).netloc}" if vendor.is_site(url) else url
