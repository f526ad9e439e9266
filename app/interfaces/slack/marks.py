"""The tags that `writing/runs` writes, read back into runs: parts of a message are kept as text, and Slack wants them as objects."""

from html.parser import HTMLParser

from app.interfaces.writing.runs import Run, Style, Styles, merged

_KNOWN = frozenset({"blockquote", "a", "b", "i", "u", "s", "code", "pre"})


def runs_in(html: str) -> list[Run]:
    """The runs that `html` was written from, whatever it is: an unknown tag is left out, its text stays."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return merged(reader.runs)


class _Reader(HTMLParser):
    """Collects text under the tags that are open."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.runs: list[Run] = []
        self._open: list[Style] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A style begins. The `code` in a `pre` only names its language."""
        if tag in _KNOWN and not (tag == "code" and self._open and self._open[-1].tag == "pre"):
            self._open.append(Style(tag, dict(attrs).get("href") or "" if tag == "a" else ""))

    def handle_endtag(self, tag: str) -> None:
        """The innermost of that name ends."""
        at = next((at for at in range(len(self._open) - 1, -1, -1) if self._open[at].tag == tag), None)
        if at is not None:
            del self._open[at:]

    def handle_data(self, data: str) -> None:
        """Text under what is open."""
        styles: Styles = tuple(self._open)
        self.runs.append(Run(data, styles))
