# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0

# Compiles the Lua scripts of this folder into `target`: Scripts.h declares a function for each.
set(LOCKSCOPE_SCRIPTS
    FairAcquire FairEvict FairLeave FairRelease
    FencedAcquire
    JsonUpdate
    LegacyRelease
    LockAcquire LockInspect LockRelease LockRenew
    PermitAcquire PermitAdd PermitInspect PermitRelease PermitRenew
    ReadAcquire ReadRelease ReadRenew
    SemaphoreAcquire SemaphoreAdd SemaphoreDrain SemaphoreInspect SemaphoreRelease SemaphoreTrySet
    TokenAcquire TokenExtend TokenInspect TokenRelease TokenRenew
    WriteAcquire WriteRelease)
set(LOCKSCOPE_SCRIPTS_FOLDER ${CMAKE_CURRENT_LIST_DIR})

function(lockscope_add_scripts target)
    set(sources ${LOCKSCOPE_SCRIPTS})
    list(TRANSFORM sources PREPEND ${LOCKSCOPE_SCRIPTS_FOLDER}/)
    list(TRANSFORM sources APPEND .lua)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/locks/redis/scripts/Scripts.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DFOLDER=${LOCKSCOPE_SCRIPTS_FOLDER} "-DSCRIPTS=${LOCKSCOPE_SCRIPTS}"
                -DOUTPUT=${output} -P ${LOCKSCOPE_SCRIPTS_FOLDER}/embed.cmake
        DEPENDS ${sources} ${LOCKSCOPE_SCRIPTS_FOLDER}/embed.cmake
        COMMENT "Embedding the Lua scripts of the Redis locks" VERBATIM)
    target_sources(${target} PRIVATE ${output})
    # clang-tidy reads the batches, also before this file is made.
    set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
