// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FaultLabel.h"

#include <QLabel>
#include <QVariant>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QLabel* makeFaultLabel(QWidget* parent, const QString& objectName)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setProperty("tone", u"bad"_s);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumHeight(label->fontMetrics().height() * 2 + 4);
    label->setAlignment(Qt::AlignTop);
    return label;
}

} // namespace lockscope::ui
