"""A reply says which message it answers and not what that said: whoever knows that message puts its words in front."""

from dataclasses import replace

from app.interfaces.pushed.quoting import quoted
from app.interfaces.whatsapp.incoming import Said


def with_quote(said: Said, words: str, stranger: str = "") -> Said:
    """The same with what it replies to in front. `stranger` says whose those words are where they are neither the sender's nor ours."""
    line = quoted(words)
    if not line:
        return said
    sources = ", ".join(filter(None, (said.untrusted, stranger)))
    return replace(said, text=f"{line}{said.text}".rstrip("\n"), untrusted=sources)
