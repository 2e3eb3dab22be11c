// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QStackedWidget;

namespace lockscope::ui {

class DetailsPanel;
class ReleaseBox;

/// The details of the selected contender, and below them its release options; in a replay, why a release is not
/// possible. Thread: UI.
class SidePanel final : public QWidget {
    Q_OBJECT
public:
    /// Takes ownership of both.
    SidePanel(DetailsPanel* details, ReleaseBox* release, QWidget* parent = nullptr);

    void setReplay(bool isReplay);

private:
    QStackedWidget* m_releaseStack;
};

} // namespace lockscope::ui
