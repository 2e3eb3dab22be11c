// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Paints an icon in the sizes that desktops ask for: icon_sizes ICON.svg FOLDER NAME SIZE… makes FOLDER/SIZE/NAME.png.
/// Runs while Lockscope is built; needs no display, and makes the same bytes each time.

#include <QDir>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

bool paint(QSvgRenderer& icon, int size, const QString& file)
{
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    icon.render(&painter);
    painter.end();
    return image.save(file, "PNG");
}

} // namespace

int main(int argc, char** argv)
{
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);
    if (words.size() < 4) {
        std::fputs("icon_sizes ICON.svg FOLDER NAME SIZE...\n", stderr);
        return 2;
    }
    QSvgRenderer icon(words.at(0));
    for (const auto& size : words.mid(3)) {
        const QDir folder(words.at(1) + u'/' + size);
        const auto file = folder.filePath(words.at(2) + u".png"_s);
        if (!icon.isValid() || size.toInt() <= 0 || !folder.mkpath(u"."_s) || !paint(icon, size.toInt(), file)) {
            std::fprintf(stderr, "icon_sizes: could not make %s of %s\n", qPrintable(file), qPrintable(words.at(0)));
            return 1;
        }
    }
    return 0;
}
