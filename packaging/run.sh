#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds nsys-verdict and opens its window on TRACE, or on the bundled sample.
# Without a display it prints the analysis and writes a picture of the window.
#
#   sh packaging/run.sh [TRACE]
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$here/packaging/packages.sh"

# shellcheck disable=SC2086
need $NV_BUILD_PACKAGES

build="$here/build/release"
# shellcheck disable=SC2046
cmake -C "$here/.ci/cache/release.cmake" -S "$here" -B "$build" -G Ninja -DNV_BUILD_TESTS=OFF $(launcher) >&2
cmake --build "$build" --parallel "$(jobs)" >&2

trace=${1:-$build/sample/sample.sqlite}
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
  exec "$build/app/nsys-verdict" "$trace"
fi

picture=$here/build/window.png
status=0
"$build/app/nsys-verdict" analyze "$trace" || status=$?
[ "$status" = 0 ] || exit "$status"
"$build/app/nsys-verdict" "$trace" --grab "$picture"
echo "There is no display: the window is drawn in $picture" >&2
