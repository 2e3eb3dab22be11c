// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/zookeeper/NodeStatJson.h"

#include "core/history/recordings/RecordingValues.h"

namespace lockscope::inspect::recording {

using namespace Qt::StringLiterals;

namespace {

/// The members, for a Writer and for a Reader.
template <typename Json, typename Stat> void passMembers(Json& json, Stat& stat)
{
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

} // namespace

QJsonObject statJson(const ensemble::NodeStat& stat)
{
    Writer json;
    passMembers(json, stat);
    return json.json();
}

bool readStat(const QJsonObject& json, ensemble::NodeStat& stat)
{
    Reader reader(json);
    passMembers(reader, stat);
    return reader.isGood();
}

} // namespace lockscope::inspect::recording
