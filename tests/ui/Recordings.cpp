// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/Recordings.h"

#include "core/history/recordings/RecordingWriter.h"
#include "tests/support/Test.h"
#include "tests/ui/Pictures.h"

#include <QFile>

namespace lockscope::test {

namespace {

/// Stands where the story ends.
class StoryClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const override { return {}; }
    [[nodiscard]] WallTime wallNow() const override { return storyTime(endsAt); }
};

inspect::PicturePtr pictureAt(int seconds, std::vector<inspect::Contender> orders)
{
    for (auto& contender : orders)
        contender.details->createdAt = storyTime(contender.sequence == 101 ? joinedAt : queuedAt);
    auto made = *picture({std::make_shared<inspect::LockQueue>(mutexQueue("/locks/orders", std::move(orders))),
                          mutexLock("/locks/other", 1)});
    made.takenAt = storyTime(seconds);
    return std::make_shared<inspect::Picture>(std::move(made));
}

} // namespace

WallTime storyTime(int seconds)
{
    return pictureTime + std::chrono::seconds(seconds);
}

std::vector<inspect::PicturePtr> story()
{
    const auto first = contender(101, 0);
    const auto second = contender(102, 0);
    return {pictureAt(0, {}), pictureAt(joinedAt, {first}), pictureAt(queuedAt, {first, second}),
            pictureAt(handedOverAt, {second}), pictureAt(emptyAt, {})};
}

void record(const QString& file, const std::vector<inspect::PicturePtr>& pictures)
{
    const StoryClock clock;
    inspect::RecordingSettings settings;
    settings.connect = "zk1:2181";
    const auto writer = inspect::RecordingWriter::create(QFile::encodeName(file).toStdString(), settings, clock);
    QVERIFY2(writer, writer ? "" : describe(writer.error()).c_str());
    for (const auto& each : pictures) {
        const auto written = (*writer)->write(each);
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    }
    QVERIFY((*writer)->finish("time"));
}

} // namespace lockscope::test
