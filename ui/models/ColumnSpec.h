// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"

#include <QString>
#include <QStringList>
#include <QVariant>

#include <utility>
#include <vector>

namespace lockscope::ui {

/// The complete description of one column of a table. `Cell`: a row, with the data that its texts need.
template <typename Cell> struct ColumnSpec {
    const char* title = ""; ///< QT_TR_NOOP in the model that has it
    const char* tip = "";   ///< tooltip of the title; likewise
    int width = 100;        ///< initial width, see scaled()
    const char* keys = "";  ///< in a file, separated by spaces: see ExportRole
    QString (*text)(const Cell& cell) = nullptr;
    QVariant (*saved)(const Cell& cell) = nullptr;
    Tone (*tone)(const Cell& cell) = nullptr; ///< null: muted
    bool isMono = false;
    bool isStrong = false;
    bool isPath = false; ///< the folders of a node's path are muted, and left out first
};

/// The columns of one model, in the order of its enumeration, with the shared parts of data(). Immutable.
template <typename Cell> class Columns final {
public:
    using Translate = QString (*)(const char* text);

    Columns(Translate translate, std::vector<ColumnSpec<Cell>> specs)
        : m_translate(translate)
        , m_specs(std::move(specs))
    {
    }

    [[nodiscard]] int count() const { return static_cast<int>(m_specs.size()); }

    [[nodiscard]] QVariant header(int column, Qt::Orientation orientation, int role) const
    {
        if (orientation != Qt::Horizontal || column < 0 || column >= count())
            return {};
        const auto& spec = m_specs[static_cast<std::size_t>(column)];
        switch (role) {
        case Qt::DisplayRole:
            return m_translate(spec.title);
        case Qt::ToolTipRole:
            return *spec.tip ? m_translate(spec.tip) : QVariant();
        case WidthRole:
            return scaled(spec.width);
        case ExportRole:
            return QString::fromLatin1(spec.keys).split(u' ');
        default:
            return {};
        }
    }

    [[nodiscard]] QVariant cell(const Cell& cell, int column, int role) const
    {
        if (column < 0 || column >= count())
            return {};
        const auto& spec = m_specs[static_cast<std::size_t>(column)];
        switch (role) {
        case Qt::DisplayRole:
            return spec.text(cell);
        case Qt::ToolTipRole:
            return plainToolTip(spec.text(cell));
        case ToneRole:
            return QVariant::fromValue(spec.tone ? spec.tone(cell) : Tone::Muted);
        case MonoRole:
            return spec.isMono;
        case StrongRole:
            return spec.isStrong;
        case LeadRole:
            return spec.isPath ? leadOf(spec.text(cell)) : QVariant();
        case ExportRole:
            return spec.saved(cell);
        default:
            return {};
        }
    }

private:
    /// A name on Redis has no folders.
    [[nodiscard]] static QVariant leadOf(const QString& path)
    {
        const auto lead = path.lastIndexOf(u'/') + 1;
        return path.startsWith(u'/') && lead < path.size() ? QVariant(static_cast<int>(lead)) : QVariant();
    }

    Translate m_translate;
    std::vector<ColumnSpec<Cell>> m_specs;
};

/// For a column whose text always has the foreground colour.
template <typename Cell> [[nodiscard]] Tone normalTone(const Cell& /*cell*/)
{
    return Tone::Normal;
}

} // namespace lockscope::ui
