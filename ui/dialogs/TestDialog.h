// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/TestStep.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/theme/Theme.h"

#include <QDialog>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

/// Shows step by step whether a connection works. Not modal. Asks for the passwords that the test needs, and keeps
/// them only as long as it is open; else it starts at once.
class TestDialog final : public QDialog {
    Q_OBJECT
public:
    TestDialog(const ConnectionTarget& target, const Theme& theme, QWidget* parent = nullptr);

    /// Once, after it is connected: starts the test unless passwords are missing.
    void begin();
    void setProgress(const connect::TestProgress& progress);

Q_SIGNALS:
    void startWanted(const lockscope::ui::ConnectionTarget& target);
    void cancelWanted();

private:
    struct Row {
        QLabel* mark;
        QLabel* title;
        QLabel* text;
    };

    QLineEdit* addSecret(QGridLayout& form, const QString& objectName, const QString& label);
    void buildSecrets(QGridLayout& form);
    void buildRows(QGridLayout& grid);
    void start();
    void showResult(const connect::TestResult& result, const Row& row);
    void say(const connect::TestProgress& progress);

    ConnectionTarget m_target;
    Theme m_theme;
    QLineEdit* m_password = nullptr; ///< null: not needed, or known
    QLineEdit* m_keyPassword = nullptr;
    std::vector<Row> m_rows;
    std::vector<connect::TestResult> m_results;
    QLabel* m_outcome;
    QPushButton* m_start = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_copy = nullptr;
};

} // namespace lockscope::ui
