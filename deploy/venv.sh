#!/bin/sh
# Makes a virtual environment with the packages of a lock file, and with this project in editable form. The
# Makefile calls this script.
#   deploy/venv.sh serve    installs deploy/requirements.txt, which is enough to run the server, and the solver of
#                           deploy/requirements-solver.txt, without which the server runs, too
#   deploy/venv.sh test     installs deploy/requirements-dev.txt: the packages of the server and all tools
#   deploy/venv.sh newer    installs nothing; prints the version and the path of the newest Python that is newer
#                           than that of the environment, or nothing if no Python is newer
# VENV=... is the environment's folder, .venv by default.
# PYTHON=... is the Python that makes the environment; by default it is the first suitable Python on PATH.
set -eu

VENV=${VENV:-.venv}
case $VENV in
    /*) folder=$VENV ;;
    *) folder=$(pwd -P)/$VENV ;;
esac

SOLVER=deploy/requirements-solver.txt

give_up() {
    printf '%s\n' "$@" >&2
    exit 1
}

lock_for() {
    case $1 in
        serve) echo deploy/requirements.txt ;;
        test) echo deploy/requirements-dev.txt ;;
        *) give_up "deploy/venv.sh: expected serve, test or newer, got '$1'" ;;
    esac
}

# The fingerprint is of the contents of files, not of their times, because a checkout changes all times.
fingerprint() {
    { cat "$(lock_for "$1")" "$SOLVER" pyproject.toml && pwd -P && echo "$folder"; } | cksum
}

holds() {
    [ -x "$VENV/bin/python" ] && [ "$(cat "$VENV/holds-$1" 2>/dev/null)" = "$(fingerprint "$1")" ]
}

# Prints a verdict on a Python, and its version. The verdict is old, bare (without ensurepip, which Debian has in a
# package of its own), good, or broken. A program that does not run is broken, such as a name that pyenv has put on
# PATH for a version that is not selected; its version is printed as none.
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
        "Python $bare was found, but without ensurepip it cannot make a virtual environment." \
        "Install ensurepip and run make again; on Debian and Ubuntu:" \
        "    apt-get install python$bare-venv"
    give_up "Kibitz needs Python 3.11 or newer on PATH; found: ${seen:-none}" \
        "Install it and run make again, or name one: make PYTHON=... ; on Debian and Ubuntu:" \
        "    apt-get install python3 python3-venv"
}

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null </dev/null || echo none
}

# True unless PYTHON=... asks for another version than the environment was made with.
of_the_version_asked_for() {
    [ -z "${PYTHON:-}" ] || [ "$(version_of "$PYTHON")" = "$(version_of "$VENV/bin/python")" ]
}

# True unless the making of the environment was interrupted, its Python was removed, or the checkout was moved.
usable() {
    "$VENV/bin/python" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
        grep -qF "$folder/" "$VENV/bin/pip"
}

# Prints "version path" of each finished release of Python on PATH and under the user's pyenv, the newest first.
# A build without the global interpreter lock is left out, because some packages do not exist for it.
releases() {
    {
        printf '%s\n' "$PATH" | tr ':' '\n' | while IFS= read -r bin; do
            ls -d "$bin"/python3.[0-9][0-9] 2>/dev/null || true
        done
        ls -d "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3.[0-9][0-9] 2>/dev/null || true
    } | while IFS= read -r python; do
        "$python" -c '
import ensurepip, sys, sysconfig, venv
if sys.version_info.releaselevel == "final" and not sysconfig.get_config_var("Py_GIL_DISABLED"):
    print(sys.hexversion, "%d.%d" % sys.version_info[:2], sys.argv[1])
' "$python" 2>/dev/null </dev/null || true
    done | sort -s -r -n | cut -d ' ' -f 2-
}

print_newer() {
    mine=$(version_of "$VENV/bin/python")
    [ "$mine" != none ] || give_up "deploy/venv.sh newer: expected an environment in $VENV, found none"
    newest=$(releases | head -n 1)
    version=${newest%% *}
    if [ -n "$newest" ] && [ "${version#3.}" -gt "${mine#3.}" ]; then
        echo "$newest"
    fi
}

pip_install() {
    "$VENV/bin/python" -m pip -qq --disable-pip-version-check --no-input install --root-user-action=ignore "$@"
}

purpose=${1-nothing}
if [ "$purpose" = newer ]; then
    print_newer
    exit 0
fi
lock=$(lock_for "$purpose")
if of_the_version_asked_for && { holds "$purpose" || { [ "$purpose" = serve ] && holds test; }; }; then
    exit 0
fi
if ! { usable && of_the_version_asked_for; }; then
    python=$(find_python)
    echo "Making $VENV with $($python --version)"
    "$python" -m venv --clear "$VENV"
fi
echo "Installing the $(grep -c '==' "$lock") packages of $lock; the first time takes a minute or so"
pip_install --require-hashes --requirement "$lock"
# The tests' lock has the solver with all that it depends on. The server loads only the solver itself.
if [ "$purpose" = serve ] && ! pip_install --no-deps --only-binary :all: --require-hashes --requirement "$SOLVER"; then
    echo "The double-dummy solver was not installed; the server runs without analysis" >&2
fi
pip_install --no-index --no-deps --no-build-isolation --editable .
fingerprint "$purpose" >"$VENV/holds-$purpose"
