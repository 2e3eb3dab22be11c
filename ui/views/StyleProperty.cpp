// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/StyleProperty.h"

#include <QFont>
#include <QStyle>
#include <QVariant>
#include <QWidget>

namespace lockscope::ui {

void setStyleProperty(QWidget& widget, const char* name, const QString& value)
{
    if (widget.property(name).toString() == value)
        return;
    widget.setProperty(name, value);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

void turnOffShaping(QWidget& widget)
{
    auto font = widget.font();
    font.setStyleStrategy(QFont::PreferNoShaping);
    widget.setFont(font);
}

} // namespace lockscope::ui
