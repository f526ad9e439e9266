"""How a phone with WhatsApp reads a text, as it is described."""

import re

# A mark after no letter, before no space, and the same at the other end.
READ = re.compile(r"(?<![\w*_~`])[*_~`]*([*_~`])[*_~`]*(?=[^\s*_~`\u200b])([^\n]*?[^\s\u200b])\1(?!\w)")


_BLOCK = re.compile(r"```.+?```", re.DOTALL)


def formats(text: str) -> bool:
    """Whether anything of it is shown as a format."""
    return bool(READ.search(text) or _BLOCK.search(text))
