// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "ui/shell/connection/Keychain.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// Asks for what a saved connection needs and does not keep: its user's password, its key's; and whether the system's
/// keychain shall keep it. Not modal. What is typed goes nowhere but to chosen().
class SecretsDialog final : public QDialog {
    Q_OBJECT
public:
    /// `trouble`: why it is asked again, in a sentence; empty where it is not.
    SecretsDialog(const connect::Profile& profile, const QString& trouble, QWidget* parent = nullptr);

    /// Until it has answered nothing can be kept.
    void setKeychain(const KeychainAnswer& answer);

    /// Nothing is typed.
    [[nodiscard]] bool isUntouched() const;

Q_SIGNALS:
    void chosen(const lockscope::connect::Secrets& secrets, bool isToBeKept);

private:
    void check();
    void showKeychain();

    QLineEdit* m_password;
    QLineEdit* m_keyPassword;
    QCheckBox* m_keep;
    QLabel* m_note;
    QPushButton* m_button = nullptr;
    bool m_needsPassword;
    std::optional<KeychainAnswer> m_keychain; ///< nothing: no answer yet
};

} // namespace lockscope::ui
