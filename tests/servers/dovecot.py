"""A real Dovecot on a free loopback port, with its own configuration, mail folder and users; ended with its test session.

Without TLS: it listens on loopback only, which is what Security.NONE is for.
"""

import grp
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from pathlib import Path

_CONFIG = """
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
mail_location = maildir:{root}/mail/%u
mail_uid = {uid}
mail_gid = {gid}
first_valid_uid = 0
first_valid_gid = 0
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {root}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={root}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
namespace inbox {{
  inbox = yes
  mailbox Sent {{
    special_use = \\Sent
    auto = create
  }}
  mailbox Drafts {{
    special_use = \\Drafts
    auto = create
  }}
  mailbox Trash {{
    special_use = \\Trash
    auto = create
  }}
}}
"""


@dataclass(frozen=True, slots=True)
class Dovecot:
    """Where it listens, and the folder of its mail (a Maildir a user)."""

    port: int
    root: Path

    def add_user(self, name: str, password: str) -> None:
        """Somebody who may sign in."""
        with (self.root / "users").open("a", encoding="utf-8") as users:
            users.write(f"{name}:{password}\n")

    def deliver(self, user: str, message: bytes) -> None:
        """Put a mail into somebody's inbox, as a delivery agent does."""
        box = self.root / "mail" / user
        for part in ("tmp", "new", "cur"):
            (box / part).mkdir(parents=True, exist_ok=True)
        name = f"{time.time_ns()}.{os.getpid()}.test"
        (box / "tmp" / name).write_bytes(message)
        sent = message_from_bytes(message)["Date"]
        if sent:  # the server tells a file's time as that at which the mail came
            moment = parsedate_to_datetime(sent).timestamp()
            os.utime(box / "tmp" / name, (moment, moment))
        (box / "tmp" / name).rename(box / "new" / name)
        for path in (box, *box.rglob("*")):
            os.chown(path, *_owner())


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """One that runs, in a folder of its own that its processes can read. Raises FileNotFoundError where Dovecot isn't installed."""
    with tempfile.TemporaryDirectory(prefix="kwasi-dovecot-") as folder:
        yield from _running(Path(folder))


def _running(root: Path) -> Iterator[Dovecot]:
    program = shutil.which("dovecot") or "/usr/sbin/dovecot"
    port = free_port()
    root.chmod(0o755)
    (root / "users").touch()
    (root / "mail").mkdir(exist_ok=True)
    uid, gid = _owner()
    os.chown(root / "mail", uid, gid)
    inner = "dovecot" if os.getuid() == 0 else pwd.getpwuid(uid).pw_name  # whose processes know nobody's password
    group = grp.getgrgid(pwd.getpwnam(inner).pw_gid).gr_name
    config = root / "dovecot.conf"
    written = _CONFIG.format(root=root, port=port, user=inner, group=group, uid=uid, gid=gid)
    config.write_text(written, encoding="utf-8")
    process = subprocess.Popen([program, "-F", "-c", str(config)])
    try:
        _wait(port, process)
        yield Dovecot(port, root)
    finally:
        process.terminate()
        process.wait(20)


def _owner() -> tuple[int, int]:
    """Whose mail it is: nobody's in particular where we are root, for Dovecot gives root no mail."""
    row = pwd.getpwnam("mail") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    return row.pw_uid, row.pw_gid


def free_port() -> int:
    """One that nothing listened on a moment ago."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError("Dovecot ended at once")
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("Dovecot did not listen")
