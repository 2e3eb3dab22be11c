#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests check.sh: a small clean tree must pass, and each kind of breach, added alone, must be reported.
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
    put core/base/EventLoop.h '"core/base/A.h"'
    put core/base/EventLoop.cpp '"core/base/EventLoop.h"' '<uv.h>'
    put core/queue/B.h '"core/base/A.h"'
    put core/zk/C.h '"core/base/A.h"'
    put core/zk/ZooKeeperClient.h '"core/zk/C.h"'
    put core/zk/client/CValues.h '<zookeeper/zookeeper.h>'
    echo '/// Private to core/zk.' >>"$tree/core/zk/client/CValues.h"
    put core/zk/ZooKeeperClient.cpp '"core/zk/ZooKeeperClient.h"' '"core/zk/client/CValues.h"'
    put core/zk/P.h '"core/zk/C.h"'
    echo '/// What only this room may know. Pure; private to core/zk.' >>"$tree/core/zk/P.h"
    put core/zk/P.cpp '"core/zk/P.h"'
    put core/redis/R.h '"core/base/A.h"'
    put core/locks/D.h '"core/base/A.h"'
    put core/locks/zookeeper/Z.h '"core/locks/D.h"' '"core/queue/B.h"' '"core/zk/C.h"'
    put core/locks/redis/Q.h '"core/locks/D.h"' '"core/redis/R.h"' '"core/base/A.h"'
    put core/locks/zookeeper/engine/Y.h '"core/locks/zookeeper/Z.h"'
    echo '/// Private to core/locks.' >>"$tree/core/locks/zookeeper/engine/Y.h"
    put core/locks/zookeeper/Z.cpp '"core/locks/zookeeper/engine/Y.h"'
    put core/model/M.h '"core/base/A.h"' '<QString>' '<qglobal.h>' '"core/model/zookeeper/N.h"'
    put core/model/json/M.h '"core/model/M.h"'
    put core/model/zookeeper/N.h '"core/zk/C.h"'
    put core/connect/L.h '"core/model/M.h"' '"core/zk/C.h"' '"core/base/A.h"' '<QtNetwork/QTcpSocket>'
    put core/sources/zookeeper/F.h '"core/queue/B.h"' '"core/zk/C.h"' '"core/model/M.h"' '"core/connect/L.h"'
    put core/waits/W.h '"core/model/M.h"'
    put core/findings/E.h '"core/waits/W.h"' '"core/model/json/M.h"'
    put core/findings/zookeeper/E.h '"core/findings/E.h"' '"core/sources/zookeeper/F.h"'
    put core/history/R.h '"core/model/M.h"'
    put core/release/G.h '"core/model/M.h"'
    put core/release/zookeeper/G.h '"core/release/G.h"' '"core/queue/B.h"'
    put core/sandbox/S.h '"core/connect/L.h"'
    put core/simulate/H.h '"core/locks/zookeeper/Z.h"' '"core/sandbox/S.h"' '"core/model/M.h"' '<QTcpSocket>'
    put ui/models/I.h '"core/release/G.h"' '"core/simulate/H.h"' '<QPainter>'
    put ui/views/J.cpp '"ui/models/I.h"' '<QWidget>' '"J.moc"' '"moc_J.cpp"'
    put ui/shell/connection/L.h '"core/zk/C.h"' '"core/sources/zookeeper/F.h"'
    put ui/panels/M.h '"core/model/zookeeper/N.h"'
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

# Upwards and sideways: for each room, rooms that it may not include.
for pair in base:queue/B base:zk/C queue:zk/C queue:locks/D zk:queue/B zk:locks/D zk:model/M zk:redis/R redis:zk/C \
    redis:queue/B redis:locks/D redis:model/M locks:model/M locks:zk/C locks:redis/R locks:locks/redis/Q \
    locks:locks/zookeeper/Z locks:queue/B locks/zookeeper:sources/zookeeper/F locks/zookeeper:redis/R \
    locks/zookeeper:locks/redis/Q locks/redis:zk/C locks/redis:queue/B locks/redis:locks/zookeeper/Z locks/redis:model/M \
    model:connect/L model:sources/zookeeper/F model:waits/W connect:sources/zookeeper/F \
    connect:locks/D sources/zookeeper:locks/D sources/zookeeper:findings/E \
    waits:zk/C waits:findings/E waits:sources/zookeeper/F findings:sources/zookeeper/F findings:findings/zookeeper/E \
    findings:queue/B findings:zk/C model:zk/C history:zk/C history:sources/zookeeper/F history:locks/D history:findings/E release:locks/D release:simulate/H release/zookeeper:connect/L \
    sandbox:zk/C sandbox:simulate/H simulate:release/G simulate:findings/E; do
    bites "core/${pair%%:*} may not include core/${pair#*:}.h" "core/${pair%%:*}/X.cpp" "\"core/${pair#*:}.h\""
