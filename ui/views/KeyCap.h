// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A shortcut in a box at the right end of a button, behind its text. Thread: UI.

#include <QString>

class QColor;
class QPainter;
class QWidget;

namespace lockscope::ui {

/// The width that the button needs for it, in addition to its text; 0 for an empty key.
[[nodiscard]] int keyCapWidth(const QWidget& button, const QString& key);
void paintKeyCap(QPainter& painter, const QWidget& button, const QString& key, const QColor& frame, const QColor& text);

} // namespace lockscope::ui
