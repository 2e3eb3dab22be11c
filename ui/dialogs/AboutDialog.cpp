// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/AboutDialog.h"

#include "core/base/EventLoop.h"
#include "core/base/Result.h" // tl::expected
#include "core/zk/ClientVersion.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Theme.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// A linked or compiled-in component with its licence; its package's copyright file lists its own components.
struct Component {
    QString name;
    QString version;
    QString licence;
};

QList<Component> components()
{
    return {{u"Qt"_s, QString::fromLatin1(qVersion()), u"LGPL-3.0-only"_s},
            {u"Apache ZooKeeper C client"_s, QString::fromStdString(zk::clientVersion()), u"Apache-2.0"_s},
            {u"libuv"_s, QString::fromStdString(EventLoop::libraryVersion()), u"MIT"_s},
            {u"QtKeychain"_s, QStringLiteral(LOCKSCOPE_QTKEYCHAIN_VERSION), u"BSD-3-Clause"_s},
            {u"tl::expected"_s,
             u"%1.%2.%3"_s.arg(TL_EXPECTED_VERSION_MAJOR).arg(TL_EXPECTED_VERSION_MINOR).arg(TL_EXPECTED_VERSION_PATCH),
             u"CC0-1.0"_s}};
}

QLabel* addLabel(QVBoxLayout& layout, const QString& objectName, const QString& text)
{
    auto* label = new QLabel(text, layout.parentWidget());
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout.addWidget(label);
    return label;
}

} // namespace

QString AboutDialog::versions()
{
    QStringList lines{u"Lockscope %1"_s.arg(QCoreApplication::applicationVersion())};
    for (const auto& component : components())
        lines << u"%1 %2 (%3)"_s.arg(component.name, component.version, component.licence);
    lines << u"%1, %2, %3"_s.arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture(),
                                 QGuiApplication::platformName());
    return lines.join(u'\n');
}

AboutDialog::AboutDialog(QWidget* parent)
    : QDialog(parent)
{
    setObjectName(u"aboutDialog"_s);
    setWindowTitle(tr("About Lockscope"));
    resize(620, 520);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    auto* mark = new QLabel(this);
    mark->setObjectName(u"aboutMark"_s);
    mark->setPixmap(applicationIcon().pixmap(48, 48));
    layout->addWidget(mark);
    addLabel(*layout, u"aboutWhat"_s,
             tr("Lockscope shows the holders and the waiters of distributed locks, and why they wait. It helps to "
                "release stuck locks safely."));
    addLabel(*layout, u"aboutVersions"_s, versions());
    addLabel(*layout, u"aboutLicence"_s,
             tr("Copyright 2026 The Lockscope Authors. Licensed under the Apache License, Version 2.0, without any "
                "warranty:"));
    auto* licence = new QPlainTextEdit(this);
    licence->setObjectName(u"aboutLicenceText"_s);
    licence->setAccessibleName(tr("Licence"));
    licence->setReadOnly(true);
    licence->setTabChangesFocus(true);
    licence->setFont(monoFont());
    if (QFile file(u":/LICENSE"_s); file.open(QIODevice::ReadOnly))
        licence->setPlainText(QString::fromUtf8(file.readAll()));
    layout->addWidget(licence, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("Copy Versions"), QDialogButtonBox::ActionRole);
    copy->setObjectName(u"aboutCopy"_s);
    connect(copy, &QPushButton::clicked, this, [] { QGuiApplication::clipboard()->setText(versions()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    copy->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    buttons->button(QDialogButtonBox::Close)->setFocus();
}

} // namespace lockscope::ui

#include "moc_AboutDialog.cpp"
