# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# hiredis, the C client of Redis, whose own CMake file is missing before its version 1.0. Only its protocol parser is used.
# Sets Hiredis_FOUND and makes the target Hiredis::hiredis.
# Installed beside LockscopeConfig.cmake, which uses it.
find_path(HIREDIS_INCLUDE_DIR hiredis/read.h)
find_library(HIREDIS_LIBRARY hiredis)
mark_as_advanced(HIREDIS_INCLUDE_DIR HIREDIS_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Hiredis
    REQUIRED_VARS HIREDIS_LIBRARY HIREDIS_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "hiredis is missing: install libhiredis-dev (Debian's name), say where it is by \
CMAKE_PREFIX_PATH, or build the library without Redis by -DLOCKSCOPE_REDIS=OFF")

if(Hiredis_FOUND AND NOT TARGET Hiredis::hiredis)
    add_library(Hiredis::hiredis UNKNOWN IMPORTED)
    set_target_properties(Hiredis::hiredis PROPERTIES
        IMPORTED_LOCATION "${HIREDIS_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${HIREDIS_INCLUDE_DIR}")
endif()
