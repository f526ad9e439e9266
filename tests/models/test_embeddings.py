"""The encoders: the embedded one as it is, the remote ones against a server on loopback."""

import asyncio
import json
import logging
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from app.errors import EmbedderUnavailable
from app.models.embeddings import EmbeddedEmbedder, Embedder, GeminiEmbedder, OpenAICompatibleEmbedder, QueryMemory

Answer = tuple[int, Any]
KEY = "secret-key"


@dataclass
class Asked:
    """One request as the server saw it."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Server:
    """A JSON server: `answer` decides, `asked` remembers."""

    answer: Callable[[Asked], Answer]
    asked: list[Asked] = field(default_factory=list)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = json.loads(await reader.readexactly(int(headers["content-length"])))
        self.asked.append(Asked(head[0].split()[1], headers, body))
        status, answer = self.answer(self.asked[-1])
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        writer.write(
            f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode() + content
        )
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def serving(answer: Callable[[Asked], Answer]) -> AsyncIterator[Server]:
    server = Server(answer)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    async with listener:
        yield server


def gemini_rows(asked: Asked) -> Answer:
    return 200, {"embeddings": [{"values": vector(index, 3072)} for index, _ in enumerate(asked.body["requests"])]}


def openai_rows(asked: Asked) -> Answer:
    rows = [{"index": index, "embedding": vector(index, 8)} for index, _ in enumerate(asked.body["input"])]
    return 200, {"data": rows[::-1]}


def vector(index: int, dimensions: int) -> list[float]:
    """Not of length one, and different for each index."""
    return [2.0 if place == index else 0.5 for place in range(dimensions)]


def lengths(vectors: np.ndarray) -> list[float]:
    return np.linalg.norm(vectors, axis=1).tolist()


@pytest.fixture(scope="module")
def embedded() -> EmbeddedEmbedder:
    return EmbeddedEmbedder()


async def test_the_embedded_encoder_gives_unit_vectors(embedded: EmbeddedEmbedder) -> None:
    for vectors in (await embedded.embed_queries(["one", "two"]), await embedded.embed_passages(["one", "two"])):
        assert vectors.shape == (2, embedded.dimensions)
        assert vectors.dtype == np.float32
        assert lengths(vectors) == pytest.approx([1, 1], abs=1e-4)


async def test_a_question_is_nearest_to_its_answer_in_another_language_too(embedded: EmbeddedEmbedder) -> None:
    notes = await embedded.embed_passages(
        ["The bakery opens at six", "Die Autoversicherung läuft bis Mai", "Lena likes pottery"]
    )
    (question,) = await embedded.embed_queries(["when does the car insurance end"])
    assert int((notes @ question).argmax()) == 1


async def test_nothing_gives_nothing(embedded: EmbeddedEmbedder) -> None:
    assert (await embedded.embed_queries([])).shape == (0, 384)
    assert (await embedded.embed_passages([])).shape == (0, 384)


async def test_any_text_can_be_embedded(embedded: EmbeddedEmbedder) -> None:
    vectors = await embedded.embed_queries(["", "\0\0", "🤖", "ünïcødé", "\n"])
    assert np.isfinite(vectors).all()


async def test_a_megabyte_costs_no_more_than_its_head(embedded: EmbeddedEmbedder) -> None:
    await embedded.embed_queries(["warm"])
    began = time.process_time()
    await embedded.embed_queries(["a long story " * 80_000])
    assert time.process_time() - began < 3


async def test_a_text_asked_for_lately_is_not_encoded_again(embedded: EmbeddedEmbedder) -> None:
    (first,) = await embedded.embed_queries(["what is on my calendar"])
    began = time.perf_counter()
    for _ in range(50):
        (again,) = await embedded.embed_queries(["what is on my calendar"])
    assert (time.perf_counter() - began) / 50 < 0.002
    assert np.array_equal(first, again)


async def test_a_question_does_not_wait_behind_a_pile_of_notes(embedded: EmbeddedEmbedder) -> None:
    pile = asyncio.create_task(embedded.embed_passages(["a note about the garden and the house"] * 200))
    await asyncio.sleep(0.05)
    await embedded.embed_queries([f"a question never asked before {time.time()}"])
    assert not pile.done()
    pile.cancel()


async def test_the_memory_forgets_what_was_unused_for_longest() -> None:
    asked: list[str] = []

    async def ask(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return np.ones((len(texts), 2), dtype=np.float32)

    memory = QueryMemory(ask, size=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        await memory.embed([text])
    assert asked == ["a", "b", "c", "b"]


async def test_gemini_is_asked_with_the_key_in_a_header() -> None:
    async with serving(gemini_rows) as server:
        embedder = GeminiEmbedder(KEY, base_url=server.url)
        vectors = await embedder.embed_queries(["hello", "there"])
    assert vectors.shape == (2, 3072)
    assert lengths(vectors) == pytest.approx([1, 1], abs=1e-4)
    (asked,) = server.asked
    assert asked.path == "/models/gemini-embedding-001:batchEmbedContents"
    assert asked.headers["x-goog-api-key"] == KEY
    assert KEY not in asked.path
    assert asked.body["requests"][0]["taskType"] == "RETRIEVAL_QUERY"


async def test_gemini_texts_go_in_batches_of_a_hundred() -> None:
    async with serving(gemini_rows) as server:
        vectors = await GeminiEmbedder(KEY, base_url=server.url).embed_passages([str(number) for number in range(230)])
    assert vectors.shape == (230, 3072)
    assert [len(asked.body["requests"]) for asked in server.asked] == [100, 100, 30]
    assert server.asked[0].body["requests"][0]["taskType"] == "RETRIEVAL_DOCUMENT"


def only_the_second(asked: Asked) -> Answer:
    return gemini_rows(asked) if "gemini-embedding-2-preview" in asked.path else (404, {"error": {"code": 404}})


async def test_a_gemini_model_that_is_gone_is_replaced_for_good() -> None:
    async with serving(only_the_second) as server:
        embedder = GeminiEmbedder(KEY, base_url=server.url)
        await asyncio.gather(embedder.embed_queries(["one"]), embedder.embed_passages(["two"]))
        assert embedder.name == "gemini-embedding-2-preview"
        before = len(server.asked)
        await embedder.embed_queries(["three"])
    assert len(server.asked) == before + 1


async def test_vectors_of_the_old_model_are_forgotten_with_it() -> None:
    gone = False

    def answer(asked: Asked) -> Answer:
        return only_the_second(asked) if gone else gemini_rows(asked)

    async with serving(answer) as server:
        embedder = GeminiEmbedder(KEY, base_url=server.url)
        await embedder.embed_queries(["one"])
        gone = True
        assert (await embedder.embed_queries(["one", "two"])).shape == (2, 3072)
    assert len(server.asked[-1].body["requests"]) == 2


async def test_when_both_gemini_models_are_gone_it_is_unavailable() -> None:
    async with serving(lambda _: (404, {})) as server:
        with pytest.raises(EmbedderUnavailable):
            await GeminiEmbedder(KEY, base_url=server.url).embed_queries(["one"])
    assert len(server.asked) == 2


async def test_an_openai_compatible_server_may_answer_in_any_order() -> None:
    async with serving(openai_rows) as server:
        embedder = OpenAICompatibleEmbedder(f"{server.url}/v1/", KEY, "some-model")
        vectors = await embedder.embed_passages(["a", "b", "c"])
    assert vectors.argmax(axis=1).tolist() == [0, 1, 2]
    assert (embedder.name, embedder.dimensions) == ("some-model", 8)
    (asked,) = server.asked
    assert asked.path == "/v1/embeddings"
    assert asked.headers["authorization"] == f"Bearer {KEY}"


async def test_a_server_without_a_key_gets_none() -> None:
    async with serving(openai_rows) as server:
        await OpenAICompatibleEmbedder(server.url, "", "local").embed_queries(["a"])
    assert "authorization" not in server.asked[0].headers


BAD_ANSWERS: list[Answer] = [
    (500, {}),
    (401, {"error": "no"}),
    (429, {}),
    (302, {}),
    (200, b"not json"),
    (200, []),
    (200, {"data": "no rows"}),
    (200, {"data": ["row"], "embeddings": ["row"]}),
    (200, {"data": [], "embeddings": []}),
    (200, {"data": [{"embedding": None}], "embeddings": [{"values": None}]}),
    (200, {"data": [{"embedding": []}], "embeddings": [{"values": []}]}),
    (200, {"data": [{"embedding": [0.0, 0.0]}], "embeddings": [{"values": [0.0] * 3072}]}),
    (200, {"data": [{"embedding": ["x"]}], "embeddings": [{"values": ["x"]}]}),
    (200, {"data": [{"embedding": [math.nan, 1.0]}], "embeddings": [{"values": [math.nan] * 3072}]}),
]


@pytest.mark.parametrize("answer", BAD_ANSWERS, ids=lambda answer: str(answer)[:40])
async def test_every_bad_answer_is_the_same_typed_failure(answer: Answer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        async with serving(lambda _: answer) as server:
            remotes: list[Embedder] = [
                GeminiEmbedder(KEY, base_url=server.url),
                OpenAICompatibleEmbedder(server.url, KEY, "m"),
            ]
            for embedder in remotes:
                with pytest.raises(EmbedderUnavailable) as caught:
                    await embedder.embed_queries(["one"])
                assert KEY not in str(caught.value)
    assert KEY not in caplog.text


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "not a url", "http://"])
async def test_a_server_that_is_not_there_is_a_typed_failure(url: str) -> None:
    with pytest.raises(EmbedderUnavailable):
        await OpenAICompatibleEmbedder(url, KEY, "m").embed_queries(["one"])
