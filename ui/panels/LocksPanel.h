// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/Situation.h"
#include "ui/Theme.h"

#include <QWidget>

#include <string>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeView;

namespace lockscope::ui {

class EmptyState;
class LocksModel;
class LocksProxy;
class SaveLine;
class ToneDelegate;

/// All locks of the picture as a tree; typing filters, the box above orders. Intent: lockChosen.
class LocksPanel final : public QWidget {
    Q_OBJECT
public:
    explicit LocksPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setSituation(const Situation& situation);
    /// Shows the lock as chosen, as soon as it is in the picture; says nothing.
    void select(const std::string& path);
    /// The first lock in the order that is shown; empty when there is none.
    [[nodiscard]] std::string firstLock() const;

Q_SIGNALS:
    void lockChosen(const std::string& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTree();
    void sayWhy(const Situation& situation);
    void showSelected();
    void expandIfFew();
    void currentChanged(const QModelIndex& current);

    LocksModel* m_model;
    LocksProxy* m_proxy;
    ToneDelegate* m_delegate;
    QLabel* m_count;
    QComboBox* m_order;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QLabel* m_problems;
    SaveLine* m_saveLine;
    inspect::PicturePtr m_picture; ///< that the model has
    std::string m_selected;
    bool m_updating = false; ///< what the tree selects meanwhile is not the user's choice
};

} // namespace lockscope::ui
