#!/usr/bin/env python3
"""Averages the weights of several trainings that began from the same: `scripts/reader/average.py ONE.npz OTHER.npz… --out FILE`.

All must know the same intents, slots and pieces, which those have that were trained on the same sentences. With `--before SHIPPED.npz` and
`--share 0.9` nine tenths of it are taken and one tenth of what was before, where both know it: what is new costs less of what was right.
"""

import argparse
from pathlib import Path

import numpy as np
from layout import both, names_in, outputs_of

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


def blended(new: dict[str, np.ndarray], before: dict[str, np.ndarray], share: float) -> dict[str, np.ndarray]:
    """`share` of the new and the rest of what was before, where both know it; the new alone elsewhere (Wortsman et al. 2022)."""
    rows = {"emb.word": both(names_in(new, "pieces"), names_in(before, "pieces"))}
    rows["head.w"] = rows["head.b"] = both(outputs_of(new), outputs_of(before))
    found = dict(new)
    for name in [name for name in new if f"{name}{SCALE}" in new or new[name].dtype == np.float16]:
        value, old = _full(new, name), _full(before, name)
        if name in rows:
            own, theirs = rows[name]
            value[own] = share * value[own] + (1 - share) * old[theirs]
        else:
            value = share * value + (1 - share) * old
        if f"{name}{SCALE}" in new:
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True), 1e-8) / 127
            found[name], found[f"{name}{SCALE}"] = np.round(value / scale).astype(np.int8), scale.astype(np.float32)
        else:
            found[name] = value.astype(np.float16)
    return found


def _full(weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    return weights[name].astype(np.float32) * weights.get(f"{name}{SCALE}", np.float32(1))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--before", type=Path, help="the weights that were shipped before")
    parser.add_argument("--share", type=float, default=0.9, help="of the new ones, where --before is given")
    options = parser.parse_args()
    found = average(options.files)
    np.savez(options.out, **(blended(found, dict(np.load(options.before)), options.share) if options.before else found))


if __name__ == "__main__":
    main()
