#!/bin/sh
# Makes .venv hold what a lock file says, and this project in editable form; make calls it.
#   deploy/venv.sh serve    deploy/requirements.txt, enough to run the server
#   deploy/venv.sh test     deploy/requirements-dev.txt, the same and every tool
# PYTHON=... names the interpreter to use; otherwise the first fit one on PATH is taken.
set -eu

give_up() {
    printf '%s\n' "$@" >&2
    exit 1
}

lock_for() {
    case $1 in
        serve) echo deploy/requirements.txt ;;
        test) echo deploy/requirements-dev.txt ;;
        *) give_up "deploy/venv.sh: expected serve or test, got '$1'" ;;
    esac
}

# Contents, not times: a checkout touches every file.
fingerprint() {
    { cat "$(lock_for "$1")" pyproject.toml && pwd -P; } | cksum
}

holds() {
    [ -x .venv/bin/python ] && [ "$(cat ".venv/holds-$1" 2>/dev/null)" = "$(fingerprint "$1")" ]
}

# Prints old, bare (Debian ships ensurepip apart) or good, and the version.
judge() {
    "$1" -c '
import sys
version = "%d.%d" % sys.version_info[:2]
try:
    import ensurepip, venv
    print("good" if sys.version_info >= (3, 11) else "old", version)
except ImportError:
    print("bare" if sys.version_info >= (3, 11) else "old", version)
' 2>/dev/null </dev/null || echo "broken none"
}

find_python() {
    seen=
    bare=
    for python in ${PYTHON:-python3.11 python3 python3.12 python3.13 python3.14}; do
        command -v "$python" >/dev/null 2>&1 || continue
        verdict=$(judge "$python")
        case $verdict in
            good*) echo "$python" && return ;;
            bare*) bare=${bare:-${verdict#bare }} ;;
            old*) seen="${seen:+$seen, }$python is ${verdict#old }" ;;
            broken*) seen="${seen:+$seen, }$python does not run" ;;
        esac
    done
    [ -z "$bare" ] || give_up \
        "Python $bare is here, but without ensurepip it cannot make a virtual environment." \
        "Install what is missing and run make again; on Debian and Ubuntu:" \
        "    apt-get install python$bare-venv"
    give_up "Kibitz needs Python 3.11 or newer on PATH; found: ${seen:-none}" \
        "Install it and run make again, or name one: make PYTHON=... ; on Debian and Ubuntu:" \
        "    apt-get install python3 python3-venv"
}

# It is not when its making was interrupted, its interpreter has gone since, or the checkout has moved.
usable() {
    .venv/bin/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
        grep -qF "$(pwd -P)/.venv/" .venv/bin/pip
}

pip_install() {
    .venv/bin/python -m pip -qq --disable-pip-version-check --no-input install --root-user-action=ignore "$@"
}

purpose=${1-nothing}
lock=$(lock_for "$purpose")
if holds "$purpose" || { [ "$purpose" = serve ] && holds test; }; then
    exit 0
fi
if ! usable; then
    python=$(find_python)
    echo "Making .venv with $($python --version)"
    "$python" -m venv --clear .venv
fi
echo "Installing the $(grep -c '==' "$lock") packages of $lock; the first time takes a minute or so"
pip_install --require-hashes --requirement "$lock"
pip_install --no-index --no-deps --no-build-isolation --editable .
fingerprint "$purpose" >".venv/holds-$purpose"
