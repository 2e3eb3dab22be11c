// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/AuditReader.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace lockscope::ui {

/// What was done, the newest first. Thread: UI.
class AuditModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Time,
        Act,
        Outcome,
        Lock,
        Client,
        Who,
        Reason,
        Ticket,
        Detail,
        ColumnCount
    };

    explicit AuditModel(QObject* parent = nullptr);

    /// Rows are keyed by the act's id: what was there stays, and may have got its outcome.
    void setEntries(std::vector<release::AuditEntry> entries);
    [[nodiscard]] const std::vector<release::AuditEntry>& entries() const { return m_entries; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const release::AuditEntry& entry, int column);
    [[nodiscard]] static QVariant exported(const release::AuditEntry& entry, int column);

    std::vector<release::AuditEntry> m_entries;
};

/// The rows that a filter lets through.
class AuditProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit AuditProxy(AuditModel& model, QObject* parent = nullptr);

    void setFilter(release::AuditFilter filter);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    AuditModel& m_model;
    release::AuditFilter m_filter;
};

/// "released", "refused", …: a verdict as people read it.
[[nodiscard]] QString verdictText(release::Verdict verdict);

} // namespace lockscope::ui
