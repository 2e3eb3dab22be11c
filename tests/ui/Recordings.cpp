// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/Recordings.h"

#include "core/history/recordings/RecordingWriter.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"

#include <QFile>

namespace lockscope::test {

namespace {

/// Always returns the end of the story.
class StoryClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const override { return {}; }
    [[nodiscard]] WallTime wallNow() const override { return storyTime(endsAt); }
};

inspect::SnapshotPtr snapshotAt(int seconds, std::vector<inspect::Contender> orders)
{
    for (auto& contender : orders)
        contender.details->createdAt = storyTime(contender.sequence == 101 ? joinedAt : queuedAt);
    auto made = *snapshot({std::make_shared<inspect::Lock>(mutexQueue("/locks/orders", std::move(orders))),
                           mutexLock("/locks/other", 1)});
    made.takenAt = storyTime(seconds);
    return std::make_shared<inspect::Snapshot>(std::move(made));
}

} // namespace

WallTime storyTime(int seconds)
{
    return snapshotTime + std::chrono::seconds(seconds);
}

std::vector<inspect::SnapshotPtr> story()
{
    const auto first = contender(101, 0);
    const auto second = contender(102, 0);
    return {snapshotAt(0, {}), snapshotAt(joinedAt, {first}), snapshotAt(queuedAt, {first, second}),
            snapshotAt(handedOverAt, {second}), snapshotAt(emptyAt, {})};
}

void record(const QString& file, const std::vector<inspect::SnapshotPtr>& snapshots)
{
    const StoryClock clock;
    inspect::RecordingSettings settings;
    settings.connect = "zk1:2181";
    const auto writer = inspect::RecordingWriter::create(QFile::encodeName(file).toStdString(), settings, clock);
    QVERIFY2(writer, writer ? "" : describe(writer.error()).c_str());
    for (const auto& each : snapshots) {
        const auto written = (*writer)->write(each);
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    }
    QVERIFY((*writer)->finish("time"));
}

} // namespace lockscope::test
