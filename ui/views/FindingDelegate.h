// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QStyledItemDelegate>

namespace lockscope::ui {

/// Draws a row of FindingsModel as two lines beside its mark: the title with the number of occurrences and the age, and
/// the place with the sentence, which is elided at its end. One that has ended is grey.
class FindingDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }
    /// Everything in the muted colour: the data is old.
    void setStale(bool stale) { m_stale = stale; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    /// Returns the left end of what is drawn, at the right end of `line`.
    [[nodiscard]] int drawAge(QPainter& painter, const QRect& line, const QString& age) const;
    void drawTitle(QPainter& painter, const QRect& line, const QModelIndex& index, bool isMuted) const;
    void drawTimes(QPainter& painter, const QRect& box, const QString& times) const;

    Theme m_theme = darkTheme();
    bool m_stale = false;
};

} // namespace lockscope::ui
