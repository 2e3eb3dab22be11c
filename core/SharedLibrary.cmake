# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# Makes the shared library `target` of the objects of the archive `archive`. Its binary interface is that of one minor
# version, which is therefore in its soname and in the version of its symbols. It exports namespace lockscope alone.
function(lockscope_add_shared target archive)
    set(interface_version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    set_target_properties(${archive} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    add_library(${target} SHARED $<TARGET_OBJECTS:${archive}>)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX
        VERSION ${PROJECT_VERSION} SOVERSION ${interface_version})
    get_target_property(links ${archive} LINK_LIBRARIES)
    target_link_libraries(${target} PUBLIC tl::expected Threads::Threads PRIVATE ${links})
    target_compile_features(${target} PUBLIC cxx_std_20)

    # Functions, then type information, virtual tables, and the thunks that these refer to, by their names in the ABI.
    set(script ${CMAKE_CURRENT_BINARY_DIR}/exported.map)
    file(CONFIGURE OUTPUT ${script} @ONLY CONTENT "LOCKSCOPE_@interface_version@ {
    global:
        _ZN9lockscope*;
        _ZN[KRO]9lockscope*;
        _ZNK[RO]9lockscope*;
        _ZT[ISTV]N9lockscope*;
        _ZT[hv]*_N9lockscope*;
        _ZT[hv]*_NK9lockscope*;
    local:
        *;
};
")
    target_link_options(${target} PRIVATE LINKER:--version-script=${script} LINKER:--no-undefined)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
endfunction()
