// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"
#include "ui/theme/Theme.h"

#include <QLabel>

#include <array>

namespace lockscope::ui {

/// A short fact on a rounded background in the colour of its tone, with a mark before it. As a link, it is activated by
/// a click, Return or Space. Where there is little room it shows a shorter text; cut at its end if it has less than its
/// width.
class Chip final : public QLabel {
    Q_OBJECT
public:
    explicit Chip(const QString& objectName, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// While it has a text.
    void setLink();
    /// Until forgetWidth(), it only grows: a text that changes often does not move its neighbours.
    void setKeepsWidth() { m_keepsWidth = true; }
    void forgetWidth() { m_widest = {}; }
    /// An empty text hides it. `spoken`: the text for screen readers, if it is another one.
    void show(const QString& text, Tone tone, Mark mark = Mark::None, const QString& spoken = {});
    /// Before show(). Empty, the default: there is no shorter text.
    void setShortText(const QString& text) { m_shortText = text; }
    /// Draws the shorter text, if there is one.
    void setShort(bool isShort);
    [[nodiscard]] bool isShort() const { return m_isShort; }
    /// True hides it for lack of room.
    void setLeftOut(bool leftOut);
    [[nodiscard]] bool isLeftOut() const { return m_isLeftOut; }

    /// The text as it is drawn: whole at the width of sizeHint().
    [[nodiscard]] QString shownText() const;
    /// With the whole text, or with the shorter one.
    [[nodiscard]] int neededWidth(bool isShort) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void activated();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int markWidth() const;
    [[nodiscard]] QString textOf(bool isShort) const;
    [[nodiscard]] int widthOf(const QString& text) const;

    bool m_isLink = false;
    Theme m_theme = darkTheme();
    Tone m_tone = Tone::Muted;
    Mark m_mark = Mark::None;
    bool m_isLeftOut = false;
    bool m_keepsWidth = false;
    bool m_isShort = false;
    QString m_shortText;
    std::array<int, 2> m_widest{}; ///< that it has had with the whole text, and with the shorter one
};

} // namespace lockscope::ui
