// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace lockscope::ui {

/// True if the panel is in a dock at a side, above or below other panels: not among the tabs at the bottom, nor in a
/// window of its own. Then it may be lower than its content.
[[nodiscard]] bool isStacked(const QWidget& panel);

} // namespace lockscope::ui
