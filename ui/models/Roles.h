// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QList>
#include <Qt>

namespace lockscope::ui {

/// The shape that shows a state in addition to its colour: one meaning a shape, in the whole window.
enum class Mark {
    None,
    Filled,          ///< holds; up
    Star,            ///< a server that leads others
    Ring,            ///< waits; free
    DottedRing,      ///< the next holder
    Triangle,        ///< critical
    WarningTriangle, ///< an outline: a warning
    Note,            ///< a finding that is only information
    Tick,            ///< ended
    Question,        ///< unknown
    CrossedRing,     ///< gone: dead, down
    Square,          ///< a vote for the token with the most votes
    Diamond,         ///< another token
    Dash,            ///< no vote
    Cross            ///< no answer
};

/// A shape in its colour, for cells with several.
struct TonedMark {
    Mark mark = Mark::None;
    Tone tone = Tone::Muted;

    friend bool operator==(const TonedMark&, const TonedMark&) = default;
};

/// Roles that all models of this folder share. Text is under Qt::DisplayRole.
enum Role : int {
    KeyRole = Qt::UserRole + 1, ///< QString: identifies the row
    ToneRole,                   ///< Tone of the text
    MarkRole,                   ///< Mark before the text
    MarkToneRole,               ///< Tone of the mark, if it differs from that of the text
    MonoRole,                   ///< bool: an id, a node or an address
    StrongRole,                 ///< bool: emphasized
    WidthRole,                  ///< int, of a header: the initial width in pixels
    /// The complete value, for files and the clipboard: ids and paths unchanged, times in ISO 8601 UTC, numbers as
    /// numbers; nothing if unknown. A header has the keys (QStringList) of its column in a file, in English in every
    /// language; with several keys, a cell has a QVariantList with as many values. A model without this role is saved
    /// as shown.
    ExportRole,
    MarksRole,   ///< QList<TonedMark>: drawn in place of the text
    UnknownRole, ///< bool: the value is unknown: in italics, with a "?" before it
    BarRole,     ///< double, 0 to 1: a bar before the text, filled so far
    AsideRole,   ///< QString: muted text behind the text of a row whose other cells are empty
    LeadRole,    ///< int: the first characters of the text, as a path's folders: muted, and left out first
};

} // namespace lockscope::ui
