// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Answers of servers, or of other programs in their place: to four-letter commands and from the AdminServer. The
/// input's first byte selects the request.

#include "core/sources/zookeeper/servers/AnswerText.h"
#include "core/sources/zookeeper/servers/ConnectionList.h"
#include "core/sources/zookeeper/servers/ServerList.h"
#include "core/sources/zookeeper/servers/ServerStatus.h"
#include "core/sources/zookeeper/servers/SessionDump.h"
#include "core/sources/zookeeper/servers/WatchList.h"
#include "tests/fuzz/Require.h"

using namespace lockscope;
using fuzz::require;
using namespace lockscope::ensemble;

namespace {

void check(const std::optional<ConnectionList>& connections)
{
    for (const auto& connection : connections.value_or(ConnectionList()))
        require(connection.session != 0);
}

/// Paths outside of the chroot are left out, and paths inside begin with a slash.
void check(const std::optional<SessionDump>& dump)
{
    if (!dump)
        return;
    for (const auto& [path, owner] : dump->ephemerals)
        require(path.starts_with('/') && owner != 0);
}

void checkWatches(const QByteArray& answer, bool isJson)
{
    WatchList list;
    const std::set<SessionId> but{1};
    const bool reported =
        isJson ? addWatchesFromJson(answer, "/app", but, list) : addWatchesFromWord(answer, "/app", but, list);
    require(reported || list.empty());
    for (const auto& [path, sessions] : list)
        require(path.starts_with('/') && !sessions.contains(1));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray answer(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size - 1));
    switch (data[0]) {
    case 'a':
        check(connectionsFromJson(answer));
        break;
    case 'b':
        check(connectionsFromCons(answer));
        break;
    case 'c':
        check(dumpFromJson(answer, "/app"));
        break;
    case 'd':
        check(dumpFromWord(answer, "", WallTime(std::chrono::hours(500'000))));
        break;
    case 'e':
        checkWatches(answer, true);
        break;
    case 'f':
        checkWatches(answer, false);
        break;
    case 'g':
        (void)statusFromJson(answer);
        break;
    case 'h':
        (void)statusFromWord(answer);
        break;
    case 'i':
        for (const auto& member : membersIn(answer))
            require(!member.host.empty());
        break;
    case 'j':
        require(!sessionIdIn(QByteArrayView(answer)) || *sessionIdIn(QByteArrayView(answer)) != 0);
        (void)hostText(answer);
        break;
    default:
        break;
    }
    return 0;
}
