# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# What a part of a project must leave as it is: the variables of the project, in the cache or not, and the properties of its
# folder. A part may add to the cache its own options, and where it found the libraries that it needs.
set(settings_properties COMPILE_DEFINITIONS COMPILE_FEATURES COMPILE_OPTIONS INCLUDE_DIRECTORIES LINK_DIRECTORIES
    LINK_OPTIONS LINK_LIBRARIES TESTS BUILDSYSTEM_TARGETS)
# CMake's modules that find Threads and OpenSSL name some results as they like.
set(settings_of_parts "^(LOCKSCOPE_|Lockscope_|FIND_PACKAGE_MESSAGE_DETAILS_|tl-expected_DIR$|LIBUV_|ZOOKEEPER_|HIREDIS_|\
CMAKE_HAVE_LIBC_PTHREAD$|_?OPENSSL_|pkgcfg_lib__OPENSSL|__pkg_config_(checked|arguments)__OPENSSL|PKG_CONFIG_|\
prefix_result$)")
# FetchContent's own.
string(APPEND settings_of_parts "|^(lockscope_(SOURCE_DIR|BINARY_DIR|POPULATED)|FETCHCONTENT_.*_LOCKSCOPE|__cmake_.*)$")
# Of this file, and what CMake sets in each function and at each comparison.
set(settings_of_functions "^(names|name|before|now|complaints|ARG[CVN][0-9]*|CMAKE_CURRENT_FUNCTION.*|CMAKE_MATCH_.*)$")

function(remember_settings)
    get_cmake_property(names VARIABLES)
    foreach(name IN LISTS names)
        set_property(GLOBAL PROPERTY "remembered_${name}" "${${name}}")
    endforeach()
    foreach(name IN LISTS settings_properties)
        get_property(now DIRECTORY PROPERTY ${name})
        set_property(GLOBAL PROPERTY "remembered_property_${name}" "${now}")
    endforeach()
endfunction()

function(expect_same_settings)
    set(complaints "")
    get_cmake_property(names VARIABLES)
    list(FILTER names EXCLUDE REGEX "${settings_of_functions}")
    foreach(name IN LISTS names)
        get_property(before GLOBAL PROPERTY "remembered_${name}" SET)
        if(NOT before AND NOT name MATCHES "${settings_of_parts}")
            string(APPEND complaints "\n  ${name} is set, to \"${${name}}\"")
        elseif(before)
            get_property(before GLOBAL PROPERTY "remembered_${name}")
            if(NOT "${before}" STREQUAL "${${name}}")
                string(APPEND complaints "\n  ${name} was \"${before}\" and is \"${${name}}\"")
            endif()
        endif()
    endforeach()
    foreach(name IN LISTS settings_properties)
        get_property(before GLOBAL PROPERTY "remembered_property_${name}")
        get_property(now DIRECTORY PROPERTY ${name})
        if(NOT "${before}" STREQUAL "${now}")
            string(APPEND complaints "\n  the folder's ${name} were \"${before}\" and are \"${now}\"")
        endif()
    endforeach()
    if(complaints)
        message(FATAL_ERROR "a part has changed its parent:${complaints}")
    endif()
endfunction()

# All targets below the folder have names of its own, and none of them is a program or a test.
function(expect_only_library folder)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(NOT target MATCHES "^lockscope_" OR NOT type MATCHES "LIBRARY")
            message(FATAL_ERROR "the library has a target ${target}, of type ${type}")
        endif()
    endforeach()
    get_property(tests DIRECTORY ${folder} PROPERTY TESTS)
    if(tests)
        message(FATAL_ERROR "the library has tests: ${tests}")
    endif()
    get_property(parts DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    foreach(part IN LISTS parts)
        expect_only_library(${part})
    endforeach()
endfunction()
