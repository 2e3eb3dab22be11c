// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// Asks for what a saved connection needs and does not keep: its user's password, its key's. Not modal. What is typed
/// goes nowhere but to chosen().
class SecretsDialog final : public QDialog {
    Q_OBJECT
public:
    explicit SecretsDialog(const connect::Profile& profile, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(const lockscope::connect::Secrets& secrets);

private:
    void check();

    QLineEdit* m_password;
    QLineEdit* m_keyPassword;
    QPushButton* m_button = nullptr;
    bool m_needsPassword;
};

} // namespace lockscope::ui
