"""What was learned of questions and what answers them, on the embedded encoder's own vectors."""

import numpy as np
import pytest

from app.language import matching
from app.models.embeddings import EmbeddedEmbedder

TOLD = [
    "Tobias borrowed my pressure washer back in spring",
    "my sister Ama can't have dairy",
    "we live at 27 Orchard Lane in Ludlow",
    "the stopcock is behind the washing machine",
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("who has got something of mine?", 0),
        ("what does Ama need to avoid", 1),
        ("what's our address", 2),
        ("how do I turn the water off", 3),
    ],
)
async def test_what_answers_stands_out_in_other_words(question: str, answer: int) -> None:
    embedder = EmbeddedEmbedder()
    [asked] = await embedder.embed_queries([question])
    found = matching.scores(asked, list(await embedder.embed_passages(TOLD)))
    assert int(np.argmax(found)) == answer
    assert found[answer] > 3 * sorted(found)[-2]


async def test_what_answers_nothing_stays_below() -> None:
    embedder = EmbeddedEmbedder()
    [asked] = await embedder.embed_queries(["who wrote Macbeth?"])
    assert max(matching.scores(asked, list(await embedder.embed_passages(TOLD)))) < 0.3


def test_a_vector_of_nothing_is_no_error() -> None:
    zero = np.zeros(384, np.float32)
    assert all(0 <= score <= 1 for score in matching.scores(zero, [zero, zero]))
