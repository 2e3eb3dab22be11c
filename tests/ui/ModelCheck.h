// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModelTester>

namespace lockscope::test {

/// Watches a model during its lifetime: the model's signals must match its changes, and there must be changes.
class ModelCheck final {
public:
    explicit ModelCheck(QAbstractItemModel& model)
        : m_model(model)
        , m_tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        const auto count = [this](auto signal, int& number) {
            QObject::connect(&m_model, signal, &m_tester, [&number] { ++number; });
        };
        count(&QAbstractItemModel::rowsInserted, m_inserted);
        count(&QAbstractItemModel::rowsRemoved, m_removed);
        count(&QAbstractItemModel::rowsMoved, m_moved);
        count(&QAbstractItemModel::layoutChanged, m_moved);
        count(&QAbstractItemModel::dataChanged, m_changed);
        count(&QAbstractItemModel::modelReset, m_resets);
    }
    ModelCheck(const ModelCheck&) = delete;
    ModelCheck& operator=(const ModelCheck&) = delete;

    /// The counts of each signal; a proxy moves rows by a layout change.
    [[nodiscard]] int inserted() const { return m_inserted; }
    [[nodiscard]] int removed() const { return m_removed; }
    [[nodiscard]] int moved() const { return m_moved; }
    [[nodiscard]] int changed() const { return m_changed; }
    [[nodiscard]] int resets() const { return m_resets; }
    /// The message of a failed check.
    [[nodiscard]] QString reported() const
    {
        return QStringLiteral("%1: %2 inserted, %3 removed, %4 moved, %5 changed, %6 resets")
            .arg(QLatin1String(m_model.metaObject()->className()))
            .arg(m_inserted)
            .arg(m_removed)
            .arg(m_moved)
            .arg(m_changed)
            .arg(m_resets);
    }

private:
    QAbstractItemModel& m_model;
    QAbstractItemModelTester m_tester;
    int m_inserted = 0;
    int m_removed = 0;
    int m_moved = 0;
    int m_changed = 0;
    int m_resets = 0;
};

} // namespace lockscope::test
