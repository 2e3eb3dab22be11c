// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::zk {

/// The messages of one handle of the C client, forwarded to a Log. Private to core/zk. Thread: that of the handle.
///
/// The C client's log callback gets only the message. So each call of the C client is made in the scope of a
/// ClientCall, which says whose messages these are.
class ClientLog final {
public:
    explicit ClientLog(Log log);

    /// The last error that the C client logged, for example why no server was reachable; empty if none.
    [[nodiscard]] const std::string& lastError() const { return m_lastError; }
    void setLastError(std::string error) { m_lastError = std::move(error); }

private:
    friend class ClientCall;

    void note(std::string_view raw);
    void writeNoted();
    [[nodiscard]] bool isNews(std::string_view text);

    Log m_log;
    std::string m_lastError;
    std::vector<std::pair<LogLevel, std::string>> m_noted; ///< during a call
    std::map<std::string, std::chrono::steady_clock::time_point> m_recent;
};

/// The scope of one call of the C client, with one log. One thread at a time in the process can be in such a scope: the
/// C client has variables without a lock that all handles share (its request numbers, one address buffer, the address
/// of a server with quorum). Not nested. The log's sink is called at the end of the scope, without that lock.
class ClientCall final {
public:
    enum class Messages {
        Logged,
        Dropped ///< of a call that is meant to fail
    };

    explicit ClientCall(ClientLog& log, Messages messages = Messages::Logged);
    ~ClientCall();
    ClientCall(const ClientCall&) = delete;
    ClientCall& operator=(const ClientCall&) = delete;

    /// The C client's log callback.
    static void write(const char* line);

private:
    ClientLog& m_log;
};

} // namespace lockscope::zk
