#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The linter over the program's own sources; any finding fails.  Arguments: only these files.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$here"
. packaging/packages.sh
# shellcheck disable=SC2086
need $NV_BUILD_PACKAGES clang-tidy
# Without the precompiled headers of g++, which clang cannot read; nothing is built there.  The files
# of a folder are read together: most of the time goes into the headers they share.
together=ON
options=--checks=-bugprone-suspicious-include # as they are read together
if [ $# -gt 0 ]; then
  together=OFF
  options=
fi
build=build/tidy-$together
cmake -C .ci/cache/asan.cmake -S . -B "$build" -G Ninja -DNV_PRECOMPILE=OFF -DNV_BUILD_TESTS=OFF \
  -DNV_UNITY=$together >/dev/null
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  sed -n 's/^  "file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | grep -v _autogen/ | grep '\.c[px][px]$'
fi | # shellcheck disable=SC2086
  xargs -P "$(jobs)" -n 1 clang-tidy --quiet -p "$build" $options 2>/dev/null
echo "The linter has nothing to say."
