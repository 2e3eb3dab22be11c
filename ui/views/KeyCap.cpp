// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/KeyCap.h"

#include "ui/theme/Sizes.h"

#include <QPainter>
#include <QWidget>

namespace lockscope::ui {

namespace {

// See scaled().
constexpr int keyFontSize = 11;
constexpr int besideKey = 5;
constexpr int beforeKey = 6;
constexpr int behindKey = 8;

QFont keyFontOf(const QWidget& button)
{
    return scaledFont(button.font(), keyFontSize);
}

/// Of the box around the key.
int boxWidth(const QWidget& button, const QString& key)
{
    return QFontMetrics(keyFontOf(button)).horizontalAdvance(key) + 2 * scaled(besideKey);
}

} // namespace

int keyCapWidth(const QWidget& button, const QString& key)
{
    return key.isEmpty() ? 0 : scaled(beforeKey) + boxWidth(button, key);
}

void paintKeyCap(QPainter& painter, const QWidget& button, const QString& key, const QColor& frame, const QColor& text)
{
    if (key.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(keyFontOf(button));
    const auto high = painter.fontMetrics().height();
    const auto wide = boxWidth(button, key);
    const auto top = (button.height() - high) / 2; // a frame between pixels would be blurred
    const QRectF box(button.width() - scaled(behindKey) - wide + 0.5, top + 0.5, wide - 1, high - 1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(frame);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(text);
    painter.drawText(box, Qt::AlignCenter, key);
}

} // namespace lockscope::ui
