# SPDX-License-Identifier: GPL-3.0-or-later
# No -Werror: g++ 12 takes optionals for uninitialised under this sanitizer; the other builds are strict.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(NV_SANITIZE "thread" CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "")
