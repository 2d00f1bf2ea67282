#!/bin/sh
# Builds the page for the browser from bots/browser into bots/browser/dist. The Makefile calls this script after
# deploy/venv.sh, whose environment gets Deno, the only program that the build needs.
#   deploy/page.sh          builds the page, unless it is built from the same sources already
#   deploy/page.sh try      does the same; a failure is reported, but is no error: the server runs without the page
#   deploy/page.sh check    checks format, style and types of the sources, and runs their tests
# VENV=... is the environment's folder, .venv by default.
set -eu

VENV=${VENV:-.venv}
case $VENV in
    /*) ;;
    *) VENV=$(pwd -P)/$VENV ;;
esac
LOCK=deploy/requirements-web.txt
PAGE=bots/browser
# Deno keeps its downloads beside its program, not in the home of the user.
DENO_DIR=$VENV/deno
DENO_NO_UPDATE_CHECK=1
NO_COLOR=1
export VENV DENO_DIR DENO_NO_UPDATE_CHECK NO_COLOR

# The fingerprint is of the contents of files, not of their times, because a checkout changes all times.
fingerprint() {
    {
        cat "$LOCK"
        find "$PAGE" -type f -not -path "$PAGE/dist/*" -not -path "$PAGE/node_modules/*" | LC_ALL=C sort | while IFS= read -r file; do
            echo "$file"
            cat "$file"
        done
    } | cksum
}

install_deno() {
    if [ ! -x "$VENV/bin/deno" ] || [ "$(cat "$VENV/holds-web" 2>/dev/null)" != "$(cksum <"$LOCK")" ]; then
        "$VENV/bin/python" -m pip -qq --disable-pip-version-check --no-input --retries 1 install \
            --root-user-action=ignore --require-hashes --requirement "$LOCK"
        cksum <"$LOCK" >"$VENV/holds-web"
    fi
    (cd "$PAGE" && "$VENV/bin/deno" install --quiet --frozen)
}

build() {
    wanted=$(fingerprint)
    if [ -f "$PAGE/dist/index.html" ] && [ "$(cat "$PAGE/dist/built-from" 2>/dev/null)" = "$wanted" ]; then
        return 0
    fi
    echo "Building the page for the browser"
    install_deno
    (cd "$PAGE" && "$VENV/bin/deno" run --quiet --frozen -A build.ts)
    echo "$wanted" >"$PAGE/dist/built-from"
}

check() {
    install_deno
    cd "$PAGE"
    "$VENV/bin/deno" fmt --quiet --check
    "$VENV/bin/deno" lint --quiet
    "$VENV/bin/deno" check --quiet --frozen src build.ts types.ts test
    "$VENV/bin/deno" run --quiet --frozen -A types.ts --check
    PYTHON=$VENV/bin/python "$VENV/bin/deno" test --quiet --frozen --reporter=dot -A test
}

case ${1-build} in
    build) build ;;
    # In a shell of its own: in a list with ||, this one would go on after a failed command.
    try) sh "$0" build || echo "The page for the browser could not be built; the server runs without it (make page tries again)" >&2 ;;
    check) check ;;
    *) echo "deploy/page.sh: expected build, try or check, got '$1'" >&2 && exit 2 ;;
esac
