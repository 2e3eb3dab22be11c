// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/Theme.h"
#include "ui/models/ActivityModel.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class EmptyState;
class ToneDelegate;

/// The live log: what changed between pictures, what simulated clients say, what was released. Stays at the end until
/// the user scrolls away from it.
class ActivityPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ActivityPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void append(std::vector<ActivityEntry> entries);

private:
    ActivityModel* m_model;
    QSortFilterProxyModel* m_proxy;
    ToneDelegate* m_delegate;
    QLineEdit* m_filter;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTableView* m_table;
};

} // namespace lockscope::ui
