// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QAction;
class QTreeWidget;

namespace lockscope::ui {

/// The keyboard shortcuts: those of the actions, as currently set, and the keys within a panel. Not modal.
class KeysDialog final : public QDialog {
    Q_OBJECT
public:
    explicit KeysDialog(const QList<QAction*>& actions, QWidget* parent = nullptr);

private:
    struct Key {
        QString keys;
        QString does;
    };

    void addGroup(const QString& title, const QList<Key>& keys);
    void addPanels();

    QTreeWidget* m_list;
};

} // namespace lockscope::ui
