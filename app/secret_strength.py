"""Which secrets are good enough to be set: hard to guess where a person or a program says them, 32 random bytes where they are a key.

A weak one is refused at the start, when somebody is there to put it right, with the command that makes a good one. Never says the secret.
"""

import base64
from collections.abc import Mapping

from pydantic import SecretStr
from pydantic_core import PydanticCustomError

# Fewest characters: those that programs send are copied, the page's is typed.
SHORTEST: Mapping[str, int] = {
    "page_password": 10,
    "dashboard_secret": 16,
    "api_token": 16,
    "reflection_secret": 16,
    "health_secret": 16,
    "telegram_webhook_secret": 16,
    "whatsapp_verify_token": 10,
}
KEY_BYTES = 32
_FEWEST_DIFFERENT = 6
_MAKE_ONE = 'This makes a good one: python3 -c "import secrets; print(secrets.token_urlsafe(24))"'
_NO_KEY = (
    "it must be 32 random bytes in urlsafe base64. This makes one: "
    'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
)
_LEAST_VARIETY = 16  # different bytes; of 32 random ones there are 30, and fewer than this in no lifetime


def hard_to_guess(value: SecretStr | None, *, fewest: int) -> SecretStr | None:
    """The secret; None where it is empty, which would let in who sends nothing. Raises PydanticCustomError for one found by trying."""
    secret = value.get_secret_value() if value else ""
    if not secret:
        return None
    if len(secret) < fewest or len(set(secret)) < _FEWEST_DIFFERENT:
        sentence = "at least {fewest} characters are needed, and not always the same ones. {make_one}"
        raise PydanticCustomError("weak_secret", sentence, {"fewest": fewest, "make_one": _MAKE_ONE})
    return value


def checked_key(value: SecretStr | None) -> SecretStr | None:
    """The key. Raises PydanticCustomError for a text that is none."""
    if value is not None and key_bytes(value.get_secret_value()) is None:
        raise PydanticCustomError("secret_key", "{wanted}", {"wanted": _NO_KEY})
    return value


def key_bytes(text: str) -> bytes | None:
    """The key that a text is, 32 bytes in urlsafe base64; None where it is none, or nobody drew it at random."""
    bare = text.strip().rstrip("=")
    try:
        key = base64.b64decode(f"{bare}=", altchars=b"-_", validate=True)
    except ValueError:  # of bytes that are no base64, or text that is no ASCII
        return None
    if len(key) != KEY_BYTES or base64.urlsafe_b64encode(key).decode().rstrip("=") != bare:
        return None
    return key if len(set(key)) >= _LEAST_VARIETY else None
