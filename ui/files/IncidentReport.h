// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ActionLogReader.h"
#include "ui/shell/ViewState.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <string>
#include <vector>

namespace lockscope::ui {

struct IncidentImage {
    QImage image; ///< at double size, as by imageOf(); null: nothing to draw, or too large
    QString alt;  ///< the same in words; empty: nothing to draw
};

/// One lock and all its known data at the moment when the report was requested.
struct Incident {
    ViewState viewState; ///< its history is not used: it changes while the report is made
    std::string lockPath;
    WallTime madeAt{};                            ///< by this machine's clock
    WallTime since{};                             ///< the beginning of the period that the report covers
    std::vector<inspect::FindingRecord> findings; ///< of this lock in that period that have ended, the last one first
    std::vector<inspect::HistoryEvent> events;    ///< of this lock, oldest first
    std::size_t eventsLeftOut = 0;                ///< the number of older ones
    IncidentImage lane{};
    IncidentImage timeline{};
    IncidentImage graph{}; ///< the waits around the lock
};

/// Sets the period, the findings of the lock that have ended, and its newest events with the number of older ones: in
/// a replay up to its time.
void takeHistory(Incident& incident, const inspect::History& history);

/// The report as a self-contained page: connection and period, the lock, findings with evidence and advice, those that
/// have ended too, the queue, the timeline, the wait-for graph, waits by client, the sessions, the events, and the
/// actions (`audit`: the whole action log). Contains no secrets: the connection's data is what the window shows. Pure
/// function, any thread.
[[nodiscard]] QByteArray incidentHtml(const Incident& incident, const Result<release::ActionLogReading>& audit);

} // namespace lockscope::ui
