// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/Ledger.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace lockscope::bench {

namespace {

/// What the library counts (CountingClient.h), by the names that LibraryLocks.cpp gives it.
constexpr std::array requestKinds{"creates", "removes", "exists", "gets", "children", "multis", "others"};

/// From here on it is of interest what a process needs for them.
constexpr int crowd = 100;

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

QString number(double value, int decimals = 0)
{
    return QString::number(value, 'f', decimals);
}

QString columns(const QStringList& cells)
{
    constexpr std::array widths{7, 7, 15, 6, 13, 7, 7, 7, 8, 7, 7, 9, 8, 8, 8, 8};
    QString line;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        const auto width = widths.at(static_cast<std::size_t>(i));
        const bool isName = i == 1 || i == 2;
        line += (i > 0 ? QStringLiteral(" ") : QString()) +
                (isName ? cells[i].leftJustified(width) : cells[i].rightJustified(width));
    }
    return line + u'\n';
}

} // namespace

double Ledger::Record::median(const QString& figure) const
{
    std::vector<double> values;
    for (const auto& run : runs)
        values.push_back(run.value(figure).toDouble());
    return medianOf(std::move(values));
}

std::vector<double> Ledger::Record::rates() const
{
    std::vector<double> values;
    for (const auto& run : runs)
        values.push_back(run.value(QStringLiteral("count")).toDouble() /
                         run.value(QStringLiteral("seconds")).toDouble());
    return values;
}

double Ledger::Record::perCycle(const QString& figure) const
{
    std::vector<double> values;
    for (const auto& run : runs)
        values.push_back(run.value(figure).toDouble() / std::max(run.value(QStringLiteral("count")).toDouble(), 1.0));
    return medianOf(std::move(values));
}

void Ledger::add(const Entry& entry, const QJsonObject& figures)
{
    const auto found =
        std::find_if(m_records.begin(), m_records.end(), [&](const Record& record) { return record.entry == entry; });
    if (found != m_records.end())
        found->runs.push_back(figures);
    else
        m_records.push_back({entry, {figures}});
}

const Ledger::Record* Ledger::reference(const Record& record, const QString& program) const
{
    const auto found = std::find_if(m_records.begin(), m_records.end(), [&](const Record& other) {
        return other.entry.clients == record.entry.clients && other.entry.program == program;
    });
    return found != m_records.end() ? &*found : nullptr;
}

double Ledger::rateRatio(const Record& record, const QString& program) const
{
    const auto* other = reference(record, program);
    if (!other)
        return 0;
    // Run by run: what one run met, both have met.
    const auto mine = record.rates();
    const auto theirs = other->rates();
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i)
        ratios.push_back(mine[i] / theirs[i]);
    return medianOf(std::move(ratios));
}

double Ledger::speedRatio(const Record& record, const QString& program) const
{
    const auto* other = reference(record, program);
    return other ? other->median(QStringLiteral("p50Us")) / record.median(QStringLiteral("p50Us")) : 0;
}

QString Ledger::lineOf(const Record& record) const
{
    const auto limit = QStringLiteral("limit");
    const auto curator = QStringLiteral("curator");
    const auto ratio = [](double value) { return value > 0 ? number(value, 2) : QStringLiteral("-"); };
    const auto rates = record.rates();
    double requests = 0;
    for (const auto* kind : requestKinds)
        requests += record.perCycle(QLatin1String(kind));
    const bool counted = record.entry.program == u"library";
    return columns({number(record.entry.clients), record.entry.program, record.entry.measure, number(medianOf(rates)),
                    number(*std::min_element(rates.begin(), rates.end())) + QStringLiteral("..") +
                        number(*std::max_element(rates.begin(), rates.end())),
                    number(record.median(QStringLiteral("p50Us"))), number(record.median(QStringLiteral("p99Us"))),
                    ratio(rateRatio(record, limit)), ratio(rateRatio(record, curator)),
                    ratio(speedRatio(record, limit)), ratio(speedRatio(record, curator)),
                    number(record.perCycle(QStringLiteral("clientCpuS")) * 1e6),
                    number(record.perCycle(QStringLiteral("serverCpuS")) * 1e6),
                    number(record.perCycle(QStringLiteral("clientSwitches")), 1),
                    counted ? number(requests, 2) : QStringLiteral("-"),
                    counted ? number(record.perCycle(QStringLiteral("wakeUps")), 2) : QStringLiteral("-")});
}

QString Ledger::text() const
{
    auto text = QStringLiteral("%1 server%2\n").arg(m_servers).arg(m_servers == 1 ? QString() : QStringLiteral("s"));
    text += columns({QStringLiteral("CLIENTS"), QStringLiteral("WHO"), QStringLiteral("HOW"), QStringLiteral("PER S"),
                     QStringLiteral("LEAST..MOST"), QStringLiteral("P50 US"), QStringLiteral("P99 US"),
                     QStringLiteral("/LIMIT"), QStringLiteral("/CURATOR"), QStringLiteral("P50/LIM"),
                     QStringLiteral("P50/CUR"), QStringLiteral("CPU US/OP"), QStringLiteral("SERVERS'"),
                     QStringLiteral("SWITCHES"), QStringLiteral("REQUESTS"), QStringLiteral("WAKE-UPS")});
    int clients = 0;
    for (const auto& record : m_records) {
        if (std::exchange(clients, record.entry.clients) != record.entry.clients)
            text += u'\n';
        text += lineOf(record);
    }
    for (const auto& record : m_records) {
        if (record.entry.clients >= crowd)
            text += QStringLiteral("\n%1 clients in one process: %2 MiB resident, %3 threads\n")
                        .arg(record.entry.clients)
                        .arg(number(record.median(QStringLiteral("rssKb")) / 1024),
                             number(record.median(QStringLiteral("threads"))));
    }
    return text;
}

QJsonObject Ledger::recordJson(const Record& record) const
{
    QJsonArray runs;
    for (const auto& run : record.runs)
        runs.append(run);
    QJsonObject perCycle;
    for (const auto& key : record.runs.front().keys()) {
        static const QStringList others{QStringLiteral("event"),    QStringLiteral("count"),  QStringLiteral("seconds"),
                                        QStringLiteral("p50Us"),    QStringLiteral("p99Us"),  QStringLiteral("rssKb"),
                                        QStringLiteral("overlaps"), QStringLiteral("threads")};
        if (!others.contains(key))
            perCycle.insert(key, record.perCycle(key));
    }
    return {{QStringLiteral("clients"), record.entry.clients},
            {QStringLiteral("who"), record.entry.program},
            {QStringLiteral("how"), record.entry.measure},
            {QStringLiteral("perS"), medianOf(record.rates())},
            {QStringLiteral("p50Us"), record.median(QStringLiteral("p50Us"))},
            {QStringLiteral("p99Us"), record.median(QStringLiteral("p99Us"))},
            {QStringLiteral("toLimit"), rateRatio(record, QStringLiteral("limit"))},
            {QStringLiteral("toCurator"), rateRatio(record, QStringLiteral("curator"))},
            {QStringLiteral("p50ToLimit"), speedRatio(record, QStringLiteral("limit"))},
            {QStringLiteral("p50ToCurator"), speedRatio(record, QStringLiteral("curator"))},
            {QStringLiteral("perCycle"), perCycle},
            {QStringLiteral("runs"), runs}};
}

QJsonObject Ledger::json() const
{
    QJsonArray measures;
    for (const auto& record : m_records)
        measures.append(recordJson(record));
    return {{QStringLiteral("servers"), m_servers}, {QStringLiteral("measures"), measures}};
}

} // namespace lockscope::bench
