// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QFrame;
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
    enum Part {
        All = -1,
        Details,
        Release
    };
    /// One part of it has all of the height of a drawer.
    void showPart(int part);

private:
    void limitHeight();

    DetailsPanel* m_details;
    QStackedWidget* m_releaseStack;
    QFrame* m_separator;
    bool m_isReplay = false;
    int m_part = All;
};

} // namespace lockscope::ui
