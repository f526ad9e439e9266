"""A sample of the wire as one that can be stored, or why it can't: a stable code and a sentence.

What a metric takes stands in the metric table; what is checked is the same for all. No effects, and no clock but the one that is handed in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from app.health.metrics import Detail, Metric
from app.health.models import BloodPressureDetail, ExerciseDetail, NutritionDetail, Sample, SleepDetail
from app.health.units import accepted, stored
from app.health.wire import plainly
from app.memory.records import Json
from app.memory.repositories.health_samples import SampleDraft

M = TypeVar("M", bound=BaseModel)

EARLIEST_MS = round(datetime(1990, 1, 1, tzinfo=UTC).timestamp() * 1000)  # a clock that was reset says 1970 or 1980
AHEAD = timedelta(minutes=5)  # two clocks never agree quite
AWAKE = frozenset({"awake", "out_of_bed"})
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a sample isn't taken. `later`: it will be, once its time has come."""

    code: str
    sentence: str
    later: bool = False


NUL = Refusal("bad_text", "The client_id, device or app holds a NUL character. Leave it out.")


class Unfit(Exception):
    """Raised inside this module alone, to leave a check with its reason."""

    def __init__(self, code: str, sentence: str, *, later: bool = False) -> None:
        """What the refusal says."""
        super().__init__(sentence)
        self.refusal = Refusal(code, sentence, later)


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where samples are looked at: nothing may lie after `latest_ms`; without an offset of its own, a sample is of `zone`."""

    latest_ms: int
    zone: ZoneInfo

    @classmethod
    def of(cls, now: datetime, zone: ZoneInfo) -> "Moment":
        """`now` is the server's."""
        return cls(milliseconds(now + AHEAD), zone)


def milliseconds(moment: datetime) -> int:
    """Since 1970 in UTC, to the nearest."""
    return round(moment.timestamp() * 1000)


def checked(sample: Sample, metric: Metric, moment: Moment) -> SampleDraft | Refusal:
    """The sample as it is stored, or why it isn't."""
    try:
        start_ms, end_ms = _times(sample, metric, moment)
        number, detail = _READERS[metric.detail](sample, metric, start_ms, end_ms)
        believable(metric, number)
    except Unfit as unfit:
        return unfit.refusal
    bad = bad_names(sample.client_id, sample.device, sample.app)
    if bad:
        return bad
    offset = sample.zone_offset_seconds
    if offset is None:
        offset = offset_of(sample.start, moment.zone)
    return SampleDraft(
        metric.name,
        sample.device,
        start_ms,
        end_ms,
        offset,
        number,
        detail,
        sample.client_id or key_name(metric.name, start_ms, sample.device),
        sample.version,
        sample.app,
    )


def key_name(metric: str, start_ms: int, device: str) -> str:
    """What a sample's record is called whose sender gave it no name: the same measurement has the same."""
    return f"key:{sha256(f'{metric} {start_ms} {device}'.encode()).hexdigest()[:40]}"


def offset_of(moment: datetime, zone: ZoneInfo) -> int:
    """Seconds east of UTC that the clocks of a zone stood at then."""
    offset = moment.astimezone(zone).utcoffset()
    return round(offset.total_seconds()) if offset else 0


def believable(metric: Metric, number: float) -> None:
    """Raises Unfit where nobody has such a value; `number` is in the metric's own unit."""
    if not metric.low <= number <= metric.high:
        unit = metric.shown or metric.unit
        raise Unfit(
            "out_of_range",
            f"{_capital(metric.title)} of {number:g} {unit} isn't believable; {metric.low:g} to {metric.high:g} is.",
        )


def _times(sample: Sample, metric: Metric, moment: Moment) -> tuple[int, int]:
    start_ms = milliseconds(sample.start)
    end_ms = start_ms if sample.end is None else milliseconds(sample.end)
    if end_ms < start_ms:
        raise Unfit("ends_before_start", "It ends before it starts.")
    if start_ms < EARLIEST_MS:
        raise Unfit("too_old", "It is from before 1990, so the clock that gave it the time must have been wrong.")
    if end_ms - start_ms > metric.longest * 1000:
        longest = f"at most {metric.longest // 3600} hours" if metric.longest else "only a moment"
        raise Unfit("too_long", f"It lasts too long: {metric.title} is of {longest}.")
    if end_ms > moment.latest_ms:
        raise Unfit("in_the_future", "It lies in the future, so send it again once its time has come.", later=True)
    return start_ms, end_ms


def bad_names(*names: str) -> Refusal | None:
    """Why these can't name anything: the database can't hold NUL, and without it two names could become one."""
    return NUL if "\x00" in "".join(names) else None


