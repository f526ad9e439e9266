"""Embeddings of documents, by model: a change of model is a backfill, and nothing compares two models' vectors."""

from collections.abc import Sequence

from app.errors import StorageError
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository


class Embeddings(Repository):
    """Vectors by document and model."""

    async def put(
        self,
        user_id: str,
        kind: str,
        owner_id: str,
        *,
        model: str,
        dimensions: int,
        vector: Sequence[float],
        text: str | None = None,
    ) -> bool:
        """Keep the vector of a document; False where the document is gone, or has another text than the one embedded."""
        if len(vector) != dimensions:
            raise StorageError("That vector doesn't have the length its model promises.")
        return await self._db.put_vector(user_id, kind, owner_id, model=model, vector=vector, text=text)

    async def remove(self, user_id: str, kind: str, owner_id: str) -> int:
        """Take the vectors of a document away; how many there were."""
        sql = (
            "DELETE FROM embeddings WHERE document_id IN"
            " (SELECT id FROM documents WHERE user_id = $1 AND kind = $2 AND owner_id = $3)"
        )
        return await self._db.execute(sql, user_id, kind, owner_id)

    @operator
    async def count(self, model: str) -> int:
        """How many documents of all users a model has embedded."""
        [row] = await self._db.fetch("SELECT COUNT(*) AS vectors FROM embeddings WHERE model = $1", model)
        return row["vectors"]

    @operator
    async def remove_others(self, model: str) -> int:
        """Take the vectors of all other models away, of all users; how many there were."""
        return await self._db.execute("DELETE FROM embeddings WHERE model <> $1", model)
