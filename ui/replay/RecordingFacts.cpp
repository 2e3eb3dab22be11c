// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/RecordingFacts.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace lockscope::ui {

namespace {

/// Enough for most recordings. For a longer one the newest events stay, and the panel reports it.
constexpr inspect::HistoryLimits limits{
    .events = 100'000, .eventBytes = 33'554'432, .locks = 20'000, .openContenders = 200'000};

} // namespace

Result<ReadRecording> readRecording(const QString& file, std::shared_ptr<const inspect::DialectCatalogue> dialects,
                                    std::function<bool(const inspect::OpenedFile::Progress&)> goOn)
{
    auto facts = std::make_shared<RecordingFacts>();
    const auto history = std::make_shared<inspect::History>(limits, [&marks = facts->marks](const auto& event) {
        marks.add(event.at, ReplayMarks::kindOf(event.change.type));
    });
    inspect::OpenedFile::ProgressObserver progressObserver;
    progressObserver.goOn = std::move(goOn);
    progressObserver.see = [&](const inspect::RecordingReader::Item& item) {
        if (item.snapshot)
            history->see(item.snapshot);
        else if (item.event)
            history->add(*item.event);
    };
    auto opened =
        inspect::OpenedFile::open(QFile::encodeName(file).toStdString(), {"/"}, std::move(dialects), progressObserver);
    if (!opened)
        return failure(opened.error());
    history->finish();

    std::shared_ptr<inspect::OpenedFile> recording = *std::move(opened);
    const auto& replay = recording->replay();
    const QFileInfo info(file);
    facts->path = info.absoluteFilePath();
    facts->name = info.fileName();
    facts->isServerAuditLog = replay.header().source != "live";
    facts->connect = replay.header().connect;
    facts->from = replay.from();
    // For an audit log the recording was made just now, so its end is not the end of the log.
    facts->to = replay.end() && !facts->isServerAuditLog ? std::max(replay.to(), replay.end()->at) : replay.to();
    facts->snapshots = replay.size();
    facts->remarks = recording->remarks();
    facts->marks.reserveNoMore();
    facts->history = history;
    return ReadRecording{std::move(recording), std::move(facts)};
}

} // namespace lockscope::ui
