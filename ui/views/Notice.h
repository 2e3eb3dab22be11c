// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;

namespace lockscope::ui {

/// A sentence in the place of the status bar's texts, so that it covers no control and moves nothing: what happened or
/// failed, and the next step, which it may offer on a button. It can be copied; a long one is elided, and its tooltip
/// shows all of it. The window closes it by the Escape key.
class Notice final : public QFrame {
    Q_OBJECT
public:
    enum class Stay {
        UntilClosed,
        ForSomeSeconds ///< it needs no action
    };

    /// Lies on `frame`, over its child `place`.
    Notice(QWidget& frame, QWidget& place);

    /// Replaces the last one. An empty sentence hides it. `tone`: "bad", "warn" or "info", as in the style sheet.
    /// `offer`: the text of the button; empty: none.
    void say(const QString& sentence, const QString& tone, Stay stay, const QString& offer = {});
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// Hides it for a time, because its place is needed.
    void setAside(bool isAside);
    void end();

Q_SIGNALS:
    void offerAccepted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showOrHide();
    void takePlace();

    const QWidget& m_place;
    QLabel* m_text;
    QPushButton* m_offer;
    bool m_isOpen = false; ///< until it is closed, also while it is set aside
    QTimer m_endOfNotice{this};
    bool m_isAside = false;
};

} // namespace lockscope::ui
