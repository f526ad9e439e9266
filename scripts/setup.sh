# Sourced by run, test, check and lock: a Python environment that holds exactly what a lock file pins.
#
# The quick way (the environment is there and its lock unchanged) starts one process, `cmp`, and touches no network.
# Everything else, the waiting for another start included, is setup_environment.py's work.
# Expects `repo` to be the checkout. KWASI_ENV_DIR moves the environments out of a checkout that cannot be written.

environment_base=${KWASI_ENV_DIR:-$repo/.venv}
voice_environment=$environment_base-voice
browser_environment=$environment_base-browser # the app finds it beside its own
traces_environment=$environment_base-traces # likewise

# Every download trusts what the machine trusts, such as a company's own authority: uv and Node bring lists of their own otherwise.
for bundle in "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem; do
  if [ -r "$bundle" ]; then
    export UV_SYSTEM_CERTS=${UV_SYSTEM_CERTS:-1} NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-$bundle}
    break
  fi
done

# Prints the first Python that the locked packages support.
find_python() {
  local supported='import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' candidate
  for candidate in python3 python3.13 python3.12 python3.11 python3.14 /usr/bin/python3; do
    if command -v "$candidate" >/dev/null && "$candidate" -c "$supported" 2>/dev/null; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  if command -v uv >/dev/null; then
    uv python find '>=3.11,<3.15' 2>/dev/null && return
    uv python install --quiet 3.13 && uv python find 3.13 && return
  fi
  cat >&2 <<'TEXT'
Kwasi needs Python 3.11, 3.12, 3.13 or 3.14, and none was found. Install one, then run the same command again:
  Debian, Ubuntu   sudo apt-get install python3
  macOS            brew install python@3.13
  anywhere         pip install uv && uv python install 3.13
TEXT
  return 1
}

# ready_environment LOCK DIRECTORY: returns when DIRECTORY holds what LOCK pins; ends the script when that cannot be had.
ready_environment() {
  local lock=$1 directory=$2 python
  if [ -x "$directory/bin/python" ] && cmp -s -- "$lock" "$directory/kwasi.lock"; then
    return
  fi
  python=$(find_python) || exit 1
  "$python" -E -s -B "$repo/scripts/setup_environment.py" "$lock" "$directory" "$environment_base-setup" >&2 || exit
  compile_code "$directory" app
}

# compile_code DIRECTORY FOLDER...: writes the bytecode of our code, which some machines (PYTHONDONTWRITEBYTECODE) would otherwise compile anew at
# every start: half of its time. A checkout that can't be written does without.
compile_code() {
  local directory=$1
  shift
  (cd "$repo" && "$directory/bin/python" -m compileall -q "$@" >/dev/null 2>&1) || true
}

# The development set (tests, linters) beside the runtime one, so that neither start undoes the other's.
ready_dev_environment() {
  environment=$environment_base-dev
  ready_environment "$repo/requirements-dev.lock" "$environment"
  export PYTHONPATH=$repo
}
