# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# Apache ZooKeeper's C client for programs with threads, which ships no CMake or pkg-config file.
# Sets ZooKeeperMt_FOUND and makes the target ZooKeeper::zookeeper_mt.
# Installed beside LockscopeConfig.cmake, which uses it.
find_path(ZOOKEEPER_INCLUDE_DIR zookeeper/zookeeper.h)
find_library(ZOOKEEPER_LIBRARY zookeeper_mt)
mark_as_advanced(ZOOKEEPER_INCLUDE_DIR ZOOKEEPER_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ZooKeeperMt
    REQUIRED_VARS ZOOKEEPER_LIBRARY ZOOKEEPER_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "Apache ZooKeeper's C client is missing: install libzookeeper-mt-dev (Debian's name), or \
say where it is by CMAKE_PREFIX_PATH")

if(ZooKeeperMt_FOUND AND NOT TARGET ZooKeeper::zookeeper_mt)
    add_library(ZooKeeper::zookeeper_mt UNKNOWN IMPORTED)
    set_target_properties(ZooKeeper::zookeeper_mt PROPERTIES
        IMPORTED_LOCATION "${ZOOKEEPER_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ZOOKEEPER_INCLUDE_DIR}"
        INTERFACE_COMPILE_DEFINITIONS THREADED)
endif()
