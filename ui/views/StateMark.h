// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace lockscope::ui {

/// The shape of a state in its colour: a filled dot holds, a star leads, a ring waits, one with a dot is next, a
/// crossed ring is gone, a dashed one with "?" is unknown; a triangle is critical, its outline a warning, a frame with
/// "i" a note; a tick has ended; a square, a diamond, a dash or a cross is a master's vote.
void paintMark(QPainter& painter, const QRectF& box, Mark mark, const QColor& color);

[[nodiscard]] QIcon markIcon(Mark mark, const QColor& color);

} // namespace lockscope::ui
