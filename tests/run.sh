#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and runs every test, with the address and undefined-behaviour sanitizers and with warnings
# as errors.  Sets up a fresh Debian 12 by itself.
#
#   sh tests/run.sh [NAME...]     only the tests whose names match one of the regular expressions
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$here/packaging/packages.sh"

# shellcheck disable=SC2086
need $NV_BUILD_PACKAGES

build="$here/build/asan"
# shellcheck disable=SC2046
cmake -C "$here/.ci/cache/asan.cmake" -S "$here" -B "$build" -G Ninja $(launcher)
cmake --build "$build" --parallel "$(jobs)"
cmake --build "$build" --parallel "$(jobs)" --target nv_header_check

if [ $# -gt 0 ]; then
  pattern=$(printf '|%s' "$@")
  exec ctest --test-dir "$build" --output-on-failure -R "${pattern#|}"
fi
exec ctest --test-dir "$build" --output-on-failure --parallel "$(jobs)"
