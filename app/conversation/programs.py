"""What stands above the answer to a program where its user reads it elsewhere: they haven't seen the question. Knows no channel."""

import re

from app.cards.literal import one_line, unquoted
from app.conversation.spoken import language_of
from app.conversation.turn import Resources, Turn
from app.language.saying import worded
from app.messages import Format

FROM_A_PROGRAM, ITS_FILES = "From a program: “{asked}”", "From a program, with a file:"
_LONGEST = 200  # characters of a question that are repeated
_READ_AS_MARKUP = re.compile(r"[\\`*_\[<~$&]")


async def lead_of(turn: Turn, resources: Resources, shown_as: Format) -> str:
    """The question on a line, letter by letter in a text of that format."""
    language = turn.language or await language_of(resources.store, turn.user.id, turn.text)
    asked = one_line(" ".join(unquoted(" ".join(entry.text for entry in turn.entries)).split()), _LONGEST)
    if not asked:
        return worded(ITS_FILES, language)
    literal = _READ_AS_MARKUP.sub(r"\\\g<0>", asked) if shown_as == "markdown" else asked
    return worded(FROM_A_PROGRAM, language).format(asked=literal)
