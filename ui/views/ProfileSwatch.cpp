// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ProfileSwatch.h"

#include "core/connect/Profile.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace lockscope::ui {

namespace {

QColor colorOf(const Theme& theme, const std::string& name)
{
    // In the order of connect::profileColours; the style sheet has the same for the button that shows the connection.
    const std::array colors{theme.bad, theme.warn, theme.good, theme.info, theme.special, theme.muted};
    static_assert(colors.size() == connect::profileColours.size());
    const auto place = std::find(connect::profileColours.begin(), connect::profileColours.end(), name);
    return place == connect::profileColours.end()
               ? QColor()
               : colors.at(static_cast<std::size_t>(place - connect::profileColours.begin()));
}

} // namespace

QIcon profileSwatch(const Theme& theme, const std::string& colour)
{
    constexpr int side = 32;
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto fill = colorOf(theme, colour);
    painter.setPen(QPen(fill.isValid() ? fill : theme.muted, 2));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(5, 5, side - 10, side - 10), 5, 5);
    return pixmap;
}

} // namespace lockscope::ui
