// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

/// Must be outside of all namespaces: Qt requires it for resources in a static library.
static void initResources()
{
    Q_INIT_RESOURCE(app);
}

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QPixmap drawn(QSvgRenderer& renderer, int side)
{
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon icon(const QString& name, const QColor& color)
{
    initResources();
    QFile file(u":/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("there is no icon called %s", qPrintable(name));
        return {};
    }
    QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toUtf8()));
    QIcon made;
    for (const auto side : {16, 32, 48}) {
        const auto pixmap = drawn(renderer, side);
        made.addPixmap(pixmap);
        QPixmap faint(pixmap.size());
        faint.fill(Qt::transparent);
        QPainter faintPainter(&faint);
        faintPainter.setOpacity(0.4);
        faintPainter.drawPixmap(0, 0, pixmap);
        faintPainter.end();
        made.addPixmap(faint, QIcon::Disabled);
    }
    return made;
}

QIcon applicationIcon()
{
    initResources();
    QSvgRenderer renderer(u":/icons/lockscope.svg"_s); // Qt's plugin for such images may not be installed
    QIcon made;
    for (const auto side : {16, 24, 32, 48, 64, 128, 256})
        made.addPixmap(drawn(renderer, side));
    return made;
}

} // namespace lockscope::ui
