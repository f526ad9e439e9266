"""An encoder for tests: words hashed into a vector, so that texts with the same words are alike."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from app.errors import EmbedderUnavailable


class WordEncoder:
    """Counts what it is asked; `broken` makes it fail."""

    dimensions = 512

    def __init__(self, name: str = "words") -> None:
        self.name = name
        self.asked: list[int] = []
        self.broken: Exception | None = None

    async def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.append(len(texts))
        if self.broken is not None:
            raise self.broken
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 0.1
            for word in text.lower().split():
                row[crc32(word.encode()) % self.dimensions] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await self.embed_queries(texts)


def unavailable(name: str = "gone") -> WordEncoder:
    """An encoder that never answers."""
    encoder = WordEncoder(name)
    encoder.broken = EmbedderUnavailable()
    return encoder
