// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace lockscope::ui {

/// An image from resources/icons in one colour: `color` replaces its "currentColor". Sharp at any scale.
[[nodiscard]] QIcon icon(const QString& name, const QColor& color);

/// The program's own icon, in its own colours.
[[nodiscard]] QIcon applicationIcon();

} // namespace lockscope::ui
