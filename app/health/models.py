"""The wire contract of `/health/*`, as the phone bridge and anybody's script speak it; published in OpenAPI and docs/health.md.

A batch is taken item by item: each sample gets a verdict of its own, and one that can't be taken never costs another. The only
models here are those of the wire; what is stored is `memory/records`.
"""

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, AwareDatetime, BaseModel, ConfigDict, FailFast, Field, StringConstraints

MOST_ITEMS = 5_000
MOST_VERSION = 2**63 - 1
Name = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[a-z][a-z0-9_]*$")]
Label = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Version = Annotated[int, Field(ge=0, le=MOST_VERSION)]
# stored: new. replaced: a newer version of what was there. unchanged: it was there. outdated: a newer version is there. deleted: its
# record was deleted. set_aside: a metric this version doesn't know, kept. later: from the future, send it again. refused: see `code`.
Verdict = Literal["stored", "replaced", "unchanged", "outdated", "deleted", "set_aside", "later", "refused"]


def _or(name: str, other: str) -> Any:
    """A field that may come under either name."""
    return Field(validation_alias=AliasChoices(name, other))


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Stage(_Wire):
    """A stretch of a night."""

    stage: Literal["awake", "sleeping", "out_of_bed", "light", "deep", "rem", "unknown"]
    start: AwareDatetime
    end: AwareDatetime


class SleepDetail(_Wire):
    """Of a `sleep_session`. Without stages the whole session counts as asleep."""

    stages: Annotated[list[Stage], FailFast()] = Field(default=[], max_length=2_000)
    score: Annotated[float, Field(ge=0, le=100)] | None = None


class ExerciseDetail(_Wire):
    """Of an `exercise_session`: what was done ("running"), and what it was called."""

    type: Name
    title: Annotated[str, StringConstraints(max_length=200)] = ""


class BloodPressureDetail(_Wire):
    """Of a `blood_pressure`, both in the sample's unit; the sample has no value of its own."""

    systolic: float
    diastolic: float


class NutritionDetail(_Wire):
    """Of a `nutrition` sample, whose value is its energy: what was eaten and how many grams of what."""

    name: Annotated[str, StringConstraints(max_length=200)] = ""
    meal: Literal["", "breakfast", "lunch", "dinner", "snack"] = ""
    grams: dict[Name, Annotated[float, Field(ge=0, le=10_000)]] = Field(default={}, max_length=60)


class Sample(_Wire):
    """One measurement. The same metric, start (to the millisecond) and device is the same measurement.

    `end` is `start` where left out. `zone_offset_seconds` is the device's offset east of UTC then: it says which local day the sample
    belongs to. `value` is in `unit`; sessions have a `detail` instead. `client_id` and `version` are the record's at its sender: a
    newer version of a record replaces every sample of the older one, and deleting goes by `client_id`. Without one, the sample is a
    record of its own, named after what makes it the same measurement. A `value` that is an object is a `detail`.

    Some fields have a second name, which means the same. Fields that stand here under no name are kept beside the sample.
    """

    model_config = ConfigDict(extra="allow")

    metric: Annotated[Name, _or("metric", "metric_type")]
    start: Annotated[AwareDatetime, _or("start", "start_time")]
    end: Annotated[AwareDatetime | None, _or("end", "end_time")] = None
    zone_offset_seconds: Annotated[int, Field(ge=-64_800, le=64_800)] | None = None
    value: Annotated[float, Field(allow_inf_nan=False)] | dict[str, Any] | None = None
    unit: Annotated[str, StringConstraints(max_length=20)] = ""
    detail: dict[str, Any] | None = None
    device: Annotated[Label, _or("device", "source_device")]
    app: Annotated[str, StringConstraints(max_length=200), _or("app", "source_app")] = ""
    client_id: Annotated[str, StringConstraints(max_length=200)] = ""
    version: Version = 0

    @property
    def number(self) -> float | None:
        """The value, where it is a number."""
        return None if isinstance(self.value, dict) else self.value

    @property
    def shape(self) -> dict[str, Any] | None:
        """The detail, also where it came as the value."""
        return self.value if self.detail is None and isinstance(self.value, dict) else self.detail


class Deletion(_Wire):
    """A record that is gone at its sender, up to and with `version`; without one, whatever version ever comes."""

    client_id: Label
    version: Version | None = None


class Batch(_Wire):
    """What is posted to `/health/ingest`. Deletions are taken before samples. `sent_at` is the sender's clock as it sends."""

    samples: Annotated[list[Sample], FailFast()] = Field(default=[], max_length=MOST_ITEMS)
    deletions: Annotated[list[Deletion], FailFast()] = Field(default=[], max_length=MOST_ITEMS)
    sent_at: AwareDatetime | None = None
    sender: Annotated[str, StringConstraints(max_length=200)] = ""


class ItemVerdict(BaseModel):
    """What became of the sample at `index` of the batch. `code` and `reason` where it was refused, set aside, is to come later, or is
    kept without its unknown fields."""

    index: int
    client_id: str
    verdict: Verdict
    code: str = ""
    reason: str = ""


class DeletionVerdict(BaseModel):
    """How many samples a deletion removed; 0 where it was known or there were none. `code` and `reason` where it was refused."""

    client_id: str
    removed: int
    code: str = ""
    reason: str = ""


class Receipt(BaseModel):
    """The answer to a batch, once all of it that can be kept is on the disk. `counts` has every verdict, zeros included."""

    counts: dict[Verdict, int]
    verdicts: list[ItemVerdict]
    deletions: list[DeletionVerdict]
    server_time: AwareDatetime
    clock_skew_seconds: float | None = None  # the sender's clock minus ours; None where it didn't say
    notice: str | None = None  # a sentence for the person, such as that the phone's clock is wrong


class MetricStatus(BaseModel):
    """One metric of `/health/status`; zeros and None where nothing ever came."""

    metric: str
    unit: str
    samples: int
    devices: int
    latest_sample: AwareDatetime | None
    latest_ingest: AwareDatetime | None
    ingest_lag_minutes: float | None


class Status(BaseModel):
    """The answer of `/health/status`: every known metric, and how long ago anything came."""

    now: AwareDatetime
    latest_ingest: AwareDatetime | None
    lag_minutes: float | None
    clock_skew_seconds: float | None
    set_aside: int
    metrics: list[MetricStatus]


class BackfillReason(BaseModel):
    """Rows of one file of an archive that were not kept, for one reason."""

    file: str
    code: str
    reason: str
    rows: int


class BackfillReport(BaseModel):
    """Where an archive's import stands. `kept` are new or newer; `doubled` were there, or came twice in the archive."""

    id: int
    file: str
    status: Literal["waiting", "running", "done", "failed", "cancelled", "undone"]
    percent: float
    files_done: int
    files_total: int
    read: int
    kept: int
    doubled: int
    set_aside: int
    refused: int
    reasons: list[BackfillReason]
    problem: str
    created_at: AwareDatetime
    started_at: AwareDatetime | None
    finished_at: AwareDatetime | None
