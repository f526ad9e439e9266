"""Makes the shipped reading of the embedded encoder from the phrasebook. Run it after changing any anchor.

python scripts/build_anchors.py
"""

import asyncio
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.models.embeddings import EmbeddedEmbedder  # noqa: E402 - the path comes first
from app.routing.anchors import SHIPPED, SHIPPED_VARIANTS, anchor_key, labelled_anchors  # noqa: E402
from app.routing.domains import DOMAINS  # noqa: E402
from app.routing.reading import fit  # noqa: E402


async def main() -> None:
    """Embeds all anchors, fits the reading and writes it beside the phrasebook."""
    embedder = EmbeddedEmbedder()
    labelled = labelled_anchors(DOMAINS, SHIPPED_VARIANTS)
    vectors = await embedder.embed_queries([text for _, _, text in labelled])
    reading = fit(vectors, labelled, anchor_key(embedder.name, labelled))
    SHIPPED.write_bytes(reading.to_bytes())
    print(f"{len(labelled)} anchors, {SHIPPED.stat().st_size} bytes: {SHIPPED.relative_to(ROOT)}")


if __name__ == "__main__":
    asyncio.run(main())
