"""Which models and which encoder, by setting; nothing is loaded and nobody is asked."""

from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.models import build_embedder, build_models
from app.errors import ConfigurationError
from app.models.embeddings import EmbeddedEmbedder, GeminiEmbedder, OpenAICompatibleEmbedder
from app.models.offline.model import OfflineModel
from tests.house import settings_in


def test_every_chain_ends_in_the_offline_model(tmp_path: Path) -> None:
    assert isinstance(build_models(settings_in(tmp_path)).chain("primary"), OfflineModel)


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"embedder": "none"}, type(None)),
        ({"embedder": "auto"}, EmbeddedEmbedder),
        ({"embedder": "auto", "google_api_key": "k"}, GeminiEmbedder),
        ({"embedder": "embedded", "google_api_key": "k"}, EmbeddedEmbedder),
        ({"embedder": "auto", "openai_api_key": "k"}, EmbeddedEmbedder),
        ({"embedder": "embedded"}, EmbeddedEmbedder),
        ({"embedder": "gemini", "google_api_key": "k"}, GeminiEmbedder),
        (
            {"embedder": "openai", "openai_base_url": "http://127.0.0.1:1/v1", "embedding_model_name": "e"},
            OpenAICompatibleEmbedder,
        ),
    ],
)
def test_each_setting_has_its_encoder(tmp_path: Path, settings: dict[str, Any], kind: type) -> None:
    assert isinstance(build_embedder(settings_in(tmp_path, **settings)), kind)


@pytest.mark.parametrize(
    ("settings", "needs"),
    [
        ({"embedder": "gemini"}, "GOOGLE_API_KEY"),
        ({"embedder": "openai", "embedding_model_name": "e"}, "OPENAI_BASE_URL"),
        ({"embedder": "openai", "openai_base_url": "http://127.0.0.1:1/v1"}, "EMBEDDING_MODEL_NAME"),
    ],
)
def test_what_an_encoder_lacks_is_named(tmp_path: Path, settings: dict[str, Any], needs: str) -> None:
    with pytest.raises(ConfigurationError, match=needs):
        build_embedder(settings_in(tmp_path, **settings))


def test_the_offline_model_knows_whether_it_stands_in(tmp_path: Path) -> None:
    stands_in = [build_models(settings_in(tmp_path, **named)).offline for named in ({}, {"model_name": "ollama:a"})]
    assert [getattr(model, "stands_in", None) for model in stands_in] == [False, True]


def test_who_sends_texts_elsewhere_is_told_where(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        build_embedder(settings_in(tmp_path, embedder="auto"))
        assert caplog.records == []
        build_embedder(settings_in(tmp_path, embedder="auto", google_api_key="k"))
    assert "notes and facts are sent to Google for it; EMBEDDER=embedded keeps them here" in caplog.text
