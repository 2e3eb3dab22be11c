// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ActionLogReader.h"
#include "ui/shell/ViewState.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace lockscope::ui {

/// One lock and all that is known of it, at the moment when the report was asked for.
struct Incident {
    ViewState viewState; ///< its history is not looked at: it goes on while the report is made
    std::string lockPath;
    WallTime madeAt{};                         ///< by this machine's clock
    std::vector<inspect::HistoryEvent> events; ///< of this lock, the oldest first
    std::size_t eventsLeftOut = 0;             ///< older ones
    QByteArray lane;                           ///< SVG; empty: the lock is not there
    QByteArray timeline;                       ///< SVG; empty: nothing to be drawn
};

/// The newest events of a lock, in a replay until its time, and how many there are before them.
void takeEvents(Incident& incident, const inspect::History& history);

/// The report as a page that stands for itself: connection and time, the lock, findings with evidence and advice, the
/// queue, the timeline, the sessions, what happened, and what was done (`audit`: the whole trail). It has no secrets:
/// what is shown of the connection is what the window shows. Pure, any thread.
[[nodiscard]] QByteArray incidentHtml(const Incident& incident, const Result<release::ActionLogReading>& audit);

} // namespace lockscope::ui
