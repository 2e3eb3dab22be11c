// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QTreeView>

namespace lockscope::ui {

/// A tree whose rows may have a text behind that of their first column (AsideRole). It reaches over the other columns,
/// which must be empty in such a row.
class FolderTree final : public QTreeView {
    Q_OBJECT
public:
    using QTreeView::QTreeView;

    void setInk(const QColor& ink) { m_ink = ink; }

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QColor m_ink;
};

} // namespace lockscope::ui
