"""What a sender said of a sample in fields the wire doesn't know: kept beside it within bounds, never reckoned with, never in a prompt.

Pure. A sample is kept whatever becomes of these; what is not kept of them has a code and a sentence.
"""

from pydantic_core import from_json, to_json

from app.health.checks import Refusal
from app.health.models import Sample
from app.memory.records import Json

MOST_FIELDS = 20
LONGEST = 1_000  # characters of one sample's, as JSON
MOST = 100_000  # samples of one person that have any

TOO_MUCH = Refusal(
    "extra_too_large",
    f"The sample is kept; its unknown fields are more than {MOST_FIELDS}, or longer than {LONGEST:,} characters, and are not.",
)
UNFIT = Refusal("extra_bad_text", "The sample is kept; its unknown fields hold a NUL character and are not.")
FULL = Refusal("extra_full", f"The sample is kept; its unknown fields are not, for {MOST:,} samples have some already.")


def extra_of(sample: Sample) -> Json | Refusal | None:
    """The unknown fields of a sample as JSON; None where it has none, a Refusal where they can't be kept."""
    fields = sample.model_extra
    if not fields:
        return None
    text = to_json(fields, inf_nan_mode="null")
    if len(fields) > MOST_FIELDS or len(text) > LONGEST:
        return TOO_MUCH
    return UNFIT if b"\\u0000" in text else from_json(text)
