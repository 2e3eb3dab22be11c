# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# Apache ZooKeeper's single-threaded C client, which ships no CMake or pkg-config file.
# Sets ZooKeeper_FOUND and makes the target ZooKeeper::zookeeper_st.
# Installed beside LockscopeConfig.cmake, which uses it.
# Debian's -dev packages of the two clients conflict and have the same headers: with the other one installed, the run-time
# library of this one is enough.
find_path(ZOOKEEPER_INCLUDE_DIR zookeeper/zookeeper.h)
find_library(ZOOKEEPER_LIBRARY NAMES zookeeper_st libzookeeper_st.so.2)
mark_as_advanced(ZOOKEEPER_INCLUDE_DIR ZOOKEEPER_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ZooKeeper
    REQUIRED_VARS ZOOKEEPER_LIBRARY ZOOKEEPER_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "Apache ZooKeeper's single-threaded C client is missing: install libzookeeper-st-dev \
(Debian's name), or say where it is by CMAKE_PREFIX_PATH")

if(ZooKeeper_FOUND AND NOT TARGET ZooKeeper::zookeeper_st)
    add_library(ZooKeeper::zookeeper_st UNKNOWN IMPORTED)
    # Without THREADED: it hides the calls of the single-threaded client.
    set_target_properties(ZooKeeper::zookeeper_st PROPERTIES
        IMPORTED_LOCATION "${ZOOKEEPER_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ZOOKEEPER_INCLUDE_DIR}")
endif()
