// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QStyledItemDelegate>

class QLabel;

namespace lockscope::ui {

/// The word "production" on red, beside the name of such a connection. Hidden until its owner shows it.
[[nodiscard]] QLabel* makeProductionBadge(QWidget* parent, const QString& objectName);

/// The same at the right end of the rows of a list that have this role set to true.
class ProductionDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int isProductionRole = Qt::UserRole + 1;

    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Theme m_theme = darkTheme();
};

} // namespace lockscope::ui
