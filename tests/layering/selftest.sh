#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Does check.sh bite? A small clean tree must pass, and each kind of breach, put into it alone, must be named.
set -euo pipefail
check=$(dirname "$(realpath "$0")")/check.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0 cases=0

put() { # FILE INCLUDE...
    local file=$tree/$1
    shift
    mkdir -p "${file%/*}"
    printf '#include %s\n' "$@" >"$file"
}

clean() {
    rm -rf "${tree:?}"/*
    put qt/QtCore/QString; put qt/QtCore/qglobal.h; put qt/QtNetwork/QTcpSocket; put qt/QtGui/QPainter
    put qt/QtWidgets/QWidget
    put core/base/A.h '<queue>' '<string>'
    put core/queue/B.h '"core/base/A.h"'
    put core/zk/C.h '"core/base/A.h"'
    put core/zk/ZooKeeperClient.h '"core/zk/C.h"'
    put core/zk/ZooKeeperClient.cpp '"core/zk/ZooKeeperClient.h"' '<zookeeper/zookeeper.h>'
    put core/zk/P.h '"core/zk/C.h"'
    echo '/// What only this room may know. Pure; private to core/zk.' >>"$tree/core/zk/P.h"
    put core/zk/P.cpp '"core/zk/P.h"'
    put core/locks/D.h '"core/queue/B.h"' '"core/zk/C.h"' '"core/base/A.h"'
    put core/ensemble/E.h '"core/zk/C.h"' '<QString>' '<QtNetwork/QTcpSocket>' '<qglobal.h>'
    put core/inspect/F.h '"core/queue/B.h"' '"core/zk/C.h"' '"core/ensemble/E.h"'
    put core/release/G.h '"core/inspect/F.h"' '"core/queue/B.h"' '"core/ensemble/E.h"'
    put core/connect/L.h '"core/ensemble/E.h"' '"core/zk/C.h"' '"core/base/A.h"' '<QTcpSocket>'
    put core/console/H.h '"core/locks/D.h"' '"core/ensemble/E.h"' '"core/queue/B.h"' '<QTcpSocket>'
    put ui/models/I.h '"core/release/G.h"' '"core/console/H.h"' '<QPainter>'
    put ui/views/J.cpp '"ui/models/I.h"' '<QWidget>' '"J.moc"' '"moc_J.cpp"'
    put app/tool/K.h '"core/base/A.h"'
    put app/tool/main.cpp '"ui/models/I.h"' '"core/zk/ZooKeeperClient.h"' '"app/tool/K.h"'
    put tests/support/T.h '"core/base/A.h"'
}

report() { echo "selftest: $1" >&2; failures=$((failures + 1)); }

passes() { # NAME
    cases=$((cases + 1))
    "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1 || report "$1 does not pass: $(cat "$tree/out")"
}

bites() { # WORDS FILE INCLUDE: the breach is named with these words, at this file, and is the only one
    cases=$((cases + 1))
    put "$2" "$3"
    local status=0
    "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1 || status=$?
    if [ $status -ne 1 ] || ! grep -qF "$2:1: $1" "$tree/out" || ! grep -qFx 'layering: 1 breach' "$tree/out"; then
        report "$2 with $3: status $status, $(cat "$tree/out")"
    fi
    rm "$tree/$2"
}

clean
passes "the clean tree"

# Upwards and sideways, one for each room and what it may not have.
for pair in base:queue/B base:zk/C queue:zk/C queue:locks/D zk:queue/B zk:locks/D zk:ensemble/E locks:ensemble/E \
    locks:inspect/F ensemble:queue/B ensemble:locks/D ensemble:inspect/F inspect:locks/D inspect:release/G \
    inspect:connect/L inspect:console/H release:locks/D release:connect/L release:console/H connect:locks/D connect:release/G \
    connect:console/H console:release/G console:connect/L; do
    bites "core/${pair%%:*} may not include core/${pair#*:}.h" "core/${pair%%:*}/X.cpp" "\"core/${pair#*:}.h\""
done
bites 'core/base may not include ui/models/I.h' core/base/X.h '"ui/models/I.h"'
bites 'core/console may not include app/tool/K.h' core/console/X.cpp '"app/tool/K.h"'
bites 'ui may not include app/tool/K.h' ui/panels/X.cpp '"app/tool/K.h"'
for room in core/locks ui/views app/tool; do
    bites 'the product includes nothing of the tests' $room/X.cpp '"tests/support/T.h"'
done

# The C client, and the one class that wraps it.
for room in core/zk core/locks core/inspect ui/views app/tool; do
    bites 'only core/zk/ZooKeeperClient.cpp includes' $room/X.cpp '<zookeeper/zookeeper.h>'
done
bites 'only core/zk/ZooKeeperClient.cpp includes' core/zk/X.cpp '<zookeeper.h>'
for room in core/ensemble core/inspect ui/panels; do
    bites 'only app/ and tests/ name a concrete client' $room/X.cpp '"core/zk/ZooKeeperClient.h"'
done

# Headers that say whose they are.
for room in core/locks core/inspect ui/views app/tool; do
    bites 'core/zk/P.h is private to core/zk' $room/X.cpp '"core/zk/P.h"'
done

# Qt in the plain rooms, and its graphics in core.
for room in base queue zk locks; do
    for header in '<QString>' '<QtCore/QString>' '<QtGlobal>' '<qglobal.h>' '"QString"'; do
        bites "core/$room is plain C++" core/$room/X.cpp "$header"
    done
done
for room in ensemble inspect release connect console; do
    for header in '<QWidget>' '<QPainter>' '<QtGui/QPainter>' '<QtWidgets>' '<QtWidgets/QWidget>'; do
        bites 'core has QtCore and QtNetwork alone' core/$room/X.cpp "$header"
    done
done

# Paths.
bites 'there is no "core/base/Nowhere.h"' core/zk/X.cpp '"core/base/Nowhere.h"'
bites 'there is no "A.h"' core/base/X.cpp '"A.h"'
bites 'there is no "../base/A.h"' core/zk/X.cpp '"../base/A.h"'
bites 'no rule for the room core/shed' core/shed/X.cpp '<string>'

# However it is written.
bites 'core/base may not include core/zk/C.h' core/base/X.cpp '"core/zk/C.h" // why not'
passes "the tree without what was put into it"
cases=$((cases + 1))
printf '  #  include   "core/zk/C.h"\n' >"$tree/core/base/X.cpp"
if "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1; then report 'spaces around # hide an include'; fi

# Nothing to read is not a pass.
cases=$((cases + 1))
rm -rf "$tree"/core "$tree"/ui "$tree"/app
if "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1; then report 'an empty tree passes'; fi

echo "selftest: $cases cases, $failures failed"
[ $failures -eq 0 ]
