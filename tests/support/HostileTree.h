// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/BlockingClient.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// Hostile nodes on a real server: markup, bidirectional text, the control characters the server accepts, a payload of
/// the maximum size, and a lock a hundred levels deep.
class HostileTree final {
public:
    static constexpr std::string_view markup = "<b>bold<img src=x>";
    static constexpr std::string_view turning = "\u202e\u2066\u200f"; ///< right-to-left override, isolate, mark

    HostileTree(BlockingClient& client, std::string root)
        : m_client(client)
        , m_root(std::move(root))
    {
    }

    /// Returns the last error; empty if all nodes exist.
    [[nodiscard]] std::string plant()
    {
        make(m_root);
        const std::string names = std::string(markup) + "&amp;\"'" + std::string(turning) + "gnp";
        addLock(names, std::string(markup) + std::string(turning) + "\x1b[31m");
        addLock("big", std::string(bigBytes, 'x'));
        const std::string reported = R"({"client":"\u001b]0;title\u0007","host":"\u009b31m\u202e"})";
        addLock("told", reported);
        make(m_root + "/told/_c_21234567-89ab-cdef-0123-456789abcdef-lock-", reported,
             zk::CreateMode::PersistentSequential);
        std::string deep;
        for (int level = 0; level < 100; ++level)
            deep += (level == 0 ? "" : "/") + std::string("level");
        addLock(deep, {});
        plantControls();
        return m_trouble;
    }
    [[nodiscard]] const std::vector<std::string>& locks() const { return m_locks; }

private:
    static constexpr std::size_t bigBytes = 1'040'000; // the server's limit is 1 MiB for the whole request

    void make(const std::string& path, const std::string& data = {}, zk::CreateMode mode = zk::CreateMode::Persistent)
    {
        if (const auto made = m_client.create(path, data, mode); !made && made.error().code != ErrorCode::NodeExists)
            m_trouble = describe(made.error());
    }

    void addLock(const std::string& below, const std::string& payload)
    {
        const auto lock = m_root + "/" + below;
        for (auto end = lock.find('/', m_root.size() + 1); end != std::string::npos; end = lock.find('/', end + 1))
            make(lock.substr(0, end));
        make(lock);
        constexpr auto mode = zk::CreateMode::EphemeralSequential;
        make(lock + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", payload, mode);
        make(lock + "/_c_11234567-89ab-cdef-0123-456789abcdef-lock-", payload, mode);
        make(lock + "/" + std::string(markup) + std::string(turning));
        m_locks.push_back(lock);
    }

    /// The server rejects most of these names, which is also correct.
    void plantControls()
    {
        for (const auto* text :
             {"\x01", "\x1b[31m", "\x1f", "\x7f", "\u0085", "\u009b", "\u2028", "\ufeff", "\u061c"}) {
            const auto made = m_client.create(m_root + "/c" + text);
            if (made && m_client.create(made->path + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", text,
                                        zk::CreateMode::EphemeralSequential))
                m_locks.push_back(made->path);
        }
    }

    BlockingClient& m_client;
    std::string m_root;
    std::vector<std::string> m_locks;
    std::string m_trouble;
};

} // namespace lockscope::test
