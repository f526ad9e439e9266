#!/usr/bin/env python3
"""Averages the weights of several trainings that began from the same: `scripts/reader/average.py ONE.npz OTHER.npz… --out FILE`.

All must know the same intents, slots and pieces, which those have that were trained on the same sentences.
"""

import argparse
from pathlib import Path

import numpy as np

SCALE = ".scale"


def average(files: list[Path]) -> dict[str, np.ndarray]:
    """The mean of all arrays, matrices as int8 with a scale a row again. Raises ValueError where they don't belong together."""
    opened = [dict(np.load(path)) for path in files]
    first, found = opened[0], {}
    for name, value in first.items():
        if name.endswith(SCALE):
            continue
        if any(one[name].shape != value.shape for one in opened):
            raise ValueError(f"{name} differs")
        if f"{name}{SCALE}" in first:
            mean = np.mean(
                [one[name].astype(np.float32) * one[f"{name}{SCALE}"].astype(np.float32) for one in opened], axis=0
            )
            scale = np.maximum(np.abs(mean).max(axis=1, keepdims=True), 1e-8) / 127
            found[name] = np.round(mean / scale).astype(np.int8)
            found[f"{name}{SCALE}"] = scale.astype(first[f"{name}{SCALE}"].dtype)
        elif value.dtype == np.float16:
            found[name] = np.mean([one[name].astype(np.float32) for one in opened], axis=0).astype(np.float16)
        elif any(not np.array_equal(one[name], value) for one in opened):
            raise ValueError(f"{name} differs")
        else:
            found[name] = value
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    np.savez(options.out, **average(options.files))


if __name__ == "__main__":
    main()
