# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by packaging/run.sh and tests/run.sh: `need PACKAGE...` installs what is missing on
# Debian 12 and derivatives, and says what to install elsewhere.

NV_BUILD_PACKAGES="g++ cmake ninja-build qt6-base-dev qt6-svg-dev libqcustomplot-dev
  nlohmann-json3-dev libsqlite3-dev libxxhash-dev fonts-dejavu-core"

need() {
  missing=
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' \
      || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "This script installs Debian packages; please install these in your system's way:$missing" >&2
    return 1
  fi
  if [ "$(id -u)" != 0 ]; then
    echo "These packages are missing; run once as root: apt-get install$missing" >&2
    return 1
  fi
  echo "Installing:$missing" >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2 || return 1
  # shellcheck disable=SC2086  # a list of words
  apt-get install -y -qq --no-install-recommends $missing >&2
}

# Compiler cache where there is one; it must be told that precompiled headers are fine, and not to
# preprocess what it does not know a second time.
export CCACHE_DEPEND=true
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
launcher() {
  command -v ccache >/dev/null 2>&1 && echo "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"
}

# Jobs for ninja: all processors, but 1 GiB of memory for each.
jobs() {
  processors=$(nproc 2>/dev/null || echo 2)
  memory=$(awk '/MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || echo "$processors")
  [ "${memory:-0}" -lt 1 ] && memory=1
  [ "$processors" -gt "$memory" ] && processors=$memory
  echo "$processors"
}
