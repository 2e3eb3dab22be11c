// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The Stat of a node in a recording. Pure.

#include "core/history/recordings/RecordingValues.h"
#include "core/model/zookeeper/NodeStat.h"

namespace lockscope::inspect::recording {

template <typename Json> void passMembers(Json& json, Passed<Json, ensemble::NodeStat>& stat)
{
    using namespace Qt::StringLiterals;
    json.id("czxid"_L1, stat.czxid);
    json.id("mzxid"_L1, stat.mzxid);
    json.time("ctime"_L1, stat.ctime);
    json.time("mtime"_L1, stat.mtime);
    json.number("version"_L1, stat.version);
    json.number("cversion"_L1, stat.cversion);
    json.number("aversion"_L1, stat.aversion);
    json.id("ephemeralOwner"_L1, stat.ephemeralOwner);
    json.number("dataLength"_L1, stat.dataLength);
    json.number("numChildren"_L1, stat.numChildren);
    json.id("pzxid"_L1, stat.pzxid);
}

} // namespace lockscope::inspect::recording
