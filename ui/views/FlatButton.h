// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace lockscope::ui {

/// A small button in a view's header: a sign or a word, with tooltip and accessible name.
[[nodiscard]] QToolButton* makeFlatButton(QWidget* parent, const QString& objectName, const QString& text,
                                          const QString& tip);

} // namespace lockscope::ui
