"""A user's folder: one at a time has it, and nobody's process is ended by mistake."""

import subprocess
import sys
from pathlib import Path

from app.integrations.browser.profiles import Profile, folder_of


async def test_one_at_a_time_has_it(tmp_path: Path) -> None:
    first, second = Profile(tmp_path / "b" / "ana"), Profile(tmp_path / "b" / "ana")
    assert await first.take()
    second.end_left()  # does nothing while another has it
    assert not await second.take()
    first.release()
    assert await second.take()
    second.release()


async def test_only_a_process_that_names_the_folder_is_ended(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "ana")
    assert await profile.take()
    profile.release()
    sleeps = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"]
    of_folder = [*sleeps, f"--user-data-dir={profile.data}"]
    with (
        subprocess.Popen(sleeps, stdout=subprocess.PIPE) as stranger,
        subprocess.Popen(of_folder, stdout=subprocess.PIPE) as left,
    ):
        for one in (stranger, left):  # the system can name a process only once it runs
            assert one.stdout is not None
            assert one.stdout.readline() == b"up\n"
        lock = profile.data / "SingletonLock"
        lock.symlink_to(f"host-{stranger.pid}")
        profile.end_left()
        assert stranger.poll() is None
        lock.symlink_to(f"host-{left.pid}")
        profile.end_left()
        assert left.wait() == -9
        stranger.kill()
    assert not lock.is_symlink()


def test_a_folder_is_below_the_root_whatever_a_user_is_called(tmp_path: Path) -> None:
    assert folder_of(tmp_path, "ana-1") == tmp_path / "ana-1"
    for name in ("../x", "a/b", "", ".", "x" * 99):
        assert folder_of(tmp_path, name).parent == tmp_path
        assert folder_of(tmp_path, name).name.isalnum()
