"""The phone app compiles against Android's API as its signatures have it, and uses nothing that a phone may lack.

No Android SDK is needed: scripts/android makes stubs from the signatures, compiles the app, and this looks at the compiled classes.
"""

from pathlib import Path

import pytest

from scripts.android import build, check, drift, stubs
from scripts.android.classfile import Compiled, Use

# What the app uses that came after Android 14, and it uses it only where Android is new enough.
GUARDED = {
    f"android.health.connect.datatypes.{name}": 35
    for name in (
        "SkinTemperatureRecord.getBaseline",
        "SkinTemperatureRecord.getDeltas",
        "SkinTemperatureRecord.Delta.getDelta",
        "SkinTemperatureRecord.Delta.getTime",
        "units.TemperatureDelta.getInCelsius",
    )
}
INVENTED = """
package made.up

import android.app.Activity
import android.health.connect.datatypes.StepsRecord
import android.view.View

class MadeUp : Activity() {
    fun use(record: StepsRecord, view: View) {
        record.stepLength
        view.setOnTripleClickListener(null)
        finish("now")
        println(View.HOVERING)
        val count: String = record.count
    }
}
"""


@pytest.fixture(scope="module")
def built() -> build.Built:
    return build.ready()


def test_every_use_of_android_is_in_its_api(built: build.Built) -> None:
    found, wrong = check.uses(built)
    assert wrong == []
    assert len(found) > 150  # a check that finds nothing would be content as well
    assert drift.newer(found, build.known(), build.LEAST) == GUARDED
    # The second source, made by others, has each of them too, as far as it has the class.
    known = build.known()
    assert [one for one in found if one.owner in known and one.name not in known[one.owner].members] == []


def test_an_invented_use_is_found_in_compiled_classes() -> None:
    uses = (
        Use("android/view/View", "setVisibility", "(I)V"),
        Use("android/view/View", "setVisibility", "(J)V"),
        Use("android/view/View", "hover", "()V"),
        Use("android/health/connect/datatypes/StepsRecord", "getCount", "()I"),
        Use("made/up/Screen", "finish", "()V"),
        Use("android/view/View", "GONE", "Ljava/lang/String;"),
    )
    screen = Compiled("made/up/Screen", ("android/app/Activity",), uses, ("android/view/Viewer",))
    found, wrong = drift.check([screen], build.api())
    assert {one.name for one in found} == {"setVisibility", "finish"}
    assert [sentence.split(" ")[2].rstrip(",") for sentence in wrong] == [
        "android/view/Viewer",
        "android/health/connect/datatypes/StepsRecord.getCount()I",
        "android/view/View.GONELjava/lang/String;",
        "android/view/View.hover()V",
        "android/view/View.setVisibility(J)V",
    ]


def test_an_invented_use_does_not_compile(built: build.Built, tmp_path: Path) -> None:
    source = tmp_path / "MadeUp.kt"
    source.write_text(INVENTED, "utf-8")
    with pytest.raises(build.BuildError) as refused:
        build.kotlin([source], f"{built.folder / 'stubs/classes'}:{built.classpath}", tmp_path / "out")
    told = [line for line in str(refused.value).splitlines() if "error:" in line]
    assert sorted({int(line.split("MadeUp.kt:")[1].split(":")[0]) for line in told}) == [10, 11, 12, 13, 14]


def test_a_class_that_android_has_not_is_not_stubbed() -> None:
    with pytest.raises(stubs.UnknownName, match=r"android\.health\.connect\.datatypes\.MoodRecord"):
        stubs.Stubs(build.api(), build.known(), stubs.Wanted({"android.health.connect.datatypes.MoodRecord"}))


def test_what_the_stubs_add_to_the_signatures_is_there_and_was_open() -> None:
    for name in stubs.LONG:
        owner, _, method = name.rpartition(".")
        (found,) = (one for one in build.api().find(owner).methods if one.name == method)
        assert found.returns.unsure
    for name in stubs.RESTORED:
        assert any(one.name == name for one in build.api().find("android.app.Activity").methods)
