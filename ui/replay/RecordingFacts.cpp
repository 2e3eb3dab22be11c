// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/RecordingFacts.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace lockscope::ui {

namespace {

/// Enough for most recordings. For a longer one the newest events stay, and the panel reports it.
constexpr inspect::HistoryLimits limits{
    .events = 100'000, .eventBytes = 33'554'432, .locks = 20'000, .openContenders = 200'000};

struct RecordingFactsText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::RecordingFacts)
};

} // namespace

QString nameOf(const QStringList& files)
{
    const auto first = QFileInfo(files.first()).fileName();
    const auto others = static_cast<int>(files.size()) - 1;
    return others == 0 ? first : RecordingFactsText::tr("%1 and %2 more").arg(first).arg(others);
}

Result<ReadRecording> readRecording(const QStringList& files, std::shared_ptr<const inspect::DialectCatalogue> dialects,
                                    std::function<bool(const inspect::OpenedFile::Progress&)> goOn)
{
    auto facts = std::make_shared<RecordingFacts>();
    const auto history = std::make_shared<inspect::History>(limits, [&marks = facts->marks](const auto& event) {
        marks.add(event.at, ReplayMarks::kindOf(event.change.type));
    });
    inspect::OpenedFile::ProgressObserver progressObserver;
    progressObserver.goOn = std::move(goOn);
    progressObserver.see = [&](const inspect::RecordingReader::Item& item) {
        if (item.step)
            history->see(*item.step);
        else if (item.event)
            history->add(*item.event);
    };
    QStringList paths;
    std::vector<std::string> names;
    for (const auto& file : files) {
        paths << QFileInfo(file).absoluteFilePath();
        names.push_back(QFile::encodeName(file).toStdString());
    }
    auto opened = inspect::OpenedFile::open(names.front(), {"/"}, std::move(dialects), progressObserver,
                                            {names.begin() + 1, names.end()});
    if (!opened)
        return failure(opened.error());
    history->finish();

    std::shared_ptr<inspect::OpenedFile> recording = *std::move(opened);
    const auto& replay = recording->replay();
    facts->path = paths.join(u'\n');
    facts->name = nameOf(files);
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
