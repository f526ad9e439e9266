"""What `runs` writes is read back as it was."""

from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.slack.marks import runs_in
from app.interfaces.writing.markup import runs_of
from app.interfaces.writing.runs import BOLD, Run, Style, html_of, merged

PIECES = st.sampled_from(
    [
        "**b**",
        "*i*",
        "`c`",
        "~~s~~",
        "[x](https://e.org/?a=1&b=2)",
        "<b>",
        "&amp;",
        "> q\n",
        "\n",
        "```py\na\n```\n",
        "| a |\n|-|\n| 1 |\n",
        "é😀",
        " ",
    ]
)


@given(st.lists(PIECES, max_size=20).map("".join))
def test_every_text_comes_back(markdown: str) -> None:
    runs = merged(Run(run.text, _bare(run)) for run in runs_of(markdown))
    assert runs_in(html_of(runs)) == runs


def _bare(run: Run) -> tuple[Style, ...]:
    """Without the language of code, which Slack has no place for."""
    return tuple(Style(style.tag, style.value if style.tag == "a" else "") for style in run.styles)


@given(st.text())
def test_whatever_it_is_it_is_read(html: str) -> None:
    assert isinstance(runs_in(html), list)


def test_what_is_not_ours_is_text() -> None:
    assert runs_in("<x>a</x></b><b>b") == [Run("a"), Run("b", (BOLD,))]
