// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Theme.h"

#include <QDialog>

#include <string>
#include <vector>

class QDialogButtonBox;
class QListWidget;
class QMenu;
class QPushButton;

namespace lockscope::ui {

class ProductionDelegate;
class TargetForm;

/// Asks where to connect. Not modal: the window stays usable. Checks the input while it is typed.
class ConnectDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ConnectDialog(const QList<RecentConnection>& recent, QWidget* parent = nullptr);

    void setSaved(std::vector<connect::Profile> saved, const Theme& theme);
    /// Once: adds a button with this menu, which starts a sandbox. A choice closes the dialog.
    void setSandboxMenu(QMenu* sandboxes);
    /// Fills in the servers.
    void propose(const RecentConnection& connection);

Q_SIGNALS:
    void chosen(const lockscope::ui::ConnectionTarget& target);
    void savedChosen(const std::string& name);
    /// Requests to save a new connection, or to change this one.
    void newWanted();
    void changeWanted(const lockscope::connect::Profile& profile);
    void forgetWanted(const std::string& name);
    /// Requests to remove its secrets from the system's keychain.
    void forgetSecretsWanted(const std::string& name);
    void recordingWanted();
    void testWanted(const lockscope::ui::ConnectionTarget& target);

private:
    void check();
    void choose();
    QWidget* buildSaved();
    QPushButton* addSavedButton(const QString& objectName, const QString& text);
    void updateSaved();
    [[nodiscard]] const connect::Profile* chosenSaved() const;

    QList<RecentConnection> m_recent;
    std::vector<connect::Profile> m_saved;
    QListWidget* m_savedList;
    ProductionDelegate* m_badges;
    QPushButton* m_openSaved = nullptr;
    QPushButton* m_changeSaved = nullptr;
    QPushButton* m_forgetSaved = nullptr;
    QPushButton* m_forgetSecrets = nullptr;
    TargetForm* m_target;
    QListWidget* m_list;
    QDialogButtonBox* m_buttons = nullptr;
    QPushButton* m_button;
    QPushButton* m_test = nullptr;
};

} // namespace lockscope::ui
