// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ClosedStatusEndpoints.h"

#include "core/findings/Notes.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct EndpointTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ClosedStatusEndpoints)
};

QString adviceOf(const ensemble::ServerFacts& server)
{
    QStringList lines;
    for (const auto& line : server.advice)
        lines << oneLine(line);
    if (lines.isEmpty())
        return {};
    // The last line enables the four-letter commands; the lines before it together enable the AdminServer.
    const auto words = lines.takeLast();
    if (lines.isEmpty())
        return EndpointTexts::tr("To enable the four-letter commands, add to the zoo.cfg of this server:\n%1")
            .arg(words);
    return EndpointTexts::tr("To enable the AdminServer, add to the zoo.cfg of this server:\n%1\nOr, to enable the "
                             "four-letter commands, add:\n%2")
        .arg(lines.join(u'\n'), words);
}

} // namespace

QStringList closedStatusEndpoints(const ensemble::EnsembleFacts& facts)
{
    QStringList statusEndpoints;
    for (const auto& server : facts.servers) {
        if (server.trouble.empty())
            continue;
        const auto why = ended(u"%1 %2"_s.arg(oneLine(toString(server.address)), oneLine(server.trouble)));
        statusEndpoints << inTurn({why, adviceOf(server)});
    }
    return statusEndpoints;
}

namespace {

/// The checks that need the servers' reports.
QString missingSessionChecks(const inspect::Snapshot& snapshot)
{
    auto nothing = EndpointTexts::tr("No server reported the session owners. Owners whose session has ended, or "
                                     "that send no heartbeat, cannot be detected.");
    const auto* facts = snapshot.ensemble.get();
    if (!facts)
        return nothing;
    const auto statusEndpoints = closedStatusEndpoints(*facts);
    if (statusEndpoints.isEmpty())
        return {};
    const bool isAnyOpen = std::any_of(facts->servers.begin(), facts->servers.end(),
                                       [](const auto& server) { return server.connections != ensemble::Source::None; });
    const auto some = EndpointTexts::tr("Not every server reports the session owners. Some owners whose session has "
                                        "ended, or that send no heartbeat, cannot be detected.");
    return inTurn({isAnyOpen ? some : nothing, statusEndpoints.front()});
}

} // namespace

QString missingChecks(const inspect::Snapshot& snapshot)
{
    QStringList missing;
    if (snapshot.backend == inspect::Backend::Redis) {
        for (const auto& note : inspect::notesOn(snapshot, false))
            missing << QString::fromStdString(note);
        return inTurn(missing);
    }
    if (inspect::hasUnreadNodes(snapshot))
        missing << EndpointTexts::tr("Some nodes were not read. Their locks were not checked.");
    missing << missingSessionChecks(snapshot);
    missing.removeAll(QString());
    return inTurn(missing);
}

QString addressesText(const ensemble::EnsembleFacts& facts)
{
    const auto asked = std::ssize(facts.servers);
    if (asked == 0)
        return {};
    std::set<inspect::HostSource> known;
    auto answered = 0;
    for (const auto& server : facts.servers) {
        const auto source = hostSourceOf(server.connections);
        if (source == inspect::HostSource::None)
            continue;
        known.insert(source);
        ++answered;
    }
    if (answered == 0)
        return EndpointTexts::tr("addresses: none, no server reports its connections");
    QStringList sources;
    for (const auto source : known)
        sources << hostSourceText(source);
    if (asked == 1)
        return EndpointTexts::tr("addresses: %1").arg(sources.front());
    return EndpointTexts::tr("addresses: %1 on %2 of %n servers", nullptr, forPlural(asked))
        .arg(asList(sources))
        .arg(answered);
}

} // namespace lockscope::ui
