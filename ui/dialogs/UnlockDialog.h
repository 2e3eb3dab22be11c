// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// Asks whether a read-only connection may change the locks on the servers for a time. For a production connection its
/// name must be typed. Not modal.
class UnlockDialog final : public QDialog {
    Q_OBJECT
public:
    explicit UnlockDialog(const connect::Profile& profile, QWidget* parent = nullptr);

private:
    void check();

    QString m_expected; ///< empty: a click is enough
    QLineEdit* m_name;
    QPushButton* m_button = nullptr;
};

} // namespace lockscope::ui
