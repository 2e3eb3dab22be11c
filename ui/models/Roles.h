// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <Qt>

namespace lockscope::ui {

/// The shape that tells a state beside its colour.
enum class Mark {
    None,
    Filled,
    Ring,
    Triangle
};

/// Roles that all models of this folder share. Text is under Qt::DisplayRole.
enum Role : int {
    KeyRole = Qt::UserRole + 1, ///< QString: what identifies the row
    ToneRole,                   ///< Tone of the text
    MarkRole,                   ///< Mark before the text
    MarkToneRole,               ///< Tone of the mark, where it is not that of the text
    MonoRole,                   ///< bool: an id, a node or an address
    StrongRole,                 ///< bool: stands out from its neighbours
    WidthRole,                  ///< int, of a header: the pixels that the column begins with
    /// The whole value, for files and the clipboard: ids and paths as they are, times in ISO 8601 UTC, numbers as
    /// numbers; nothing where there is none. A header has the keys (QStringList) under which its column stands there,
    /// English whatever the window speaks; where it has several, cells have a QVariantList with as many values. A model
    /// without it is saved as it is shown.
    ExportRole,
};

} // namespace lockscope::ui
