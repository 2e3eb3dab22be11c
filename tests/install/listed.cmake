# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless every header of the lock library is listed as public or as private, and the public ones need no other.
#   cmake -DROOT=/src "-DPUBLIC=core/locks/Lock.h;…" "-DPRIVATE=core/zk/client/Handle.h;…" -P listed.cmake
# Both lists are those of core/CMakeLists.txt, relative to ROOT.
cmake_minimum_required(VERSION 3.25)
set(complaints "")
macro(complain)
    string(APPEND complaints "\n  " ${ARGN})
endmacro()

file(GLOB_RECURSE there RELATIVE ${ROOT}
    ${ROOT}/core/base/*.h ${ROOT}/core/queue/*.h ${ROOT}/core/zk/*.h ${ROOT}/core/redis/*.h ${ROOT}/core/locks/*.h)
list(LENGTH there count)
if(count EQUAL 0)
    message(FATAL_ERROR "no headers below ${ROOT}/core")
endif()
foreach(header IN LISTS there)
    if(header IN_LIST PUBLIC AND header IN_LIST PRIVATE)
        complain("${header} is both public and private")
    elseif(NOT header IN_LIST PUBLIC AND NOT header IN_LIST PRIVATE)
        complain("${header} is neither public nor private: add it to one of the two lists in core/CMakeLists.txt")
    endif()
endforeach()
foreach(header IN LISTS PUBLIC)
    if(NOT header IN_LIST there)
        complain("${header} is public and does not exist")
        continue()
    endif()
    file(STRINGS ${ROOT}/${header} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<](core|ui|app|tests)/")
    foreach(line IN LISTS includes)
        string(REGEX REPLACE "^[^\"<]*[\"<]([^\">]*).*" "\\1" included "${line}")
        if(NOT included IN_LIST PUBLIC)
            complain("${header} is public and includes ${included}, which is not")
        endif()
    endforeach()
endforeach()
if(complaints)
    message(FATAL_ERROR "the library's headers:${complaints}")
endif()
message(STATUS "${count} headers, each where it belongs")
