"""Run a command under the limits of the systemd unit that a process can put on itself, without systemd.

    python -m tests.deploy.confined COMMAND...

These are the system calls and the address families that the unit allows, no new privileges, and no memory
that is both written and run. The lists of system calls are those of the `systemd-analyze` of this machine.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import socket
import subprocess
import sys
from ctypes.util import find_library

from tests.deploy.pages import DEPLOY

UNIT = DEPLOY / "systemd/kibitz.service"
LIBRARY = find_library("seccomp")
ALLOW, REFUSE, EQUAL = 0x7FFF0000, 0x00050000 | errno.EPERM, 4  # of seccomp.h
NO_NEW_PRIVILEGES, NO_WRITTEN_CODE = 38, 65  # of linux/prctl.h: PR_SET_NO_NEW_PRIVS and PR_SET_MDWE


class Argument(ctypes.Structure):
    """The condition on an argument of a system call, `struct scmp_arg_cmp` of seccomp.h."""

    _fields_ = (
        ("arg", ctypes.c_uint),
        ("op", ctypes.c_int),
        ("datum_a", ctypes.c_uint64),
        ("datum_b", ctypes.c_uint64),
    )


def settings(name: str) -> list[str]:
    """Return the values of a setting of the unit, in the order of its lines."""
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def group(name: str) -> set[str]:
    """Return the system calls of a name, or of a group of systemd, whose name begins with @."""
    if not name.startswith("@"):
        return {name}
    asked = ["systemd-analyze", "syscall-filter", name]
    listed = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split("\n")[1:]
    members = [line.strip() for line in listed if line.strip() and not line.strip().startswith("#")]
    return set().union(*map(group, members))


def allowed() -> set[str]:
    """Return the system calls that the unit allows; the first of its lines is a list of allowed ones."""
    calls: set[str] = group("@default")
    for line in settings("SystemCallFilter"):
        named = set().union(*map(group, line.removeprefix("~").split()))
        calls = calls - named if line.startswith("~") else calls | named
    return calls


def confine() -> None:
    """Put the limits on this process and on all that it starts."""
    calls = allowed()
    seccomp, c = ctypes.CDLL(LIBRARY), ctypes.CDLL(None, use_errno=True)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    seccomp.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
    rules = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(REFUSE)))
    for name in sorted(calls - {"socket"}):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            assert seccomp.seccomp_rule_add(rules, ctypes.c_uint32(ALLOW), number, 0) == 0, name
    number = seccomp.seccomp_syscall_resolve_name(b"socket")
    for family in " ".join(settings("RestrictAddressFamilies")).split():
        only = Argument(0, EQUAL, int(getattr(socket, family)), 0)
        asked = (rules, ctypes.c_uint32(ALLOW), number, 1, ctypes.byref(only))
        assert seccomp.seccomp_rule_add_array(*asked) == 0, family
    assert c.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    if settings("MemoryDenyWriteExecute") == ["yes"]:
        c.prctl(NO_WRITTEN_CODE, 1, 0, 0, 0)  # Linux 6.3 or newer
    assert seccomp.seccomp_load(rules) == 0


if __name__ == "__main__":
    confine()
    os.execvp(sys.argv[1], sys.argv[1:])
