// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ClientLog.h"

#include <algorithm>
#include <mutex>

namespace lockscope::zk {

namespace {

/// While no server is reachable, the C client repeats its messages several times a second.
constexpr auto repeatAfter = std::chrono::seconds(10);
constexpr std::size_t rememberedLines = 16;

std::mutex callMutex;
/// The log of the call that this thread makes. Null: none, or its messages are dropped.
thread_local ClientLog* currentLog = nullptr;

struct Line {
    LogLevel level = LogLevel::Info;
    std::string_view text;
};

/// "2026-01-31 12:00:00,000:123(0x7f…):ZOO_WARN@function@2600: text"
Line parsed(std::string_view raw)
{
    Line line{LogLevel::Info, raw};
    constexpr std::pair<std::string_view, LogLevel> levels[] = {{":ZOO_ERROR@", LogLevel::Error},
                                                                {":ZOO_WARN@", LogLevel::Warning},
                                                                {":ZOO_INFO@", LogLevel::Info},
                                                                {":ZOO_DEBUG@", LogLevel::Debug}};
    for (const auto& [mark, level] : levels) {
        const auto at = raw.find(mark);
        if (at == std::string_view::npos)
            continue;
        line.level = level;
        if (const auto text = raw.find(": ", at); text != std::string_view::npos)
            line.text = raw.substr(text + 2);
        break;
    }
    while (line.text.ends_with('\n'))
        line.text.remove_suffix(1);
    return line;
}

/// The pauses between attempts are this library's (ServerCycle.h), not the C client's.
bool isAboutPauses(std::string_view text)
{
    return text.starts_with("Delaying connection");
}

} // namespace

ClientLog::ClientLog(Log log)
    : m_log(std::move(log))
{
}

void ClientLog::note(std::string_view raw)
{
    const auto line = parsed(raw);
    if (isAboutPauses(line.text))
        return;
    if (line.level == LogLevel::Error)
        m_lastError = line.text;
    if (m_log.accepts(line.level) && isNews(line.text))
        m_noted.emplace_back(line.level, line.text);
}

void ClientLog::writeNoted()
{
    for (const auto& [level, text] : std::exchange(m_noted, {}))
        m_log.write(level, "zk", text);
}

bool ClientLog::isNews(std::string_view text)
{
    const auto now = std::chrono::steady_clock::now();
    const auto [entry, isNew] = m_recent.try_emplace(std::string(text), now);
    if (!isNew && now - entry->second < repeatAfter)
        return false;
    entry->second = now;
    if (m_recent.size() > rememberedLines) {
        m_recent.erase(std::min_element(m_recent.begin(), m_recent.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; }));
    }
    return true;
}

ClientCall::ClientCall(ClientLog& log, Messages messages)
    : m_log(log)
{
    callMutex.lock();
    currentLog = messages == Messages::Logged ? &log : nullptr;
}

ClientCall::~ClientCall()
{
    currentLog = nullptr;
    callMutex.unlock();
    if (!m_log.m_noted.empty())
        m_log.writeNoted();
}

void ClientCall::write(const char* line)
{
    if (currentLog)
        currentLog->note(line);
}

} // namespace lockscope::zk
