"""Which models and which encoder, by setting. Nothing is loaded here: providers and weights come when first used."""

import logging

from app.config import Settings
from app.errors import ConfigurationError
from app.models.embeddings import EmbeddedEmbedder, Embedder, GeminiEmbedder, OpenAICompatibleEmbedder, sent_to
from app.models.offline.model import OfflineModel
from app.models.roles import Models
from app.models.speech.gemini import api_of

log = logging.getLogger(__name__)


def build_models(settings: Settings) -> Models:
    """The roles' chains, each ending in the offline model."""
    offline = OfflineModel()
    models = Models(settings, offline)
    offline.stands_in = bool(models.names("primary"))
    return models


def build_embedder(settings: Settings) -> Embedder | None:
    """The encoder, or None when it is switched off."""
    embedder = _EMBEDDERS[settings.embedder](settings)
    if notice := sent_to(embedder):
        log.info(
            "search by meaning: %s",
            notice,
            extra={"event": "encoder.remote", "encoder": embedder.name if embedder else ""},
        )
    return embedder


def _auto(settings: Settings) -> Embedder:
    """Google's where its key is there, as the talk itself goes there too; else nothing leaves this machine."""
    return _gemini(settings) if settings.google_api_key else _embedded(settings)


def _embedded(_: Settings) -> Embedder:
    return EmbeddedEmbedder()


def _gemini(settings: Settings) -> Embedder:
    if settings.google_api_key is None:
        raise ConfigurationError("EMBEDDER=gemini needs GOOGLE_API_KEY to be set.")
    return GeminiEmbedder(settings.google_api_key.get_secret_value(), base_url=api_of(settings.google_base_url))


def _openai(settings: Settings) -> Embedder:
    if not (settings.openai_base_url and settings.embedding_model_name):
        raise ConfigurationError("EMBEDDER=openai needs OPENAI_BASE_URL and EMBEDDING_MODEL_NAME to be set.")
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    return OpenAICompatibleEmbedder(settings.openai_base_url, key, settings.embedding_model_name)


def _none(_: Settings) -> None:
    return None


_EMBEDDERS = {"auto": _auto, "embedded": _embedded, "gemini": _gemini, "openai": _openai, "none": _none}
