// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FieldText.h"

#include <QLineEdit>

namespace lockscope::ui {

void setFieldText(QLineEdit& field, const QString& text)
{
    field.setText(text);
    field.setCursorPosition(0);
}

} // namespace lockscope::ui
