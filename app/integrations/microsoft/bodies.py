"""The text of an itemBody, which is plain or HTML. Invariant: what comes out is readable text of a bounded length."""

from app.integrations.mail.characters import readable
from app.integrations.mail.html_text import read_html
from app.integrations.microsoft.graph import Item, text

MOST_CHARACTERS = 20_000


def text_of(body: Item) -> str:
    """What it says."""
    content = text(body, "content")
    if text(body, "contentType").casefold() == "html":
        content = read_html(content).text
    return readable(content[:MOST_CHARACTERS])
