// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace lockscope::ui {

/// A sentence across the window that stays until closed or replaced: what failed, and the next step, which it may offer
/// on a button. Can be copied.
class Notice final : public QFrame {
    Q_OBJECT
public:
    explicit Notice(QWidget* parent = nullptr);

    /// An empty sentence hides it. `tone`: "bad", "warn" or "info", as in the style sheet. `offer`: the text of the
    /// button; empty: none.
    void say(const QString& sentence, const QString& tone, const QString& offer = {});

Q_SIGNALS:
    void offerAccepted();

private:
    QLabel* m_text;
    QPushButton* m_offer;
};

} // namespace lockscope::ui
