// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"
#include "ui/theme/Theme.h"

#include <QLabel>

namespace lockscope::ui {

/// A short fact on a rounded background in the colour of its tone, with a mark before it. As a link, it is activated by
/// a click, Return or Space. Cut at its end if it has less than its width.
class Chip final : public QLabel {
    Q_OBJECT
public:
    explicit Chip(const QString& objectName, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// While it has a text.
    void setLink();
    /// Until forgetWidth(), it only grows: a text that changes often does not move its neighbours.
    void setKeepsWidth() { m_keepsWidth = true; }
    void forgetWidth() { m_widest = 0; }
    /// An empty text hides it. `spoken`: the text for screen readers, if it is another one.
    void show(const QString& text, Tone tone, Mark mark = Mark::None, const QString& spoken = {});
    /// True hides it for lack of room.
    void setLeftOut(bool leftOut);

    /// The text as it is drawn: whole at the width of sizeHint().
    [[nodiscard]] QString shownText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void activated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int markWidth() const;

    bool m_isLink = false;
    Theme m_theme = darkTheme();
    Tone m_tone = Tone::Muted;
    Mark m_mark = Mark::None;
    bool m_isLeftOut = false;
    bool m_keepsWidth = false;
    int m_widest = 0; ///< that it has had
};

} // namespace lockscope::ui
