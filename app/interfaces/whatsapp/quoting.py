"""A reply says which message it answers and not what that said: whoever knows that message puts its words in front."""

from dataclasses import replace

from app.interfaces.whatsapp.incoming import Said

_LONGEST = 300


def with_quote(said: Said, words: str, stranger: str = "") -> Said:
    """The same with what it replies to in front. `stranger` says whose those words are where they are neither the sender's nor ours."""
    line = " ".join(words.split()).replace("“", '"').replace("”", '"')
    if not line:
        return said
    shown = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"
    sources = ", ".join(filter(None, (said.untrusted, stranger)))
    return replace(said, text=f"(replying to: “{shown}”)\n{said.text}".rstrip("\n"), untrusted=sources)
