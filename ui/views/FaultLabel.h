// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace lockscope::ui {

/// The error of an input: reserves two lines, so that a dialog does not grow; can be copied.
[[nodiscard]] QLabel* makeFaultLabel(QWidget* parent, const QString& objectName);

} // namespace lockscope::ui
