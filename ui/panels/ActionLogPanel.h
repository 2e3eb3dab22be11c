// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "ui/shell/ActionLogSource.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class ActionLogModel;
class ActionLogProxy;
class EmptyState;
class SaveLine;
class ToneDelegate;

/// The action log: all releases and revocation requests of this program and lockscopectl, newest first, with a filter.
/// The rows shown can be saved. Reads the file only while visible.
class ActionLogPanel final : public QWidget {
    Q_OBJECT
public:
    /// `file`: the path from ActionLog::userFile().
    explicit ActionLogPanel(const QString& file, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setReading(const Result<release::ActionLogReading>& reading);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void filter();
    void showPage();

    ActionLogSource m_source;
    ActionLogModel* m_model;
    ActionLogProxy* m_proxy;
    QString m_trouble; ///< why the log cannot be read
    ToneDelegate* m_delegate;
    QLineEdit* m_filter;
    QComboBox* m_verdict;
    QLabel* m_reported;
    QPushButton* m_save;
    SaveLine* m_saveLine;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTableView* m_table;
};

} // namespace lockscope::ui
