#!/usr/bin/env bash
# What the action runs. Everything comes in as REGISTRY_* variables; see action.yml.
set -euo pipefail

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
read -r -a command <<<"$REGISTRY_COMMAND"
options=()

# The base as it was when the pull request branched off: what others merged meanwhile is no part of the change.
if [ -n "${REGISTRY_BASE:-}" ]; then
  if ! git cat-file -e "$REGISTRY_BASE^{commit}" 2>/dev/null; then
    git fetch --quiet --no-tags origin "$REGISTRY_BASE"
  fi
  fork="$(git merge-base "$REGISTRY_BASE" HEAD 2>/dev/null || echo "$REGISTRY_BASE")"
  if git cat-file -e "$fork:$REGISTRY_FILE" 2>/dev/null; then
    git show "$fork:$REGISTRY_FILE" >"$work/base.json"
  else
    printf '{\n  "mods": []\n}\n' >"$work/base.json"
  fi
  git diff --name-only --no-renames "$fork" HEAD >"$work/changed-files.txt"
  options+=(--base "$work/base.json" --changed-files "$work/changed-files.txt")
  if git cat-file -e "$REGISTRY_BASE:$REGISTRY_MAINTAINERS" 2>/dev/null; then
    git show "$REGISTRY_BASE:$REGISTRY_MAINTAINERS" >"$work/maintainers.txt"
    options+=(--maintainers "$work/maintainers.txt")
  fi
  if [ -n "${REGISTRY_ACTOR:-}" ]; then options+=(--actor "$REGISTRY_ACTOR"); fi
fi
if [ -n "${REGISTRY_WAIVE:-}" ]; then options+=(--waive "$REGISTRY_WAIVE"); fi
if [ -n "${REGISTRY_MAX_WARNINGS:-}" ]; then options+=(--max-warnings "$REGISTRY_MAX_WARNINGS"); fi
if [ "${REGISTRY_ONLINE:-}" = true ]; then online=(--online); else online=(); fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then summary=(--summary "$GITHUB_STEP_SUMMARY"); else summary=(); fi

# SARIF before the annotations, so that it is there when these end with a fault; the answers of servers are kept in between.
if [ -n "${REGISTRY_SARIF:-}" ]; then
  "${command[@]}" mods registry validate "$REGISTRY_FILE" "${options[@]}" "${online[@]}" --format sarif >"$REGISTRY_SARIF" ||
    [ "$?" = 1 ]
fi
"${command[@]}" mods registry validate "$REGISTRY_FILE" "${options[@]}" "${online[@]}" "${summary[@]}" --format github
