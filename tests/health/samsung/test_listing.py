"""What is in an archive, wherever its maker put the folder, and what is left out of it with a reason."""

import io
import stat
import zipfile

from app.health.samsung.listing import listing
from app.health.samsung.zipped import Zip
from tests.health.samsung.archives import zipped

HEART = "com.samsung.shealth.tracker.heart_rate"


def test_tables_and_details_are_found_at_any_depth() -> None:
    for root in ("", "samsunghealth_a_1/", "Download/Samsung Health/samsunghealth_a_1/", "Größe/é/"):
        name = f"{root}jsons/{HEART}/a/abc.binning_data.json"
        archive = Zip(zipped({f"{root}{HEART}.20260301.csv": "x", name: "[]"}))
        found = listing(archive, [HEART])
        [table] = found.tables
        assert table.type == HEART
        entry = found.detail(archive, table, "abc.binning_data.json")
        assert entry is not None
        assert entry.name == name
        assert found.detail(archive, table, "other.json") is None


def test_a_detail_is_its_own_folders() -> None:
    files = {
        f"a/{HEART}.1234567.csv": "x",
        f"b/jsons/{HEART}/a/abc.json": "[]",
        "a/jsons/com.samsung.health.hrv/a/abc.json": "[]",
    }
    archive = Zip(zipped(files))
    found = listing(archive, [HEART, "com.samsung.health.hrv"])
    assert found.detail(archive, found.tables[0], "abc.json") is None


def test_types_are_told_from_longer_ones_and_stamps() -> None:
    names = (
        f"{HEART}.20260301120000",
        "com.samsung.health.sleep",
        "com.samsung.shealth.sleep_combined.2026030112",
        "com.samsung.health.hrv.copy",
    )
    found = listing(Zip(zipped({f"{name}.csv": "x" for name in names})), [])
    assert [table.type for table in found.tables] == [HEART, names[1], "com.samsung.shealth.sleep_combined", names[3]]


def test_names_that_lead_elsewhere_links_and_doubles_are_left_out_and_said() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in (
            f"../{HEART}.20260301.csv",
            f"/etc/{HEART}.20260301.csv",
            f"C:\\{HEART}.20260301.csv",
            f"a/../../{HEART}.20260301.csv",
            f"a/..\\{HEART}.20260301.csv",
        ):
            archive.writestr(name, "x")
        link = zipfile.ZipInfo(f"link/{HEART}.20260301.csv")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr(f"a/{HEART}.20260301.csv", "first")
        archive.writestr(f"a\\{HEART}.20260301.csv", "second")
    found = listing(Zip(out), [])
    assert [table.type for table in found.tables] == [HEART]
    assert {code: count for (_, code), count in found.others.items()} == {"name": 5, "link": 1, "twice": 1}


def test_litter_is_nothing_and_other_files_are_counted() -> None:
    files = {
        "__MACOSX/._x.csv": "",
        "a/.DS_Store": "",
        "a/": "",
        "files/com.samsung.shealth.food_image/p.jpg": "",
        "inner.zip": "PK",
        "jsons/x.json": "",
    }
    found = listing(Zip(zipped(files)), [])
    assert found.tables == []
    assert dict(found.others) == {("other files", "not_measured"): 3}
