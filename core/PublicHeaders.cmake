# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# The headers as programs include them: <lockscope/locks/Lock.h> is core/locks/Lock.h. The copies are made when the build
# is configured, and again when a header changes.

# Writes a file unless it has this content: what did not change is not compiled again.
function(lockscope_write_header path content)
    if(EXISTS ${path})
        file(READ ${path} present)
        if(present STREQUAL content)
            return()
        endif()
    endif()
    file(WRITE ${path} "${content}")
endfunction()

# Writes the public headers of `target`, which are its file set HEADERS, below `folder`/lockscope. Sets `out` to their
# paths below that. Call lockscope_publish_all_of() next, and lockscope_remove_unpublished() last.
function(lockscope_publish_headers out target folder)
    get_target_property(headers ${target} HEADER_SET)
    set(published "")
    foreach(header IN LISTS headers)
        cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
        file(READ ${header} text)
        string(REGEX REPLACE "#include \"core/([^\"]+)\"" "#include <lockscope/\\1>" text "${text}")
        cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        lockscope_write_header(${folder}/lockscope/${header} "${text}")
        list(APPEND published ${header})
    endforeach()
    list(SORT published)
    set(${out} "${published}" PARENT_SCOPE)
endfunction()

# Adds a header `name`.h that includes those of the list `published` that are in one of the folders.
function(lockscope_publish_all_of published folder name)
    set(text "// SPDX-FileCopyrightText: 2026 The Lockscope Authors\n// SPDX-License-Identifier: Apache-2.0\n#pragma once\n\n")
    string(APPEND text "/// The whole backend: its client, its locks, and their options.\n\n")
    foreach(header IN LISTS ${published})
        cmake_path(GET header PARENT_PATH place)
        if(place IN_LIST ARGN)
            string(APPEND text "#include <lockscope/${header}>\n")
        endif()
    endforeach()
    lockscope_write_header(${folder}/lockscope/${name}.h "${text}")
    set(${published} "${${published}}" ${name}.h PARENT_SCOPE)
endfunction()

# Removes what was written for an earlier list.
function(lockscope_remove_unpublished published folder)
    file(GLOB_RECURSE present RELATIVE ${folder}/lockscope ${folder}/lockscope/*.h)
    list(REMOVE_ITEM present ${${published}})
    foreach(header IN LISTS present)
        file(REMOVE ${folder}/lockscope/${header})
    endforeach()
endfunction()
