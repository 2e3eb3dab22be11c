#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks the include rules: reads every #include below core/, ui/ and app/ and reports each breach.
#   check.sh ROOT QT_INCLUDE_DIR
# ROOT is the source tree. QT_INCLUDE_DIR is the folder with QtCore/ and QtNetwork/: the Qt headers that core may use.
# Exit status: 0 clean, 1 breaches, 2 usage or no sources.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '5,8p' "$0" >&2; exit 2; }
root=$1 qt=$2
[ -d "$qt/QtCore" ] || { echo "layering: no QtCore in $qt" >&2; exit 2; }
cd "$root"

mapfile -t files < <(find core ui app -type f \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null | sort)
[ ${#files[@]} -gt 0 ] || { echo "layering: no sources below $root" >&2; exit 2; }

# The existing headers, and the Qt headers that core may include: in awk, test -e would need a process for each.
existing() { find core ui app tests -type f -name '*.h' 2>/dev/null; }
# A header marked "Private to core/zk" may be included there only.
private() {
    grep -roE --include='*.h' '[Pp]rivate to core/[a-z]+' core | sed -E 's|^([^:]+):.* (core/[a-z]+)$|private \1 \2|'
}
# Includes that break the rules and are still to be removed: FILE INCLUDE, one per line.
exceptions() { sed -n '/^[^#]/s/^/except /p' tests/layering/exceptions 2>/dev/null || true; }
coreQt() { find -L "$qt/QtCore" "$qt/QtNetwork" -maxdepth 1 -type f -printf '%f\n' 2>/dev/null; }

awk '
# The innermost room of a path; a folder without a rule of its own belongs to its parent room.
function room(path,  at) {
    if (path !~ /^core\//) {
        sub(/\/.*/, "", path)
        return path
    }
    for (at = path; sub(/\/[^\/]*$/, "", at) && at != "core";) {
        if (at in may)
            return at
    }
    split(path, parts, "/")
    return "core/" parts[2]
}
function allows(mine, theirs) { return index(" " may[mine] " ", " " theirs " ") > 0 }
function breach(why) { printf "%s:%d: %s\n", FILENAME, FNR, why; breaches++ }
# Code of one backend only; its values in the model may be used everywhere.
function isBackends(path, theirs) { return theirs == "core/zk" || (path ~ /\/(zookeeper|redis)\// && theirs != "core/model/zookeeper") }
# A room, and the rooms that it may include.
function rule(name, others) {
    may["core/" name] = "core/" name
    gsub(/[a-z]+(\/[a-z]+)*/, "core/&", others)
    may["core/" name] = may["core/" name] " " others
}

BEGIN {
    rule("base", "")
    rule("queue", "base")
    rule("zk", "base")
    rule("redis", "base")
    rule("locks", "base")
    rule("locks/zookeeper", "base queue zk locks")
    rule("locks/redis", "base redis locks")
    split("base queue zk redis locks locks/zookeeper locks/redis", list, " ")
    for (i in list) plain["core/" list[i]] = 1

    rule("model", "base model/zookeeper model/redis")
    rule("model/redis", "base model")
    rule("model/zookeeper", "base zk queue model")
    rule("connect", "base zk redis model")
    rule("sources", "base model model/zookeeper sources/zookeeper")
    rule("sources/zookeeper", "base zk queue model model/zookeeper connect sources")
    rule("sources/redis", "base redis model model/redis sources")
    rule("waits", "base model model/zookeeper")
    rule("findings", "base model model/zookeeper waits")
    rule("findings/redis", "base model model/redis findings")
    rule("findings/zookeeper", "base zk queue model model/zookeeper waits findings sources/zookeeper")
    rule("history", "base model model/zookeeper sources history/recordings/zookeeper history/recordings/redis history/serverlog/zookeeper")
    rule("history/recordings/zookeeper", "base model model/zookeeper history")
    rule("history/recordings/redis", "model/redis history")
    rule("history/serverlog/zookeeper", "base model model/zookeeper sources sources/zookeeper history")
    rule("inspection", "base model model/zookeeper sources findings history")
    rule("release", "base zk queue model model/zookeeper sources sources/zookeeper release/zookeeper release/redis")
    rule("release/zookeeper", "base zk queue model model/zookeeper sources sources/zookeeper release")
    rule("release/redis", "base redis model model/redis sources sources/redis release")
    rule("sandbox", "base connect")
    rule("simulate", "base zk queue locks locks/zookeeper model model/zookeeper connect sandbox sources/zookeeper simulate/clients/redis")
    rule("simulate/clients/redis", "base redis locks locks/redis model connect simulate")
}

NR == FNR { # the list on standard input
    if ($1 == "exists") exists[$2] = 1
    else if ($1 == "private") privateTo[$2] = $3
    else if ($1 == "except") excepted[$2 " " $3] = 1
    else qtHeader[$2] = 1
    next
}

FNR == 1 {
    mine = room(FILENAME)
    inCore = FILENAME ~ /^core\//
    # The code that creates backends, and the list of linked libraries.
    namesBackends = FILENAME ~ /^ui\/shell\/connection\// || FILENAME == "ui/dialogs/AboutDialog.cpp"
    if (inCore && !(mine in may))
        breach("no rule for the room " mine ": add it to tests/layering/check.sh, and its place to core/README.md")
}

match($0, /^[ \t]*#[ \t]*include[ \t]*["<][^">]+[">]/) {
    text = substr($0, RSTART, RLENGTH)
    quoted = text ~ /"$/
    path = text
    gsub(/^[^"<]*["<]|[">]$/, "", path)
    name = path
    sub(/.*\//, "", name)
    isQt = name ~ /^Q([A-Z]|t)/ || path ~ /^Qt[A-Z]/ || name ~ /^q[a-z0-9_]+\.h$/

    if (name == "zookeeper.h" && FILENAME != "core/zk/client/CValues.h")
        breach("only core/zk/client/CValues.h includes the C client'"'"'s header")
    if (path ~ /^uv(\.h|\/.*)$/ && FILENAME != "core/base/EventLoop.cpp")
        breach("only core/base/EventLoop.cpp includes the headers of libuv")
    if (path ~ /^hiredis/ && FILENAME != "core/redis/client/Reader.cpp")
        breach("only core/redis/client/Reader.cpp includes the headers of hiredis")
    if (path ~ /^openssl\// && mine != "core/redis")
        breach("only core/redis includes the headers of OpenSSL")
    if (path == "core/zk/ZooKeeperClient.h" && mine != "core/zk" && mine != "app")
        breach("only app/ and tests/ name a concrete client")

    if (isQt && inCore) {
        module = path ~ /\// ? substr(path, 1, index(path, "/") - 1) : ""
        if (mine in plain)
            breach(mine " is plain C++ and includes no Qt header: " path)
        else if (module != "" ? module !~ /^Qt(Core|Network)$/ : !(name in qtHeader))
            breach("core has QtCore and QtNetwork alone: " path)
        next
    }
    if (!quoted || path ~ /^([A-Za-z]+\.moc|moc_[A-Za-z]+\.cpp)$/)
        next

    theirs = room(path)
    used[FILENAME " " path] = 1
    if (path !~ /^(core|ui|app|tests)\// || !(path in exists)) {
        breach("there is no \"" path "\": includes start at the root of the tree")
        next
    }
    if (theirs == "tests")
        breach("the product includes nothing of the tests: " path)
    else if (inCore && !allows(mine, theirs) && !((FILENAME " " path) in excepted))
        breach(mine " may not include " path)
    else if (mine == "ui" && (theirs == "app" || (isBackends(path, theirs) && !namesBackends)))
        breach("ui may not include " path)
    else if (path in privateTo && index(mine "/", privateTo[path] "/") != 1)
        breach(path " is private to " privateTo[path])
}

END {
    for (pair in excepted) {
        if (!(pair in used)) {
            printf "the exception \"%s\" is not needed\n", pair
            breaches++
        }
    }
    if (breaches) { printf "layering: %d breach%s\n", breaches, breaches == 1 ? "" : "es"; exit 1 }
}
' - "${files[@]}" < <(existing | sed 's/^/exists /'; private; coreQt | sed 's/^/qt /'; exceptions)
echo "layering: ${#files[@]} files, no breach"