def _converted(metric: Metric, value: float, unit: str) -> float:
    number = stored(metric, value, unit)
    if number is None:
        said = f"{_capital(metric.title)} is taken in {accepted(metric)}"
        raise Unfit("unknown_unit", f"{said}, not in “{unit}”." if unit else f"{said}; the unit is missing.")
    return number


def _value(sample: Sample, metric: Metric) -> float:
    if sample.number is None:
        raise Unfit("value_missing", f"The value is missing; {metric.title} is a number in {accepted(metric)}.")
    return _converted(metric, sample.number, sample.unit)


def _plain(sample: Sample, metric: Metric, start_ms: int, end_ms: int) -> tuple[float, Json | None]:
    if sample.shape is not None:
        raise Unfit("detail_not_allowed", f"A sample of {metric.title} has a value and no detail.")
    value = sample.number
    return (value if value is not None and sample.unit == metric.unit else _value(sample, metric)), None


def _shaped(model: type[M], sample: Sample, metric: Metric) -> M:
    """The detail in its shape; read as JSON, as the rest of the wire is."""
    if sample.shape is None:
        raise Unfit("detail_missing", f"The detail is missing; a sample of {metric.title} has one.")
    try:
        return model.model_validate_json(to_json(sample.shape, inf_nan_mode="constants"))
    except ValidationError as error:
        raise Unfit("bad_detail", f"The detail can't be read: {plainly(error)}") from error


def _no_value(sample: Sample, metric: Metric) -> None:
    if sample.number is not None:
        raise Unfit("value_not_allowed", f"A sample of {metric.title} has a detail and no value.")


def _sleep(sample: Sample, metric: Metric, start_ms: int, end_ms: int) -> tuple[float, Json | None]:
    _no_value(sample, metric)
    detail = _shaped(SleepDetail, sample, metric) if sample.shape is not None else SleepDetail()
    stages = sorted((milliseconds(one.start), milliseconds(one.end), one.stage) for one in detail.stages)
    sleep_stages(stages, start_ms, end_ms)
    kept = [[stage, start, end] for start, end, stage in stages if end > start]
    return asleep_minutes(kept, start_ms, end_ms), {"stages": kept, "score": detail.score}


def sleep_stages(stages: Sequence[tuple[int, int, str]], start_ms: int, end_ms: int) -> None:
    """Stages as (start, end, name), sorted. Raises Unfit where they don't lie one after the other within the session."""
    before = start_ms
    for start, end, _ in stages:
        if end < start:
            raise Unfit("stage_backwards", "A stage of the sleep ends before it starts.")
        if start < start_ms or end > end_ms:
            raise Unfit("stage_outside", "A stage of the sleep lies outside of it.")
        if start < before:
            raise Unfit("stages_overlap", "Two stages of the sleep overlap.")
        before = end


def asleep_minutes(stages: Sequence[Sequence[Any]], start_ms: int, end_ms: int) -> float:
    """Minutes of the stages, as [name, start, end], that are sleep; without any stages all of the session is."""
    if not stages:
        return (end_ms - start_ms) / MINUTE_MS
    return sum(end - start for stage, start, end in stages if stage not in AWAKE) / MINUTE_MS


def _exercise(sample: Sample, metric: Metric, start_ms: int, end_ms: int) -> tuple[float, Json | None]:
    _no_value(sample, metric)
    detail = _shaped(ExerciseDetail, sample, metric)
    return (end_ms - start_ms) / MINUTE_MS, detail.model_dump()


def _blood_pressure(sample: Sample, metric: Metric, start_ms: int, end_ms: int) -> tuple[float, Json | None]:
    _no_value(sample, metric)
    detail = _shaped(BloodPressureDetail, sample, metric)
    systolic = _converted(metric, detail.systolic, sample.unit)
    diastolic = _converted(metric, detail.diastolic, sample.unit)
    believable(metric, diastolic)
    if diastolic > systolic:
        raise Unfit("out_of_range", "The diastolic pressure is above the systolic one.")
    return systolic, {"systolic": systolic, "diastolic": diastolic}


def _nutrition(sample: Sample, metric: Metric, start_ms: int, end_ms: int) -> tuple[float, Json | None]:
    """Something eaten, of which nobody may know the energy."""
    detail = _shaped(NutritionDetail, sample, metric) if sample.shape is not None else NutritionDetail()
    said = bool(detail.grams or detail.name)
    number = 0.0 if sample.number is None and said else _value(sample, metric)
    return number, detail.model_dump()


_Reader = Callable[[Sample, Metric, int, int], tuple[float, Json | None]]
_READERS: Mapping[Detail, _Reader] = {
    "": _plain,
    "sleep": _sleep,
    "exercise": _exercise,
    "blood_pressure": _blood_pressure,
    "nutrition": _nutrition,
}


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]
