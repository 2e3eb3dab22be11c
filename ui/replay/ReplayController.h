// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/replay/ReplayPlayer.h"
#include "ui/shell/ViewState.h"

#include <QObject>

namespace lockscope::ui {

class MainWindow;

/// Connects the window to the player of recordings. Lives on the UI thread; `window` and `clock` must outlive it.
class ReplayController final : public QObject {
    Q_OBJECT
public:
    ReplayController(MainWindow& window, const Clock& clock, QObject* parent = nullptr);

    /// Shows the recording, or the audit logs of an ensemble, once it is read; until then the view does not change.
    void open(const QStringList& files);
    /// Returns to the live view.
    void close() { m_player.close(); }

    [[nodiscard]] ReplayPlayer& player() { return m_player; }
    /// A recording is shown: viewState() is the panels' input.
    [[nodiscard]] bool isShowing() const { return m_player.facts() != nullptr; }
    [[nodiscard]] ViewState viewState() const;

Q_SIGNALS:
    /// The panels must be updated, from the recording or the live connection.
    void viewStateChanged();
    void failed(const QString& sentence);

private:
    void showBar();
    void sayRemarks();

    MainWindow& m_window;
    ReplayPlayer m_player;
    inspect::SnapshotPtr m_reportedSnapshot;
    WallTime m_reportedAt{};
};

} // namespace lockscope::ui
