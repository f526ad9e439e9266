"""Characters that markup refers to by name or number ("&amp;", "&#39;"), in their place."""

import html


def unescaped(text: str) -> str:
    """The text with them; as it is where a number in it has thousands of digits, which Python refuses to read (`html.unescape` raises ValueError)."""
    try:
        return html.unescape(text)
    except ValueError:
        return text
