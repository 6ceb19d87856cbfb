#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The core's threads under the thread sanitizer: reading with two threads, cancelling, sharing a model.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$here/packaging/packages.sh"
# shellcheck disable=SC2086
need $NV_BUILD_PACKAGES
build="$here/build/tsan"
# shellcheck disable=SC2046
cmake -C "$here/.ci/cache/tsan-core.cmake" -S "$here" -B "$build" -G Ninja $(launcher)
cmake --build "$build" --parallel "$(jobs)" --target core_threads_test nv_sample
TSAN_OPTIONS="suppressions=$here/.ci/tsan.supp" ctest --test-dir "$build" --output-on-failure -R '^core_threads_test$'
