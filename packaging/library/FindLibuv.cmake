# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# libuv, whose own CMake file is missing before its version 1.45.
# Sets Libuv_FOUND and makes the target Libuv::uv.
# Installed beside LockscopeConfig.cmake, which uses it.
find_path(LIBUV_INCLUDE_DIR uv.h)
find_library(LIBUV_LIBRARY uv)
mark_as_advanced(LIBUV_INCLUDE_DIR LIBUV_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libuv
    REQUIRED_VARS LIBUV_LIBRARY LIBUV_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "libuv is missing: install libuv1-dev (Debian's name), or say where it is by \
CMAKE_PREFIX_PATH")

if(Libuv_FOUND AND NOT TARGET Libuv::uv)
    add_library(Libuv::uv UNKNOWN IMPORTED)
    set_target_properties(Libuv::uv PROPERTIES
        IMPORTED_LOCATION "${LIBUV_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${LIBUV_INCLUDE_DIR}")
endif()
