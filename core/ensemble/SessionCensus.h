// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ConnectString.h"

#include <QByteArray>
#include <QObject>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

class QTcpSocket;

namespace lockscope::ensemble {

/// The sessions that a server's answer to the four-letter word `dump` names: those that live, and those that own
/// ephemeral nodes. Nothing when the server refuses the word or does not serve. Pure.
[[nodiscard]] std::optional<std::set<std::int64_t>> sessionsInDump(const QByteArray& dump);

/// Asks the servers, by `dump`, which sessions live. One answer is enough: sessions are known to the whole ensemble.
/// Thread: the one that made it, which needs an event loop. Costly on a big ensemble: ask rarely.
class SessionCensus final : public QObject {
public:
    /// The living sessions, or nothing when no server told.
    using Answer = std::function<void(const std::optional<std::set<std::int64_t>>&)>;

    explicit SessionCensus(std::vector<zk::Server> servers, QObject* parent = nullptr);

    /// Asks one server after the other until one tells; each has two seconds. One question at a time.
    void ask(Answer answer);
    [[nodiscard]] bool isAsking() const { return static_cast<bool>(m_answer); }

private:
    void askNext();
    void heard(QTcpSocket& socket);

    std::vector<zk::Server> m_servers;
    std::size_t m_next = 0;
    Answer m_answer;
};

} // namespace lockscope::ensemble
