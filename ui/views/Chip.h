// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QLabel>

namespace lockscope::ui {

/// A short fact on a rounded background in the colour of its tone. As a link, it is activated by a click, Return or
/// Space.
class Chip final : public QLabel {
    Q_OBJECT
public:
    explicit Chip(const QString& objectName, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// While it has a text.
    void setLink();
    /// An empty text hides it.
    void show(const QString& text, Tone tone);
    /// True hides it for lack of room.
    void setLeftOut(bool leftOut);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void activated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_isLink = false;
    Theme m_theme = darkTheme();
    Tone m_tone = Tone::Muted;
    bool m_isLeftOut = false;
};

} // namespace lockscope::ui
