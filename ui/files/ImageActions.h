// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/files/ImageFile.h"
#include "ui/shell/ViewState.h"

class QAction;

namespace lockscope::ui {

class SaveLine;

/// What is shown, and when: "/locks/orders · 2026-11-20 16:45:20.000 (15:45:20.000 UTC) · recording locks.rec".
[[nodiscard]] QString imageCaption(const ViewState& viewState, const std::string& lockPath);

/// Adds a context menu and Ctrl+S to a view: save as PNG or SVG, and as DOT if `dot` is given. `name`: the proposed
/// file name; `line` shows the result. Returns the action that opens the save dialog.
QAction* addImageActions(QWidget& view, const QString& name, SaveLine& line, std::function<Drawing()> draw,
                         std::function<QByteArray()> dot = {});

} // namespace lockscope::ui
