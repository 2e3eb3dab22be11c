// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QString>

#include <vector>

namespace lockscope::bench {

/// One thing that is measured in every run.
struct Entry {
    int clients = 1;
    QString program; ///< limit, library, curator
    QString measure; ///< in the program's words

    friend bool operator==(const Entry&, const Entry&) = default;
};

/// All runs of all measures on one ensemble, and what follows from them. Pure.
class Ledger final {
public:
    explicit Ledger(int servers)
        : m_servers(servers)
    {
    }

    void add(const Entry& entry, const QJsonObject& figures);

    /// Medians over the runs, and ratios to the limit's first entry of as many clients and to Curator's.
    [[nodiscard]] QString text() const;
    /// The same and each run.
    [[nodiscard]] QJsonObject json() const;

private:
    struct Record {
        Entry entry;
        std::vector<QJsonObject> runs;

        [[nodiscard]] double median(const QString& figure) const;
        [[nodiscard]] std::vector<double> rates() const;
        /// A figure of the whole window for each cycle or hand-over.
        [[nodiscard]] double perCycle(const QString& figure) const;
    };

    /// The first record of that program with as many clients.
    [[nodiscard]] const Record* reference(const Record& record, const QString& program) const;
    /// By the rates, and by the medians of a cycle's time, which a stalling disk hits less: above 1 is faster. 0 when
    /// there is nothing to compare with.
    [[nodiscard]] double rateRatio(const Record& record, const QString& program) const;
    [[nodiscard]] double speedRatio(const Record& record, const QString& program) const;
    [[nodiscard]] QString lineOf(const Record& record) const;
    [[nodiscard]] QJsonObject recordJson(const Record& record) const;

    int m_servers;
    std::vector<Record> m_records;
};

} // namespace lockscope::bench
