// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/DiagnosticsWords.h"

#include <QCoreApplication>

namespace lockscope::ui {

namespace {

struct DiagnosticsTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::DiagnosticsWords)
};

DiagnosticsWords ofWindow(const QString& name, const QString& meaning)
{
    return {DiagnosticsTexts::tr("Window"), name, meaning};
}

DiagnosticsWords ofConnection(const QString& name, const QString& meaning)
{
    return {DiagnosticsTexts::tr("Connection"), name, meaning};
}

DiagnosticsWords ofInspector(const QString& name, const QString& meaning)
{
    return {DiagnosticsTexts::tr("Inspector"), name, meaning};
}

} // namespace

DiagnosticsWords wordsOf(DiagnosticsModel::Row row)
{
    switch (row) {
    case DiagnosticsModel::LongestPause:
        return ofWindow(
            DiagnosticsTexts::tr("Longest pause"),
            DiagnosticsTexts::tr("In the last second, without taking a key or click. At rest it is about %1 ms, as "
                                 "finely as it is measured; from 100 ms on it is felt.")
                .arg(LoopProbe::pace.count()));
    case DiagnosticsModel::SlowestPaint:
        return ofWindow(DiagnosticsTexts::tr("Slowest frame"),
                        DiagnosticsTexts::tr("How long the slowest painting of the window took in the last second."));
    case DiagnosticsModel::Paints:
        return ofWindow(DiagnosticsTexts::tr("Frames"),
                        DiagnosticsTexts::tr("How often the window was painted, in part or whole."));
    case DiagnosticsModel::SnapshotsShown:
        return ofWindow(
            DiagnosticsTexts::tr("Pictures shown"),
            DiagnosticsTexts::tr("At most ten a second, fewer where they are much work, none while it is paused."));
    case DiagnosticsModel::ShowingTook:
        return ofWindow(
            DiagnosticsTexts::tr("Taking over a picture"),
            DiagnosticsTexts::tr("How long the panels took for the last picture, before anything was painted."));
    case DiagnosticsModel::FindingsTook:
        return ofWindow(
            DiagnosticsTexts::tr("Looking for findings"),
            DiagnosticsTexts::tr("How long it took in the last picture, on a thread of its own: neither window nor "
                                 "connection waits for it."));
    case DiagnosticsModel::Reads:
        return ofConnection(
            DiagnosticsTexts::tr("Reading requests"),
            DiagnosticsTexts::tr("Sent to the servers by all sessions of this connection, without pings."));
    case DiagnosticsModel::Writes:
        return ofConnection(
            DiagnosticsTexts::tr("Writing requests"),
            DiagnosticsTexts::tr("Those that may change a node. Looking at locks sends none: only a release does."));
    case DiagnosticsModel::Events:
        return ofConnection(DiagnosticsTexts::tr("Watch events"),
                            DiagnosticsTexts::tr("Changes that the servers told of by themselves."));
    case DiagnosticsModel::InFlight:
        return ofConnection(DiagnosticsTexts::tr("Requests on their way"),
                            DiagnosticsTexts::tr("Sent and not yet answered, and how many may be at once."));
    case DiagnosticsModel::Listings:
        return ofConnection(DiagnosticsTexts::tr("Listings that wait"),
                            DiagnosticsTexts::tr("Directories whose children are still to be read. They go first."));
    case DiagnosticsModel::Confirmations:
        return ofConnection(
            DiagnosticsTexts::tr("Confirmations that wait"),
            DiagnosticsTexts::tr(
                "Directories that are known from the servers' list of ephemeral nodes, and are still to "
                "be read themselves."));
    case DiagnosticsModel::Details:
        return ofConnection(
            DiagnosticsTexts::tr("Directories that wait for details"),
            DiagnosticsTexts::tr("Owners, times and payloads of their contenders are still to be read. They go last."));
    case DiagnosticsModel::Unread:
        return ofConnection(DiagnosticsTexts::tr("Contenders without details"),
                            DiagnosticsTexts::tr("All those whose owner, time and payload are still to be read."));
    case DiagnosticsModel::ThreadWait:
        return ofConnection(
            DiagnosticsTexts::tr("Wait for its thread"),
            DiagnosticsTexts::tr("How long the connection's own thread was at work before it had time to count all "
                                 "this. Events are handled as late."));
    case DiagnosticsModel::SnapshotsMade:
        return ofInspector(
            DiagnosticsTexts::tr("Pictures made"),
            DiagnosticsTexts::tr(
                "Each change makes one, at most ten a second; of several that wait only the newest is shown."));
    case DiagnosticsModel::Directories:
        return ofInspector(DiagnosticsTexts::tr("Directories"),
                           DiagnosticsTexts::tr("Nodes that are looked at because they may hold locks."));
    case DiagnosticsModel::Polled:
        return ofInspector(
            DiagnosticsTexts::tr("Of those, polled"),
            DiagnosticsTexts::tr("Read again every few seconds, because no watch is left for them or their listing is "
                                 "too large. They are seen late."));
    case DiagnosticsModel::Watches:
        return ofInspector(DiagnosticsTexts::tr("Watches"),
                           DiagnosticsTexts::tr("One a directory, and how many there may be."));
    case DiagnosticsModel::Sessions:
        return ofInspector(DiagnosticsTexts::tr("Sessions"),
                           DiagnosticsTexts::tr("That hold the watches: another one before each is too full."));
    case DiagnosticsModel::PathBytes:
        return ofInspector(DiagnosticsTexts::tr("Paths in the fullest session"),
                           DiagnosticsTexts::tr(
                               "What it would send in one packet to set its watches again after a disconnect. Servers "
                               "refuse a packet of 1 MiB."));
    case DiagnosticsModel::RowCount:
        break;
    }
    return {};
}

} // namespace lockscope::ui
