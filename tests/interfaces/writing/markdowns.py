"""Markdown of every shape for property tests: real constructs, marks in any order, and text of any characters."""

from hypothesis import strategies as st

WORD = st.integers(0, 999).map(lambda number: f"{'abcdefghij'[: number % 9 + 1]}{number}x")
MARKS = """* ** *** _ __ ~~ ` `` ``` ~~~ # ## > - + 1. 2) [ ] ( ) ![ ]( [x](http://a.io) [x](javascript:y) <https://b.io>
    <b> </b> <a&href=> &lt; &amp; & < > | |-|-| --- $ $$ \\( \\) \\[ \\] \\ = === | : . , ! ? 😀 👩‍👩‍👧 é 中文 。 “ ” https://c.io/a_b_c""".split()

marks = st.sampled_from(MARKS)
gaps = st.sampled_from(["", " ", "\n", "\n\n", "  \n", "\n    ", "\t"])
pieces = st.tuples(st.one_of(WORD, marks, marks), gaps).map("".join)
soup = st.lists(pieces, max_size=60).map("".join)

sentence = st.lists(WORD, min_size=1, max_size=12).map(" ".join)
styled = st.one_of(
    sentence,
    sentence.map(lambda words: f"**{words}**"),
    sentence.map(lambda words: f"*{words}*"),
    sentence.map(lambda words: f"`{words}`"),
    st.tuples(sentence, sentence).map(lambda two: f"**{two[0]} *{two[1]}***"),
    sentence.map(lambda words: f"[{words}](https://example.org/{len(words)})"),
)
line = st.lists(styled, min_size=1, max_size=4).map(" ".join)
block = st.one_of(
    line,
    line.map(lambda text: f"## {text}"),
    st.lists(line, min_size=1, max_size=5).map(lambda lines: "\n".join(f"- {each}" for each in lines)),
    st.lists(line, min_size=1, max_size=5).map(
        lambda lines: "\n".join(f"  1. {each}\n     - {each}" for each in lines)
    ),
    st.lists(line, min_size=1, max_size=3).map(lambda lines: "\n".join(f"> {each}" for each in lines)),
    st.lists(sentence, min_size=1, max_size=9).map(lambda lines: "```py\n" + "\n    ".join(lines) + "\n```"),
    st.lists(sentence, min_size=2, max_size=4).map(lambda cells: f"|{'|'.join(cells)}|\n{'|-' * len(cells)}|\n|a|b|"),
)
document = st.lists(block, max_size=12).map("\n\n".join)
anything = st.one_of(document, soup, st.text(max_size=300))
