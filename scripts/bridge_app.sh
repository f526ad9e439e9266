#!/usr/bin/env bash
# Checks the phone app without the Android SDK; `scripts/bridge app` runs it. What it needs it fetches: see scripts/android/packages.py.
set -euo pipefail
repo=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$repo/scripts/setup.sh"
python=$(find_python)
cd "$repo"
exec "$python" -B -m scripts.android.check "$@"
