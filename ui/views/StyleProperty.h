// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace lockscope::ui {

/// Sets a dynamic property that the style sheet selects by, and polishes the widget again.
void setStyleProperty(QWidget& widget, const char* name, const QString& value);

/// For text with hexadecimal numbers: the font Inter draws the x of 0x10 as a multiplication sign.
void turnOffShaping(QWidget& widget);

} // namespace lockscope::ui
