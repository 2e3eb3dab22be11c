// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Sizes.h"

#include "ui/theme/Theme.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QMainWindow>
#include <QtMath>

#include <algorithm>

namespace lockscope::ui {

namespace {

// See scaled().
constexpr int wideWindow = 1'280;
constexpr int highWindow = 600;

const QWidget* mainWindowOf(const QWidget& widget)
{
    return qobject_cast<const QMainWindow*>(widget.window());
}

} // namespace

double textScale()
{
    return std::max(1.0, QFontInfo(QGuiApplication::font()).pixelSize() / static_cast<double>(leastTextSize));
}

int scaled(double designed)
{
    return qRound(designed * textScale());
}

QFont scaledFont(QFont font, int designed, QFont::Weight weight)
{
    font.setPixelSize(scaled(designed));
    font.setWeight(weight);
    return font;
}

int rowHeight()
{
    return QFontMetrics(textFont()).height() + scaled(6);
}

int wholeWidth(const QFontMetricsF& metrics, const QString& text)
{
    return qCeil(metrics.horizontalAdvance(text));
}

bool isInNarrowWindow(const QWidget& widget)
{
    const auto* window = mainWindowOf(widget);
    return window && window->width() < scaled(wideWindow);
}

bool isInLowWindow(const QWidget& widget)
{
    const auto* window = mainWindowOf(widget);
    return window && window->height() < scaled(highWindow);
}

} // namespace lockscope::ui