done
# A folder without a rule of its own belongs to its parent room.
bites 'core/model may not include core/waits/W.h' core/model/json/X.cpp '"core/waits/W.h"'
bites 'core/locks/zookeeper may not include core/model/M.h' core/locks/zookeeper/engine/X.cpp '"core/model/M.h"'
bites 'core/base may not include ui/models/I.h' core/base/X.h '"ui/models/I.h"'
bites 'core/simulate may not include app/tool/K.h' core/simulate/X.cpp '"app/tool/K.h"'
for header in core/zk/C.h core/redis/R.h core/sources/zookeeper/F.h core/release/zookeeper/G.h core/locks/zookeeper/Z.h \
    core/locks/redis/Q.h; do
    bites "ui may not include $header" ui/panels/X.cpp "\"$header\""
done
bites 'ui may not include app/tool/K.h' ui/panels/X.cpp '"app/tool/K.h"'
for room in core/locks ui/views app/tool; do
    bites 'the product includes nothing of the tests' $room/X.cpp '"tests/support/T.h"'
done

# The C client, and the one class that wraps it.
for room in core/zk core/locks core/sources/zookeeper ui/views app/tool; do
    bites 'only core/zk/client/CValues.h includes' $room/X.cpp '<zookeeper/zookeeper.h>'
done
bites 'only core/zk/client/CValues.h includes' core/zk/X.cpp '<zookeeper.h>'
for room in core/simulate core/sources/zookeeper ui/shell/connection; do
    bites 'only app/ and tests/ name a concrete client' $room/X.cpp '"core/zk/ZooKeeperClient.h"'
done

# The event loop, and the one class that wraps it.
for room in core/base core/zk core/zk/client core/locks core/sources/zookeeper ui/views app/tool; do
    bites 'only core/base/EventLoop.cpp includes' $room/X.cpp '<uv.h>'
done
bites 'only core/base/EventLoop.cpp includes' core/base/X.h '<uv.h>'
bites 'only core/base/EventLoop.cpp includes' core/zk/X.cpp '<uv/unix.h>'

# The parser of Redis' protocol, and TLS.
for room in core/base core/redis core/locks/redis core/sources/zookeeper ui/views app/tool; do
    bites 'only core/redis/client/Reader.cpp includes' $room/X.cpp '<hiredis/hiredis.h>'
done
for room in core/base core/locks/redis core/connect ui/views app/tool; do
    bites 'only core/redis includes' $room/X.cpp '<openssl/ssl.h>'
done

# Headers that are marked as private.
for room in core/locks/zookeeper core/sources/zookeeper ui/shell/connection app/tool; do
    bites 'core/zk/P.h is private to core/zk' $room/X.cpp '"core/zk/P.h"'
done
bites 'core/locks/zookeeper/engine/Y.h is private to core/locks' app/tool/X.cpp '"core/locks/zookeeper/engine/Y.h"'

# Qt in the plain rooms, and its graphics in core.
for room in base queue zk redis locks locks/zookeeper locks/redis; do
    for header in '<QString>' '<QtCore/QString>' '<QtGlobal>' '<qglobal.h>' '"QString"'; do
        bites "core/$room is plain C++" core/$room/X.cpp "$header"
    done
done
for room in model connect sources/zookeeper waits findings history release sandbox simulate; do
    for header in '<QWidget>' '<QPainter>' '<QtGui/QPainter>' '<QtWidgets>' '<QtWidgets/QWidget>'; do
        bites 'core has QtCore and QtNetwork alone' core/$room/X.cpp "$header"
    done
done

# Paths.
bites 'there is no "core/base/Nowhere.h"' core/zk/X.cpp '"core/base/Nowhere.h"'
bites 'there is no "A.h"' core/base/X.cpp '"A.h"'
bites 'there is no "../base/A.h"' core/zk/X.cpp '"../base/A.h"'
bites 'no rule for the room core/shed' core/shed/X.cpp '<string>'

# In any notation.
bites 'core/base may not include core/zk/C.h' core/base/X.cpp '"core/zk/C.h" // why not'
passes "the tree without what was put into it"
cases=$((cases + 1))
printf '  #  include   "core/zk/C.h"\n' >"$tree/core/base/X.cpp"
if "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1; then report 'spaces around # hide an include'; fi

# An exception applies to one include, and must be removed with it.
mkdir -p "$tree/tests/layering"
echo 'core/base/X.cpp core/zk/C.h' >"$tree/tests/layering/exceptions"
rm "$tree/core/base/X.cpp"
cases=$((cases + 1))
if "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1; then report 'an exception that is not needed passes'; fi
put core/base/X.cpp '"core/zk/C.h"'
passes "what is excepted"
bites 'core/base may not include core/zk/C.h' core/base/V.cpp '"core/zk/C.h"'

# A tree without sources does not pass.
cases=$((cases + 1))
rm -rf "$tree"/core "$tree"/ui "$tree"/app
if "$check" "$tree" "$tree/qt" >"$tree/out" 2>&1; then report 'an empty tree passes'; fi

echo "selftest: $cases cases, $failures failed"
[ $failures -eq 0 ]
