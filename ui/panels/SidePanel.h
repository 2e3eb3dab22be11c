// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QStackedWidget;

namespace lockscope::ui {

class DetailsPanel;
class ReleaseBox;

/// What is known of the contender that is chosen, and below it how to release it; in a replay, why nothing can be.
/// Thread: UI.
class SidePanel final : public QWidget {
    Q_OBJECT
public:
    /// It owns both from here on.
    SidePanel(DetailsPanel* details, ReleaseBox* release, QWidget* parent = nullptr);

    void setReplay(bool isReplay);

private:
    QStackedWidget* m_releaseStack;
};

} // namespace lockscope::ui
