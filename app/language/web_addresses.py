"""Addresses of the web in what people write: with a scheme, or as they are said, "example.org/rice". Pure, linear."""

import re

PLAIN = "https://xxx"  # an address as one plain word, as templates read it
# The endings of names that people write without a scheme; any other ending makes an address where a path stands behind it.
_ENDINGS = "com|org|net|edu|gov|io|dev|app|info|blog|news|co|ai|gh|ng|za|ke|ci|sn|uk|ie|fr|be|ch|ca|us|au|nz|de|at|nl|es|it|pt|eu|br|in|jp"
_LAST = r"[^\s<>\"“”.,;:!?)\]]"
ADDRESS = re.compile(
    rf"(?:https?://|\bwww\.)[^\s<>\"“”]{{3,1900}}{_LAST}"
    r"|(?<![\w@./-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}"
    rf"(?:(?:{_ENDINGS})(?![\w@-]|\.\w)|[a-z]{{2,24}}(?=(?::\d{{1,5}})?/\w))(?::\d{{1,5}})?(?:/(?:[^\s<>\"“”]{{0,1900}}{_LAST})?)?",
    re.IGNORECASE,
)


def addresses_in(text: str) -> list[str]:
    """All of them, as they stand there."""
    return ADDRESS.findall(text)


def plainly(text: str) -> str:
    """The text with PLAIN in place of each."""
    return ADDRESS.sub(PLAIN, text).replace(f"{PLAIN}:", PLAIN)
