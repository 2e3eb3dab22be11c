// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/ImageActions.h"

#include "ui/files/SaveDialog.h"
#include "ui/files/SaveLine.h"
#include "ui/models/text/Formatting.h"

#include <QAction>
#include <QBuffer>
#include <QCoreApplication>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct ImageTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ImageActions)
};

/// PNG compression takes long, so it runs on the writing thread.
Result<QByteArray> pngOf(const QImage& image, const QString& file)
{
    QBuffer buffer;
    if (image.isNull() || !image.save(&buffer, "PNG"))
        return failure(ErrorCode::TooLarge, "save", file.toStdString(),
                       ImageTexts::tr("the image is too large to draw. Save it as SVG").toStdString());
    return buffer.data();
}

} // namespace

QString imageCaption(const ViewState& viewState, const std::string& lockPath)
{
    QStringList parts;
    if (!lockPath.empty())
        parts << oneLine(lockPath);
    parts << withAside(formatTime(viewState.now), formatUtc(viewState.now).section(u' ', 1));
    if (viewState.isReplay())
        parts << ImageTexts::tr("recording %1").arg(viewState.recording);
    else if (viewState.isStale())
        parts << ImageTexts::tr("last known state");
    return parts.join(u" · "_s);
}

QAction* addImageActions(QWidget& view, const QString& name, SaveLine& line, std::function<Drawing()> draw,
                         std::function<QByteArray()> dot)
{
    auto* action = new QAction(ImageTexts::tr("Save Image…"), &view);
    action->setObjectName(view.objectName() + u"Save"_s);
    action->setShortcut(QKeySequence::Save);
    action->setShortcutContext(Qt::WidgetShortcut);
    view.addAction(action);
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
    QList<FileKind> kinds{{ImageTexts::tr("PNG (*.png)"), u"png"_s}, {ImageTexts::tr("SVG (*.svg)"), u"svg"_s}};
    if (dot)
        kinds << FileKind{ImageTexts::tr("DOT, for Graphviz (*.dot)"), u"dot"_s};
    const auto save = [&line, draw = std::move(draw), dot = std::move(dot)](const QString& file) {
        const auto is = [&file](QStringView suffix) { return file.endsWith(suffix, Qt::CaseInsensitive); };
        if (dot && is(u".dot"))
            line.save(file, [bytes = dot()]() -> Result<QByteArray> { return bytes; });
        else if (is(u".svg"))
            line.save(file, [bytes = svgOf(draw())]() -> Result<QByteArray> { return bytes; });
        else
            line.save(file, [image = imageOf(draw()), file] { return pngOf(image, file); });
    };
    QObject::connect(action, &QAction::triggered, &view, [&view, name, kinds, save] {
        askForFile(view, view.objectName() + u"SaveDialog"_s, ImageTexts::tr("Save Image"), name, kinds, save);
    });
    return action;
}

} // namespace lockscope::ui
