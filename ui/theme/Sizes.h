// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The sizes of the window follow the font of the application, from 8 to 20 points. The window is designed for a text
/// of 13 pixels: each size is given in the pixels of that design. A font that is smaller than it changes nothing, as in
/// textFont(). Thread: UI.

#include <QFont>

class QFontMetricsF;
class QString;
class QWidget;

namespace lockscope::ui {

/// How much larger the text is than in the design; at least 1.
[[nodiscard]] double textScale();
[[nodiscard]] int scaled(double designed);
/// The font in a size of the design, as 11 beside the 13 of the text.
[[nodiscard]] QFont scaledFont(QFont font, int designed, QFont::Weight weight = QFont::Normal);
/// Of a row in tables and lists of one line, in pixels.
[[nodiscard]] int rowHeight();

/// The pixels in which a text of one line is whole. The advance of QFontMetrics is rounded, and may be less.
[[nodiscard]] int wholeWidth(const QFontMetricsF& metrics, const QString& text);

/// The main window around this widget is too narrow for details beside the queue: they are a drawer. False outside of a
/// main window.
[[nodiscard]] bool isInNarrowWindow(const QWidget& widget);
/// It is too low for all parts of the panels: what can be reached otherwise is folded.
[[nodiscard]] bool isInLowWindow(const QWidget& widget);

} // namespace lockscope::ui
