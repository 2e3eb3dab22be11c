// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace lockscope::ui {

/// A small button of a view's head: a sign or a word, and what it does as tooltip and accessible name.
[[nodiscard]] QToolButton* makeFlatButton(QWidget* parent, const QString& objectName, const QString& text,
                                          const QString& tip);

} // namespace lockscope::ui
