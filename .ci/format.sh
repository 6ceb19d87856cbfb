#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when a source file is not laid out as .clang-format says.  --fix lays them out.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$here"
. packaging/packages.sh
need clang-format
mode=--dry-run
[ "${1:-}" = --fix ] && mode=-i
find app core ui tests -name '*.h' -o -name '*.cpp' | sort | xargs clang-format --Werror "$mode"
echo "The layout of the code is right."
