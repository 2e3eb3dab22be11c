// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/WaitGraphFile.h"

#include "core/inspect/PrivateFile.h"
#include "core/inspect/WaitDot.h"
#include "ui/views/WaitGraphView.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int imageScale = 2; ///< so that it can be printed

QByteArray svgOf(const WaitGraphView& view)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.wholeSize());
    generator.setViewBox(QRect(QPoint(), view.wholeSize()));
    generator.setTitle(WaitGraphView::tr("Wait-for graph"));
    QPainter painter(&generator);
    view.paintWhole(painter);
    painter.end();
    return buffer.data();
}

QByteArray pngOf(const WaitGraphView& view)
{
    QImage image(view.wholeSize() * imageScale, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(imageScale, imageScale);
    view.paintWhole(painter);
    painter.end();
    QBuffer buffer;
    return image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

} // namespace

Result<void> saveWaitGraph(const WaitGraphView& view, const inspect::WaitPicture& picture, WallTime now,
                           const QString& file)
{
    const auto bytes = file.endsWith(u".dot"_s, Qt::CaseInsensitive)
                           ? QByteArray::fromStdString(inspect::waitDot(picture, now))
                       : file.endsWith(u".svg"_s, Qt::CaseInsensitive) ? svgOf(view)
                                                                       : pngOf(view);
    if (bytes.isEmpty())
        return failure(ErrorCode::TooLarge, "save", file.toStdString(),
                       "the picture is too large to be drawn; save it as SVG or DOT");
    return inspect::writePrivately("save", file, bytes);
}

} // namespace lockscope::ui
