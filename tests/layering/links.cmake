# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails when a library links what it may not.
#   cmake -DTARGET=lockscope_locks -DLINKS=a;b;c "-DQT=Core;Network" -P links.cmake
# LINKS: its LINK_LIBRARIES and INTERFACE_LINK_LIBRARIES. QT: the Qt modules that it may have; none when empty.
cmake_minimum_required(VERSION 3.25)
set(breaches "")
foreach(link IN LISTS LINKS)
    if(link MATCHES "Qt[0-9]*::([A-Za-z]+)")
        string(REGEX REPLACE "Private$" "" module "${CMAKE_MATCH_1}")
        if(NOT module IN_LIST QT)
            list(APPEND breaches "${link}")
        endif()
    elseif(link MATCHES "lockscope_(qt_options|core|ui)" AND QT STREQUAL "")
        list(APPEND breaches "${link}")
    elseif(link MATCHES "lockscope_ui|lockscope_test_|lockscope_.*fixture")
        list(APPEND breaches "${link}")
    endif()
endforeach()
if(LINKS STREQUAL "")
    message(FATAL_ERROR "${TARGET} links nothing: the check was given no list")
endif()
if(breaches)
    message(FATAL_ERROR "${TARGET} may not link ${breaches}")
endif()
message(STATUS "${TARGET} links ${LINKS}: as it may")
