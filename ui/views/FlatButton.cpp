// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FlatButton.h"

#include <QToolButton>
#include <QVariant>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QToolButton* makeFlatButton(QWidget* parent, const QString& objectName, const QString& text, const QString& tip)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setProperty("role", u"flat"_s);
    return button;
}

} // namespace lockscope::ui
