// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/SaveLine.h"

#include "ui/files/TableReader.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FlatButton.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

SaveLine::SaveLine(const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_reported(new ElidedLabel(this))
    , m_reason(new QLabel(this))
    , m_cancel(makeFlatButton(this, objectName + u"Cancel"_s, tr("Cancel"), tr("Cancel the save.")))
    , m_close(makeFlatButton(this, objectName + u"Close"_s, u"×"_s, tr("Hide this message.")))
{
    setObjectName(objectName);
    m_reported->setObjectName(objectName + u"Told"_s);
    m_reported->setElideMode(Qt::ElideMiddle);
    m_reported->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reason->setObjectName(objectName + u"Reason"_s);
    m_reason->setProperty("tone", u"bad"_s);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 0, 2, 0);
    layout->setSpacing(6);
    layout->addWidget(m_reported, 1);
    layout->addWidget(m_reason, 1);
    layout->addWidget(m_cancel);
    layout->addWidget(m_close);
    m_leave.setSingleShot(true);
    m_leave.setInterval(20s);
    connect(&m_leave, &QTimer::timeout, this, &QWidget::hide);
    connect(m_cancel, &QToolButton::clicked, this, &SaveLine::cancel);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(&m_writer, &FileWriter::written, this, [this](const QString& file) {
        report(tr("Saved to %1").arg(file));
        m_leave.start();
    });
    connect(&m_writer, &FileWriter::failed, this, &SaveLine::reportFailure);
    hide();
}

void SaveLine::saveTable(const QAbstractItemModel& model, const QString& file)
{
    cancel();
    m_file = file;
    m_reader = new TableReader(model, this);
    connect(m_reader, &TableReader::progressed, this, &SaveLine::reportProgress);
    connect(m_reader, &TableReader::finished, this, [this, file] {
        const auto table = std::make_shared<const Table>(m_reader->take());
        std::exchange(m_reader, nullptr)->deleteLater();
        save(file, [table, isJson = file.endsWith(u".json"_s, Qt::CaseInsensitive)]() -> Result<QByteArray> {
            return isJson ? jsonOf(*table) : csvOf(*table);
        });
    });
    reportProgress();
}

void SaveLine::save(const QString& file, FileWriter::Make make)
{
    cancel();
    m_file = file;
    m_writer.write(file, std::move(make));
    report(tr("Writing %1…").arg(file));
}

void SaveLine::cancel()
{
    if (!isBusy())
        return;
    const bool isRead = m_reader != nullptr; // still reading: then the writer is busy with the previous file
    delete std::exchange(m_reader, nullptr);
    if (const bool isGivenUp = m_writer.cancel(); isRead || isGivenUp)
        report(tr("Cancelled: %1 was not written").arg(m_file));
    else
        report(tr("Too late to cancel: %1 is being written").arg(m_file));
}

void SaveLine::reportProgress()
{
    report(
        tr("Reading %1 of %2 rows for %3…").arg(formatCount(m_reader->done()), formatCount(m_reader->total()), m_file));
}

void SaveLine::report(const QString& sentence)
{
    m_leave.stop();
    m_reported->setFullText(sentence);
    m_cancel->setVisible(isBusy());
    m_close->setVisible(!isBusy());
    m_reported->show();
    m_reason->hide();
    show();
}

void SaveLine::reportFailure(const QString& sentence)
{
    report(sentence);
    m_reason->setText(sentence);
    m_reported->hide();
    m_reason->show();
}

} // namespace lockscope::ui

#include "moc_SaveLine.cpp"
