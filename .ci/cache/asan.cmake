# SPDX-License-Identifier: GPL-3.0-or-later
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(NV_SANITIZE "address,undefined" CACHE STRING "")
set(NV_WERROR ON CACHE BOOL "")
set(NV_SHARED ON CACHE BOOL "") # a quarter of a gigabyte less to link for each test
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "")
