// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/ImageFile.h"

#include "ui/models/text/Formatting.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

namespace lockscope::ui {

namespace {

constexpr int captionHeight = 26;
constexpr int captionMargin = 12;
constexpr int captionPixels = 12;
const QString titleMark = QStringLiteral("the-title-of-the-picture");

QSize wholeSize(const Drawing& drawing)
{
    return drawing.size + QSize(0, drawing.caption.isEmpty() ? 0 : captionHeight);
}

void paintWhole(QPainter& painter, const Drawing& drawing)
{
    painter.fillRect(QRect({}, wholeSize(drawing)), drawing.theme.panel);
    painter.save();
    drawing.paint(painter);
    painter.restore();
    if (drawing.caption.isEmpty())
        return;
    auto font = textFont();
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    painter.setPen(drawing.theme.muted);
    const QRect line(captionMargin, drawing.size.height(), drawing.size.width() - 2 * captionMargin, captionHeight);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(drawing.caption, Qt::ElideMiddle, line.width()));
}

} // namespace

QByteArray svgOf(const Drawing& drawing)
{
    const auto size = wholeSize(drawing);
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setTitle(titleMark);
    QPainter painter(&generator);
    paintWhole(painter, drawing);
    painter.end();
    // Depending on its version, the generator escapes its title or not.
    buffer.buffer().replace(titleMark.toUtf8(), oneLine(drawing.caption.toStdString()).toHtmlEscaped().toUtf8());
    // U+FFFE and U+FFFF are not allowed in XML; the generator does not replace them.
    return buffer.buffer().replace("\xEF\xBF\xBE", "\xEF\xBF\xBD").replace("\xEF\xBF\xBF", "\xEF\xBF\xBD");
}

QImage imageOf(const Drawing& drawing)
{
    QImage image(wholeSize(drawing) * imageScale, QImage::Format_RGB32);
    if (image.isNull())
        return image;
    QPainter painter(&image);
    painter.scale(imageScale, imageScale);
    paintWhole(painter, drawing);
    return image;
}

} // namespace lockscope::ui
