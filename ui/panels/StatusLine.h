// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;

namespace lockscope::ui {

class ElidedLabel;

/// The connection's text in the status line.
[[nodiscard]] QString connectionText(const ViewState& viewState);

/// Connection and session, requests per second of the limit, watches of the budget, age of the snapshot, events,
/// problems, and the source of the owners' addresses; its tooltip reports how to enable closed status endpoints.
class StatusLine final : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `wallNow` is the time of day: the snapshot's age also grows while paused.
    void show(const ViewState& viewState, WallTime wallNow);
    /// Shows a sentence for some seconds, in place of the connection's text. Empty: shows it no longer.
    void tell(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// The sentence is shown, or no longer.
    void telling(bool isShown);

private:
    Theme m_theme = darkTheme();
    TonedMark m_look = {Mark::Ring, Tone::Muted}; ///< of the connection
    QLabel* m_mark;
    ElidedLabel* m_connection;
    ElidedLabel* m_message; ///< the sentence of tell()
    QTimer m_endOfMessage;
    QLabel* m_requests;
    QLabel* m_watches;
    QLabel* m_age;
    QLabel* m_events;
    QLabel* m_problems;
    QLabel* m_separator;      ///< before m_addresses
    ElidedLabel* m_addresses; ///< takes the remaining width, if that is enough

    void colour();
    void showMessage(bool isShown);
    void fitAddresses();
    void showAddresses(const ensemble::EnsembleFacts* facts);
};

} // namespace lockscope::ui
