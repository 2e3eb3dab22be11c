// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/serverlog/zookeeper/ServerAuditLogs.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr qint64 mostLineBytes = 1'048'576;
constexpr unsigned serverShift = 56;

} // namespace

void AuditCoverage::add(const AuditLine& line)
{
    if (line.session == 0)
        return;
    const auto server = static_cast<int>(static_cast<std::uint64_t>(line.session) >> serverShift);
    m_servers.insert(server);
    if (line.operation != AuditLine::Operation::SessionEnd)
        m_requesting.insert(server);
}

std::vector<int> AuditCoverage::missing() const
{
    std::vector<int> missing;
    std::set_difference(m_servers.begin(), m_servers.end(), m_requesting.begin(), m_requesting.end(),
                        std::back_inserter(missing));
    return missing;
}

Result<std::unique_ptr<ServerAuditLogs>> ServerAuditLogs::open(const std::vector<std::string>& files)
{
    std::unique_ptr<ServerAuditLogs> logs(new ServerAuditLogs);
    for (const auto& file : files) {
        auto lines = LineFile::open(file, mostLineBytes);
        if (!lines)
            return failure(lines.error());
        logs->m_logs.push_back({*std::move(lines), std::nullopt, std::nullopt, std::nullopt});
        logs->advance(logs->m_logs.back());
    }
    return logs;
}

void ServerAuditLogs::advance(Log& log)
{
    QByteArray line;
    log.next.reset();
    while (!log.next && log.lines->next(line) != LineFile::Line::End) {
        log.next = parseAuditLine({line.constData(), static_cast<std::size_t>(line.size())});
        if (!log.next)
            ++m_others;
    }
    if (!log.next)
        return;
    if (log.next->at) {
        log.from = log.from.value_or(*log.next->at);
        log.at = log.next->at;
    } else {
        ++m_untimed;
    }
    log.next->at = log.at;
}

std::optional<AuditLine> ServerAuditLogs::next()
{
    Log* first = nullptr;
    for (auto& log : m_logs) {
        // Without a time: before all others.
        if (log.next && (!first || log.next->at.value_or(WallTime()) < first->next->at.value_or(WallTime())))
            first = &log;
    }
    if (!first)
        return std::nullopt;
    auto line = std::move(first->next);
    advance(*first);
    return line;
}

std::size_t ServerAuditLogs::atOnce() const
{
    std::size_t most = 1;
    for (const auto& log : m_logs) {
        // The number grows only where a log begins.
        const auto covers = [&log](const Log& other) {
            return &other == &log || (log.from && other.from && *other.from <= *log.from && *log.from < *other.at);
        };
        most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(m_logs, covers)));
    }
    return most;
}

qint64 ServerAuditLogs::position() const
{
    qint64 bytes = 0;
    for (const auto& log : m_logs)
        bytes += log.lines->position();
    return bytes;
}

qint64 ServerAuditLogs::size() const
{
    qint64 bytes = 0;
    for (const auto& log : m_logs)
        bytes += log.lines->size();
    return bytes;
}

} // namespace lockscope::inspect
