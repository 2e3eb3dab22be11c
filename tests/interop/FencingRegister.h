// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/BlockingClient.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <string>

namespace lockscope::test {

/// A resource that notices when two are at it: one node, changed by compare-and-set alone. Its first line is "free" or
/// "held by NAME"; each further line is a turn, "NUMBER NAME", where NUMBER is that of the node that held the lock.
/// CuratorPeer.java speaks the same protocol.
class FencingRegister final {
public:
    FencingRegister(BlockingClient& client, std::string path, std::string name)
        : m_client(client)
        , m_path(std::move(path))
        , m_name(std::move(name))
    {
    }

    /// False: somebody else is inside, or was while we looked.
    [[nodiscard]] bool enter(const std::string& number)
    {
        const auto found = m_client.get(m_path);
        if (!found || !found->data.starts_with(freeLine))
            return false;
        m_log = found->data.substr(freeLine.size()) + number + " " + m_name + "\n";
        const auto written = m_client.set(m_path, heldLine() + m_log, found->stat.version);
        if (!written)
            return false;
        m_version = written->version;
        return true;
    }

    /// False: somebody else has been inside.
    [[nodiscard]] bool leave()
    {
        const auto found = m_client.get(m_path);
        return found && found->data == heldLine() + m_log && found->stat.version == m_version &&
               m_client.set(m_path, std::string(freeLine) + m_log, m_version);
    }

    [[nodiscard]] bool pass(const std::string& number) { return enter(number) && leave(); }

    static constexpr std::string_view freeLine = "free\n";

private:
    [[nodiscard]] std::string heldLine() const { return "held by " + m_name + "\n"; }

    BlockingClient& m_client;
    std::string m_path;
    std::string m_name;
    std::string m_log;
    std::int32_t m_version = 0;
};

} // namespace lockscope::test
