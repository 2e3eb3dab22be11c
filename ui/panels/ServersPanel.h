// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/text/ServerHealth.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>

class QAction;
class QLabel;
class QListView;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class SaveLine;
class ServersModel;
class ToneDelegate;

/// The servers: a row each with its role, latency, and since when and why it is down. As high as its rows, up to a
/// limit. In a narrow window the names and marks are side by side, in place of heading and rows; in a low one only the
/// heading is visible. Thread: UI. Intent: detailsWanted.
class ServersPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ServersPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `isSandbox`: the servers are the window's own, which can be stopped and started.
    void setViewState(const ViewState& viewState, bool isSandbox);

Q_SIGNALS:
    /// All that the servers report.
    void detailsWanted();
    /// Of the sandbox: ends this server, or starts it again.
    void stopWanted(const std::string& address);
    void startWanted(const std::string& address);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addServerActions();
    void showActions();
    [[nodiscard]] const ServerRow* selected() const;
    void showHeading(const ViewState& viewState);
    void showView();
    [[nodiscard]] int lineCount() const;
    void fitHeight();
    void fitColumns();

    ServersModel* m_model;
    ToneDelegate* m_delegate;
    ServerStarts m_starts;
    QLabel* m_title;
    QLabel* m_up;
    ElidedLabel* m_product;
    QToolButton* m_details;
    QAction* m_stop;
    QAction* m_start;
    bool m_isSandbox = false;
    QTableView* m_table;
    QListView* m_line; ///< the same, side by side
    SaveLine* m_saveLine;
};

} // namespace lockscope::ui
