// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace lockscope::ui {

/// A sentence that stays until closed or replaced: what failed, and the next step, which it may offer on a button. Can
/// be copied. It lies over the other widgets, so that none of them moves.
class Notice final : public QFrame {
    Q_OBJECT
public:
    /// Lies on `frame`, in the middle above its child `floor`.
    Notice(QWidget& frame, const QWidget& floor);

    /// An empty sentence hides it. `tone`: "bad", "warn" or "info", as in the style sheet. `offer`: the text of the
    /// button; empty: none.
    void say(const QString& sentence, const QString& tone, const QString& offer = {});

Q_SIGNALS:
    void offerAccepted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takePlace();

    const QWidget& m_floor;
    QLabel* m_text;
    QPushButton* m_offer;
};

} // namespace lockscope::ui
