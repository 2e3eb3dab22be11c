// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;

namespace lockscope::ui {

/// A sentence across the window that stays until closed or replaced: what failed, and the next step. Can be copied.
class Notice final : public QFrame {
    Q_OBJECT
public:
    explicit Notice(QWidget* parent = nullptr);

    /// An empty sentence hides it. `tone`: "bad", "wait" or "info", as in the style sheet.
    void say(const QString& sentence, const QString& tone);

private:
    QLabel* m_text;
};

} // namespace lockscope::ui
