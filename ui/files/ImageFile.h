// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace lockscope::ui {

/// A drawing for a file, on the theme's background, with a line of text below.
struct Drawing {
    QSize size; ///< without the caption
    Theme theme;
    QString caption; ///< empty: none
    std::function<void(QPainter&)> paint;
};

/// As vectors, with texts as texts. Thread: that of the painted objects.
[[nodiscard]] QByteArray svgOf(const Drawing& drawing);

inline constexpr int imageScale = 2;

/// At double size, for printing. Null if it is too large to be drawn. Thread: as svgOf().
[[nodiscard]] QImage imageOf(const Drawing& drawing);

} // namespace lockscope::ui
