// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/replay/ReplayPlayer.h"
#include "ui/shell/ViewState.h"

#include <QObject>

namespace lockscope::ui {

class MainWindow;

/// Ties the window to the player of recordings. Lives on the UI thread; what it is given must outlive it.
class ReplayController final : public QObject {
    Q_OBJECT
public:
    ReplayController(MainWindow& window, const Clock& clock, QObject* parent = nullptr);

    /// Shows the file once it is read; until then everything stays as it is.
    void open(const QString& file);
    /// Back to what is live.
    void close() { m_player.close(); }

    [[nodiscard]] ReplayPlayer& player() { return m_player; }
    /// A recording is shown: viewState() is what the panels are told.
    [[nodiscard]] bool isShowing() const { return m_player.facts() != nullptr; }
    [[nodiscard]] ViewState viewState() const;

Q_SIGNALS:
    /// The panels are to be told again, of the recording or of what is live.
    void viewStateChanged();
    void failed(const QString& sentence);

private:
    void showBar();
    void sayRemarks();

    MainWindow& m_window;
    ReplayPlayer m_player;
    inspect::SnapshotPtr m_toldSnapshot;
    WallTime m_reportedAt{};
};

} // namespace lockscope::ui
