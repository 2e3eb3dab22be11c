// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/ConnectionTarget.h"
#include "ui/RecentConnections.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace lockscope::ui {

/// Asks where to connect. Not modal: the window behind goes on. Says at once what is wrong with what is typed.
class ConnectDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ConnectDialog(const QList<RecentConnection>& recent, QWidget* parent = nullptr);

    void propose(const RecentConnection& connection);

Q_SIGNALS:
    void chosen(const lockscope::ui::ConnectionTarget& target);
    void sandboxWanted();
    void recordingWanted();

private:
    void check();
    void choose();
    [[nodiscard]] Result<ConnectionTarget> target() const;

    QList<RecentConnection> m_recent;
    QLineEdit* m_connect;
    QLineEdit* m_roots;
    QLabel* m_error;
    QListWidget* m_list;
    QPushButton* m_button;
};

} // namespace lockscope::ui
