// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QAbstractItemView;

namespace lockscope::ui {

/// Keeps a view without a current row as it is when it gets the focus. Qt then makes its first row the current one,
/// which the user did not choose. A child of the view. Event filters that must see the focus are installed later.
class FocusWithoutChoice final : public QObject {
    Q_OBJECT
public:
    explicit FocusWithoutChoice(QAbstractItemView& view);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAbstractItemView& m_view;
};

} // namespace lockscope::ui
