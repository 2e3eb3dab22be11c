// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QLabel;

namespace lockscope::ui {

class ElidedLabel;

/// What the bottom of the window says of the connection.
[[nodiscard]] QString connectionText(const ViewState& viewState);

/// Connection and session, watches of the budget, events, age of the snapshot, problems; where the owners' addresses
/// come from, and in its tooltip what would open what the servers do not tell.
class StatusLine final : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `wallNow` is the time of day: the snapshot's age grows also while it stands still.
    void show(const ViewState& viewState, WallTime wallNow);

private:
    Theme m_theme = darkTheme();
    SourceState m_source = SourceState::NotConnected;
    QLabel* m_mark;
    ElidedLabel* m_connection;
    QLabel* m_watches;
    QLabel* m_events;
    QLabel* m_age;
    QLabel* m_problems;
    ElidedLabel* m_addresses; ///< has the room that the others leave

    void colour();
    void showAddresses(const ensemble::EnsembleFacts* facts);
};

} // namespace lockscope::ui
