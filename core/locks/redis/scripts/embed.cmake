# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes Scripts.cpp from NAME.lua files.
#   cmake -DFOLDER=… -DSCRIPTS=LockAcquire;LockRelease -DOUTPUT=…/Scripts.cpp -P embed.cmake
# Comments, indentation and empty lines are removed: a server that does not know a script gets its whole text. A comment
# must be alone on its line. Equal input gives equal output.
cmake_minimum_required(VERSION 3.25)

set(functions "")
set(pointers "")
foreach(name IN LISTS SCRIPTS)
    file(READ ${FOLDER}/${name}.lua text)
    string(REGEX REPLACE "\n[ \t]+" "\n" text "\n${text}")
    string(REGEX REPLACE "\n--[^\n]*" "" text "${text}")
    string(REGEX REPLACE "\n\n+" "\n" text "${text}")
    string(REGEX REPLACE "^\n|\n$" "" text "${text}")
    if(text MATCHES "--" OR text MATCHES "\\)lua\"" OR text STREQUAL "")
        message(FATAL_ERROR "${name}.lua: write comments on lines of their own, and no )lua\" in the code")
    endif()
    string(SUBSTRING ${name} 0 1 first)
    string(SUBSTRING ${name} 1 -1 rest)
    string(TOLOWER ${first} first)
    string(APPEND functions "\nconst redis::Script& ${first}${rest}()\n{\n"
        "    static const redis::Script script(\"${name}\", R\"lua(${text})lua\");\n    return script;\n}\n")
    string(APPEND pointers "        &${first}${rest}(),\n")
endforeach()

file(WRITE ${OUTPUT} "// Made by core/locks/redis/scripts/embed.cmake from the .lua files there.
#include \"core/locks/redis/scripts/Scripts.h\"

namespace lockscope::locks::scripts {
${functions}
std::vector<const redis::Script*> all()
{
    return {
${pointers}    };
}

} // namespace lockscope::locks::scripts
")
