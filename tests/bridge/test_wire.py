"""What the bridge writes is what the server reads: the same contract in two languages, held together by odd records."""

import re
import subprocess
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from app.health.checks import Moment, Refusal, checked
from app.health.metrics import BY_NAME
from app.health.models import BloodPressureDetail, Sample, SleepDetail

CORE = Path(__file__).resolve().parents[2] / "bridge-android/core/src/main/kotlin/dev/kwasi/bridge/core"
NOW = Moment.of(datetime(2026, 6, 1, tzinfo=UTC), ZoneInfo("Africa/Accra"))
# What the server may say of a value: it isn't believable, or it is of another time. Of the shape it has nothing to say.
OF_VALUES = {"out_of_range", "ends_before_start", "too_long", "too_old", "in_the_future", "stage_outside"}


def test_the_server_can_read_whatever_becomes_of_odd_records(core: str) -> None:
    command = ["java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", core, "dev.kwasi.bridge.sim.OddKt", "11", "4000"]
    printed = subprocess.run(command, capture_output=True, check=True, timeout=300).stdout.decode("utf-8")
    said: Counter[str] = Counter()
    for line in printed.splitlines():
        sample = Sample.model_validate_json(line)
        assert not sample.model_extra, line
        if sample.metric == "skin_temperature_delta":
            said["set_aside"] += 1
            continue
        found = checked(sample, BY_NAME[sample.metric], NOW)
        code = found.code if isinstance(found, Refusal) else "stored"
        assert code == "stored" or code in OF_VALUES, f"{code}: {line}"
        said[code] += 1
    assert said["stored"] > 500
    assert said["out_of_range"] > 50


def test_every_metric_has_its_kind_and_every_kind_its_metric() -> None:
    kinds = re.findall(r'^    [A-Z0-9_]+\("([a-z0-9_]+)"', (CORE / "Kind.kt").read_text("utf-8"), re.MULTILINE)
    assert sorted(kinds) == sorted(BY_NAME)


def test_every_field_of_the_wire_is_the_same_on_both_sides() -> None:
    text = (CORE / "Wire.kt").read_text("utf-8")
    [body] = re.findall(r"class WireSample\(\n(.*?)\n\)", text, re.DOTALL)
    named = re.findall(r'@SerialName\("([a-z_]+)"\)', body)
    plain = re.findall(r"^    val ([a-z]+):", body, re.MULTILINE)
    assert sorted(named + plain) == sorted(Sample.model_fields)


def test_the_stages_of_a_night_have_the_same_names() -> None:
    [listed] = re.findall(r"enum class SleepStage \{ ([A-Z_, ]+) \}", (CORE / "HealthRecord.kt").read_text("utf-8"))
    stage = SleepDetail.model_json_schema()["$defs"]["Stage"]["properties"]["stage"]
    assert sorted(listed.lower().split(", ")) == sorted(stage["enum"])
    assert set(BloodPressureDetail.model_fields) == {"systolic", "diastolic"}
