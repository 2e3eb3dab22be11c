// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QLineEdit;

namespace lockscope::ui {

/// Sets the text of a field so that its beginning is visible; QLineEdit shows the end of a long one. Thread: UI.
void setFieldText(QLineEdit& field, const QString& text);

} // namespace lockscope::ui
