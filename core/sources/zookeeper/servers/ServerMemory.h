// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/servers/ConnectionList.h"
#include "core/sources/zookeeper/servers/ServerUptime.h"

#include <cstddef>
#include <unordered_set>

namespace lockscope::ensemble {

/// Identifies a connection: the session, and the time when it was established. It ends at one server, so two answers
/// with the same connection are from the same server.
using ConnectionIds = std::unordered_set<std::size_t>;
[[nodiscard]] ConnectionIds idsOf(const ConnectionList& connections);
[[nodiscard]] bool haveCommon(const ConnectionIds& one, const ConnectionIds& other);

/// What is known of one address from earlier answers. Behind one name there may be several servers (a load balancer),
/// and each answer may be from another one. Then times of the server's uptime clock from two answers can't be compared.
class ServerMemory final {
public:
    /// Takes the connections of an answer; null: the address did not answer. Forgets the uptime clock unless the answer
    /// certainly is from the same server as the last one. Answers of different sources can't be compared: one of them
    /// may leave out encrypted connections.
    void note(const ConnectionList* connections, Source source);

    /// A connection was missing in an answer and present in a later one: several servers answer at this address.
    [[nodiscard]] bool isShared() const { return m_isShared; }
    [[nodiscard]] ServerUptime& uptime() { return m_uptime; }

private:
    ServerUptime m_uptime;
    Source m_source = Source::None;
    ConnectionIds m_last;
    ConnectionIds m_missing; ///< in an earlier answer, and not in a later one
    bool m_isShared = false;
};

} // namespace lockscope::ensemble
