#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Who may include whom: reads every #include below core/, ui/ and app/ and names each breach.
#   check.sh ROOT QT_INCLUDE_DIR
# ROOT is the source tree. QT_INCLUDE_DIR is the folder that has QtCore/ and QtNetwork/: what core may take of Qt.
# Exit status: 0 clean, 1 breaches, 2 usage or nothing to read.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '5,8p' "$0" >&2; exit 2; }
root=$1 qt=$2
[ -d "$qt/QtCore" ] || { echo "layering: no QtCore in $qt" >&2; exit 2; }
cd "$root"

mapfile -t files < <(find core ui app -type f \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null | sort)
[ ${#files[@]} -gt 0 ] || { echo "layering: no sources below $root" >&2; exit 2; }

# What a test -e in awk would cost a process each: the headers that exist, and those of Qt that core may have.
existing() { find core ui app tests -type f -name '*.h' 2>/dev/null; }
# A header that says "Private to core/zk" is included there alone.
private() {
    grep -roE --include='*.h' '[Pp]rivate to core/[a-z]+' core | sed -E 's|^([^:]+):.* (core/[a-z]+)$|private \1 \2|'
}
coreQt() { find -L "$qt/QtCore" "$qt/QtNetwork" -maxdepth 1 -type f -printf '%f\n' 2>/dev/null; }

awk '
function room(path,  parts) {
    split(path, parts, "/")
    return parts[1] == "core" ? "core/" parts[2] : parts[1]
}
function breach(why) { printf "%s:%d: %s\n", FILENAME, FNR, why; breaches++ }

BEGIN {
    # The rooms of core, each with all that it may include.
    may["core/base"] = "core/base"
    may["core/queue"] = "core/base core/queue"
    may["core/zk"] = "core/base core/zk"
    may["core/locks"] = "core/base core/queue core/zk core/locks"
    may["core/ensemble"] = "core/base core/zk core/ensemble"
    may["core/inspect"] = "core/base core/queue core/zk core/ensemble core/inspect"
    may["core/release"] = may["core/inspect"] " core/release"
    may["core/connect"] = may["core/inspect"] " core/connect"
    may["core/console"] = may["core/inspect"] " core/locks core/console" # the words of findings
    split("core/base core/queue core/zk core/locks", list, " ")
    for (i in list) plain[list[i]] = 1
}

NR == FNR { # the list on standard input
    if ($1 == "exists") exists[$2] = 1
    else if ($1 == "private") privateTo[$2] = $3
    else qtHeader[$2] = 1
    next
}

FNR == 1 {
    mine = room(FILENAME)
    inCore = FILENAME ~ /^core\//
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

    if (name == "zookeeper.h" && FILENAME != "core/zk/ZooKeeperClient.cpp")
        breach("only core/zk/ZooKeeperClient.cpp includes the C client'"'"'s header")
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
    if (path !~ /^(core|ui|app|tests)\// || !(path in exists)) {
        breach("there is no \"" path "\": includes start at the root of the tree")
        next
    }
    if (theirs == "tests")
        breach("the product includes nothing of the tests: " path)
    else if (inCore && index(" " may[mine] " ", " " theirs " ") == 0)
        breach(mine " may not include " path)
    else if (mine == "ui" && theirs == "app")
        breach("ui may not include " path)
    else if (path in privateTo && mine != privateTo[path])
        breach(path " is private to " privateTo[path])
}

END { if (breaches) { printf "layering: %d breach%s\n", breaches, breaches == 1 ? "" : "es"; exit 1 } }
' - "${files[@]}" < <(existing | sed 's/^/exists /'; private; coreQt | sed 's/^/qt /')
echo "layering: ${#files[@]} files, no breach"
