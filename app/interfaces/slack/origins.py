"""Which addresses are Slack's: a token, a file or an answer goes to no other, whoever named it."""

from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

_DOMAINS = ("slack.com", "slack-gov.com")
_HOOKS = tuple(f"hooks.{domain}" for domain in _DOMAINS)
_SECURE = {"https": 443, "wss": 443}
_PLAIN = {"http": 80, "ws": 80}
_SAME = {"wss": "https", "ws": "http"}


class Origins:
    """Slack's hosts, and where the settings say that Slack is."""

    def __init__(self, base: str) -> None:
        """`base` is the URL of the Web API."""
        self._own = _origin(_split(base))

    def takes_answers(self, url: str) -> bool:
        """Whether an answer to a tap may be sent there."""
        return self._is_own(url) or _is_on(url, lambda host: host in _HOOKS)

    def holds_files(self, url: str) -> bool:
        """Whether files are fetched from there and sent there."""
        return self._is_own(url) or _is_on(url, _is_slack)

    def opens_sockets(self, url: str) -> bool:
        """Whether events come from there."""
        return self._is_own(url, sockets=True) or _is_on(url, _is_slack, scheme="wss")

    def _is_own(self, url: str, *, sockets: bool = False) -> bool:
        """The configured server; its socket may be at another port."""
        found = _origin(_split(url))
        if found is None or self._own is None:
            return False
        if sockets:
            return (_SAME.get(found[0]), found[1]) == self._own[:2]
        return found == self._own


def _is_slack(host: str) -> bool:
    return any(host == domain or host.endswith(f".{domain}") for domain in _DOMAINS)


def _is_on(url: str, known: Callable[[str], bool], scheme: str = "https") -> bool:
    found = _origin(_split(url))
    return found is not None and found[0] == scheme and found[2] == _SECURE[scheme] and known(found[1])


def _origin(parts: SplitResult | None) -> tuple[str, str, int] | None:
    """Scheme, host and port; None for what has none, and for an address with a name before its host."""
    if parts is None or not parts.hostname or "@" in parts.netloc:
        return None
    usual = {**_SECURE, **_PLAIN}.get(parts.scheme)
    return (parts.scheme, parts.hostname, parts.port or usual) if usual else None


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts
