"""What a cosine means, on one scale for all encoders."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from app.errors import EmbedderUnavailable
from app.models.calibration import SHIPPED, Calibration, Calibrations, background, calibrate, fit
from app.models.embeddings import EmbeddedEmbedder
from tests.routing.encoder import WordEncoder, unavailable

CURVE = Calibration("some", middle=0.8, width=0.04)


def test_a_score_lies_between_zero_and_one_and_keeps_the_order() -> None:
    scores = [CURVE.score(raw / 100) for raw in range(-100, 101)]
    assert scores == sorted(scores)
    assert all(0 <= score <= 1 for score in scores)
    assert CURVE.score(0.8) == 0.5


@pytest.mark.parametrize("score", [0.1, 0.45, 0.6, 0.65, 0.99])
def test_a_threshold_can_be_read_backwards(score: float) -> None:
    assert CURVE.score(CURVE.raw(score)) == pytest.approx(score)


@pytest.mark.parametrize("raw", [-1e9, 1e9])
def test_no_number_overflows(raw: float) -> None:
    assert 0 <= CURVE.score(raw) <= 1


def test_the_curve_goes_through_both_points() -> None:
    curve = fit("some", unrelated=[0.70] * 98 + [0.78] * 3, related=[0.80, 0.86, 0.90])
    assert curve.score(0.78) == pytest.approx(0.45)
    assert curve.score(0.86) == pytest.approx(0.75)


def test_an_encoder_to_which_all_is_alike_cannot_be_calibrated() -> None:
    with pytest.raises(EmbedderUnavailable):
        fit("flat", unrelated=[0.9, 0.9], related=[0.9, 0.9])


def test_a_weak_encoder_is_scaled_by_unrelated_texts_alone() -> None:
    curve = fit("weak", unrelated=[0.1] * 60 + [0.4] * 40, related=[0.3])
    assert curve.score(0.4) == pytest.approx(0.45)
    assert curve.score(0.1) == pytest.approx(0.1)


def test_a_calibration_can_be_stored() -> None:
    assert Calibration(**CURVE.as_dict()) == CURVE


def test_the_background_is_large_and_has_no_doubles() -> None:
    sentences, pairs = background()
    assert len(sentences) >= 250
    assert len(set(sentences)) == len(sentences)
    assert len(pairs) >= 40


@pytest.mark.slow
async def test_the_shipped_calibration_is_what_is_measured() -> None:
    measured = await calibrate(EmbeddedEmbedder())
    (shipped,) = (one for one in SHIPPED if one.encoder == EmbeddedEmbedder.name)
    # Engines differ in the last bits between processors.
    assert measured.middle == pytest.approx(shipped.middle, abs=0.003)
    assert measured.width == pytest.approx(shipped.width, abs=0.003)


async def test_with_the_embedded_encoder_an_answer_scores_high_and_another_note_low() -> None:
    embedder = EmbeddedEmbedder()
    curve = await Calibrations().of(embedder)
    (question,) = await embedder.embed_queries(["what is the code of the garage door"])
    notes = await embedder.embed_passages(["The garage door code is 5590", "Lena's birthday party was lovely"])
    right, other = (curve.score(raw) for raw in (notes @ question).tolist())
    assert right >= 0.65
    assert other <= 0.45


async def test_another_encoder_is_measured_once_and_then_known() -> None:
    encoder = WordEncoder()
    calibrations = Calibrations()
    first = await calibrations.of(encoder)
    asked = list(encoder.asked)
    assert await calibrations.of(encoder) is first
    assert encoder.asked == asked
    sentences, pairs = background()
    assert asked == [len(pairs), len(pairs), len(sentences)]


async def test_a_stored_calibration_is_not_measured_again() -> None:
    encoder = WordEncoder("some")
    assert await Calibrations([CURVE]).of(encoder) is CURVE
    assert encoder.asked == []


async def test_an_encoder_that_fails_is_a_typed_failure_and_is_asked_again() -> None:
    encoder = WordEncoder()
    calibrations = Calibrations()
    encoder.broken = EmbedderUnavailable()
    with pytest.raises(EmbedderUnavailable):
        await calibrations.of(encoder)
    encoder.broken = None
    assert (await calibrations.of(encoder)).encoder == "words"


async def test_one_that_takes_long_to_measure_goes_on_being_measured_behind() -> None:
    class Slow(WordEncoder):
        async def embed_queries(self, texts: Sequence[str]) -> Any:
            await going_on.wait()
            return await super().embed_queries(texts)

    going_on, calibrations, encoder = asyncio.Event(), Calibrations(), Slow()
    assert await calibrations.soon(encoder, 0) is None
    going_on.set()
    assert await calibrations.soon(encoder, 60) is not None


async def test_one_that_cannot_be_measured_now_is_left_alone_for_a_while() -> None:
    calibrations, encoder = Calibrations(), unavailable()
    assert await calibrations.soon(encoder, 60) is None
    assert await calibrations.soon(encoder, 60) is None
