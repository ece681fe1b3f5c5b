#!/bin/sh
# What the image is made of and does. CI takes the same steps without Docker, in an empty folder: see .ci/image.
#   docker/steps.sh install FOLDER   the locked libraries and the code, from this checkout into an empty folder
#   FOLDER/steps.sh start [...]      the bot, with whatever `python -m bot` takes
#   FOLDER/steps.sh healthy          whether it has touched HEALTH_FILE in the last two minutes
set -eu
here=$(cd "$(dirname "$0")" && pwd)

install() {
    source=$(dirname "$here")
    python3 -m venv "$1/.venv"
    "$1/.venv/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check \
        --require-hashes -r "$source/requirements-run.lock"
    for folder in bot cogs data renderers; do
        cp -R "$source/$folder" "$1/$folder"
    done
    cp "$here/steps.sh" "$1/steps.sh"
    # Compiled now, since whoever runs it can't write here.
    "$1/.venv/bin/python" -m compileall -q "$1/bot" "$1/cogs" "$1/renderers"
    chmod -R a-w "$1"
}

case "${1:-}" in
    install) install "$2" ;;
    start)
        shift
        cd "$here"
        exec .venv/bin/python -m bot "$@"
        ;;
    healthy) [ -n "$(find "$HEALTH_FILE" -mmin -2 2>/dev/null)" ] ;;
    *)
        sed -n 's/^#  *//p' "$0" >&2
        exit 2
        ;;
esac
