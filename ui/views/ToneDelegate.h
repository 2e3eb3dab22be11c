// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"
#include "ui/theme/Sizes.h"
#include "ui/views/CellText.h"

#include <QHash>
#include <QIcon>
#include <QStyledItemDelegate>

namespace lockscope::ui {

/// Draws a cell by ToneRole, MarkRole, MonoRole, StrongRole, MarksRole, BarRole, UnknownRole and LeadRole of its model.
/// The style draws the rest. A text with a LeadRole is elided at its beginning. Rows have the height rowHeight().
class ToneDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit ToneDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Everything in the muted colour: the data is old.
    void setStale(bool stale) { m_stale = stale; }

    /// Of the bars of BarRole, in pixels.
    void setBarWidth(int width) { m_barWidth = width; }

    /// The width that a cell needs to show all of its text or marks; with LeadRole: of the text behind its lead.
    [[nodiscard]] int neededWidth(const QWidget& view, const QModelIndex& index) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    [[nodiscard]] QFont fontOf(QFont font, const QModelIndex& index) const;
    void drawPath(QPainter& painter, const QStyleOptionViewItem& cell, const QRect& box, const QString& text,
                  qsizetype lead) const;
    void drawMarks(QPainter& painter, const QStyleOptionViewItem& cell, const QList<TonedMark>& marks) const;
    int drawBar(QPainter& painter, const QRect& box, double share, const QColor& color) const;

    int m_rowHeight = rowHeight();
    int m_markSide = scaled(10);
    int m_barWidth = scaled(64);
    Theme m_theme = darkTheme();
    QFont m_mono = monoFont();
    bool m_stale = false;
    mutable QHash<int, QIcon> m_marks; ///< by mark and tone
    mutable CellText m_texts;
};

} // namespace lockscope::ui
