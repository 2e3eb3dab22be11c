// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "ui/shell/connection/Keychain.h"

#include <QDialog>

#include <optional>
#include <string>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// Asks for the secrets of a connection: the passwords of its users, or of its servers if it has none, and of its key;
/// and whether the system's keychain shall keep them. Of a connection that was typed by hand, on Redis, it also asks
/// for the user. Not modal. The input is passed to chosen() only.
class SecretsDialog final : public QDialog {
    Q_OBJECT
public:
    /// `trouble`: why the user is asked again, as a sentence; else empty.
    SecretsDialog(const connect::Profile& profile, const QString& trouble, QWidget* parent = nullptr);

    /// Until the keychain has replied, nothing can be kept.
    void setKeychain(const KeychainAnswer& answer);

    /// Nothing has been typed.
    [[nodiscard]] bool isUntouched() const;

Q_SIGNALS:
    /// `user`: that of the profile, unless the dialog asks for it.
    void chosen(const lockscope::connect::Secrets& secrets, bool isToBeKept, const std::string& user);

private:
    void buildFields(const connect::Profile& profile, QFormLayout& form);
    void accepted();
    void check();
    void showKeychain();

    std::string m_profileUser;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QLineEdit* m_keyPassword;
    QLineEdit* m_writePassword;
    QCheckBox* m_keep;
    QLabel* m_note;
    QPushButton* m_button = nullptr;
    bool m_asksUser;
    bool m_needsPassword;
    bool m_needsWritePassword;
    std::optional<KeychainAnswer> m_keychain; ///< nothing: no reply yet
};

} // namespace lockscope::ui
