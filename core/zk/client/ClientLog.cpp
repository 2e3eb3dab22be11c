// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ClientLog.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace lockscope::zk {

namespace {

constexpr std::size_t slotCount = 64;

/// While no server is reachable, the C client repeats its messages several times a second.
constexpr auto repeatAfter = std::chrono::seconds(10);
constexpr std::size_t rememberedLines = 16;

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

class Slot {
public:
    bool claim(Log log)
    {
        const std::lock_guard lock(m_mutex);
        if (m_log)
            return false;
        m_log = std::move(log);
        return true;
    }

    void release()
    {
        const std::lock_guard lock(m_mutex);
        m_log.reset();
        m_lastError.clear();
        m_recent.clear();
    }

    void write(const char* raw)
    {
        const auto line = parsed(raw);
        Log log;
        {
            const std::lock_guard lock(m_mutex);
            if (!m_log)
                return;
            if (line.level == LogLevel::Error)
                m_lastError = line.text;
            if (!isNews(line.text))
                return;
            log = *m_log;
        }
        // Without the mutex: the sink belongs to the program and may do anything.
        log.write(line.level, "zk", line.text);
    }

    std::string lastError()
    {
        const std::lock_guard lock(m_mutex);
        return m_lastError;
    }

private:
    bool isNews(std::string_view text)
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

    std::mutex m_mutex;
    std::optional<Log> m_log;
    std::string m_lastError;
    std::map<std::string, std::chrono::steady_clock::time_point> m_recent;
};

std::array<Slot, slotCount>& slots()
{
    static std::array<Slot, slotCount> table;
    return table;
}

template <std::size_t N> void writeTo(const char* line)
{
    slots()[N].write(line);
}

template <std::size_t... Ns> constexpr std::array<ClientLog::Callback, slotCount> writers(std::index_sequence<Ns...>)
{
    return {&writeTo<Ns>...};
}

void drop(const char* /*line*/) {}

} // namespace

ClientLog::ClientLog(Log log)
    : m_slot(0)
{
    while (m_slot < slotCount && !slots()[m_slot].claim(log))
        ++m_slot;
}

ClientLog::~ClientLog()
{
    if (m_slot < slotCount)
        slots()[m_slot].release();
}

ClientLog::Callback ClientLog::callback() const
{
    static constexpr auto all = writers(std::make_index_sequence<slotCount>());
    return m_slot < slotCount ? all[m_slot] : &drop;
}

std::string ClientLog::lastError() const
{
    return m_slot < slotCount ? slots()[m_slot].lastError() : std::string();
}

} // namespace lockscope::zk
