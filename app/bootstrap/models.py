"""Which models and which encoder, by setting. Nothing is loaded here: providers and weights come when first used."""

from app.config import Settings
from app.errors import ConfigurationError
from app.models.embeddings import EmbeddedEmbedder, Embedder, GeminiEmbedder, OpenAICompatibleEmbedder
from app.models.offline.model import OfflineModel
from app.models.roles import Models


def build_models(settings: Settings) -> Models:
    """The roles' chains, each ending in the offline model."""
    offline = OfflineModel()
    models = Models(settings, offline)
    offline.stands_in = bool(models.names("primary"))
    return models


def build_embedder(settings: Settings) -> Embedder | None:
    """The encoder, or None when it is switched off."""
    return _EMBEDDERS[settings.embedder](settings)


def _embedded(_: Settings) -> Embedder:
    return EmbeddedEmbedder()


def _gemini(settings: Settings) -> Embedder:
    if settings.google_api_key is None:
        raise ConfigurationError("EMBEDDER=gemini needs GOOGLE_API_KEY to be set.")
    return GeminiEmbedder(settings.google_api_key.get_secret_value())


def _openai(settings: Settings) -> Embedder:
    if not (settings.openai_base_url and settings.embedding_model_name):
        raise ConfigurationError("EMBEDDER=openai needs OPENAI_BASE_URL and EMBEDDING_MODEL_NAME to be set.")
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    return OpenAICompatibleEmbedder(settings.openai_base_url, key, settings.embedding_model_name)


def _none(_: Settings) -> None:
    return None


_EMBEDDERS = {"auto": _embedded, "embedded": _embedded, "gemini": _gemini, "openai": _openai, "none": _none}
