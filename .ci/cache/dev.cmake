# SPDX-License-Identifier: GPL-3.0-or-later
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
