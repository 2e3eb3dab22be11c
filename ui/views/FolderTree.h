// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QTreeView>

namespace lockscope::ui {

/// A tree with a line below each row and a bar before the selected one. Rows may have a text behind that of their first
/// column (AsideRole): it reaches over the other columns, which must be empty in such a row.
class FolderTree final : public QTreeView {
    Q_OBJECT
public:
    using QTreeView::QTreeView;

    void setTheme(const Theme& theme) { m_theme = theme; }

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Theme m_theme = darkTheme();
};

} // namespace lockscope::ui
