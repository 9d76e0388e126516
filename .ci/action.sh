#!/usr/bin/env bash
# What action.yml runs: installs mcp-docs beside the job, then checks or builds.
# Every input is an environment variable, INPUT_*; none is ever read as code.
set -euo pipefail

source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
home="${RUNNER_TEMP:?}/mcp-docs"

install() {
  "$INPUT_PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "::error::mcp-docs needs Python 3.11 or newer; add actions/setup-python before this step"
    exit 3
  }
  "$INPUT_PYTHON" -m venv "$home"
  executables
  "$bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$source_folder/requirements.lock" "$source_folder"
}

executables() {
  bin="$home/bin"
  if [[ -d "$home/Scripts" ]]; then bin="$home/Scripts"; fi # Windows
}

# Appends to "server" what names the live server; nothing when there is none. Bash 3.2 is what macOS has.
name_server() {
  local words=() word
  case "$INPUT_SERVER" in
    "") return ;;
    http://* | https://*) server+=("--http=$INPUT_SERVER") && return ;;
    *$'\n'*) while IFS= read -r word; do if [[ -n "$word" ]]; then words+=("$word"); fi; done <<<"$INPUT_SERVER" ;;
    *) read -r -a words <<<"$INPUT_SERVER" ;;
  esac
  server+=(-- ${words[@]+"${words[@]}"})
}

check() {
  local arguments=(check "--repo=$INPUT_FOLDER" "--baseline=$INPUT_BASELINE")
  if [[ -n "$INPUT_LOCKFILE" ]]; then arguments+=("--lockfile=$INPUT_LOCKFILE"); fi
  if [[ -n "$INPUT_DECLARED" ]]; then arguments+=("--declared=$INPUT_DECLARED"); fi
  if [[ -n "$INPUT_FAIL_ON" ]]; then arguments+=("--fail-on=$INPUT_FAIL_ON"); fi
  local server=() code=0
  name_server
  "$bin/mcp-docs" "${arguments[@]}" --format=github ${server[@]+"${server[@]}"} || code=$?
  if ((code > 1)); then return "$code"; fi
  local shape
  for shape in markdown sarif json; do
    local file="$home/report.$shape"
    "$bin/mcp-docs" "${arguments[@]}" "--format=$shape" "--output=$file" \
      ${server[@]+"${server[@]}"} >/dev/null || (($? == 1))
    echo "$shape=$file" >>"$GITHUB_OUTPUT"
  done
  cat "$home/report.markdown" >>"$GITHUB_STEP_SUMMARY"
  return "$code"
}

snapshot() {
  local arguments=(snapshot --check "--repo=$INPUT_FOLDER") server=()
  if [[ -n "$INPUT_LOCKFILE" ]]; then arguments+=("--output=$INPUT_FOLDER/$INPUT_LOCKFILE"); fi
  name_server
  "$bin/mcp-docs" "${arguments[@]}" ${server[@]+"${server[@]}"}
}

build() {
  local arguments=(build "$INPUT_FOLDER" "--output=$INPUT_OUTPUT")
  if [[ -n "$INPUT_LOCKFILE" ]]; then arguments+=("--lockfile=$INPUT_LOCKFILE"); fi
  if [[ -n "$INPUT_BASE_URL" ]]; then arguments+=("--base-url=$INPUT_BASE_URL"); fi
  "$bin/mcp-docs" "${arguments[@]}"
  # A folder's name may hold a line break, which would be a second output.
  echo "site=${INPUT_OUTPUT//[$'\r\n']/}" >>"$GITHUB_OUTPUT"
}

executables
if [[ ! -e "$bin/mcp-docs" && ! -e "$bin/mcp-docs.exe" ]]; then install; fi
case "$INPUT_MODE" in
  check | snapshot | build) "$INPUT_MODE" ;;
  *)
    echo "mode must be check, snapshot or build" >&2
    exit 2
    ;;
esac
