#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The linter over the program's own sources; any finding fails.  Arguments: only these files.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$here"
. packaging/packages.sh
# shellcheck disable=SC2086
need $NV_BUILD_PACKAGES clang-tidy
# Without the precompiled headers of g++, which clang cannot read; nothing is built there.
build=build/tidy
cmake -C .ci/cache/asan.cmake -S . -B "$build" -G Ninja -DNV_PRECOMPILE=OFF -DNV_BUILD_TESTS=OFF >/dev/null
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  find core app ui -name '*.cpp' | sort
fi | xargs -P "$(jobs)" -n 4 clang-tidy --quiet -p "$build" 2>/dev/null
echo "The linter has nothing to say."
