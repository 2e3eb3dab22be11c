// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The cost of a large recording for the window: the time to open it, how long the event loop is blocked meanwhile,
/// during the replay and while the user drags along the timeline, the time until a jump is shown, and the memory of the
/// process. The recording is made here, in the temporary folder, and removed.

#include "core/history/recordings/RecordingWriter.h"
#include "tests/bench/Crowd.h"
#include "tests/bench/WindowMeasures.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Simulation.h"

#include <QCommandLineParser>
#include <QTemporaryDir>

#include <cstdio>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr auto snapshotEvery = std::chrono::milliseconds(100);
constexpr qint64 jumpLimitMs = 1'000;
constexpr long memoryLimitMiB = 350;

/// Advances with the recording: a full snapshot a minute.
class RecorderClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const override { return SteadyTime(m_since); }
    [[nodiscard]] WallTime wallNow() const override
    {
        return WallTime(std::chrono::milliseconds(1'750'000'000'000)) + m_since;
    }
    void goOn(std::chrono::milliseconds by) { m_since += by; }

private:
    std::chrono::milliseconds m_since{};
};

/// False: the reason was printed.
bool record(const QString& file, qint64 bytes, int locks, int contenders, int changes)
{
    RecorderClock clock;
    auto writer =
        inspect::RecordingWriter::create(file.toStdString(), {.connect = "zk1:2181", .mostBytes = 2 * bytes}, clock);
    Crowd crowd(locks, contenders, clock.wallNow());
    while (writer && (*writer)->bytes() < bytes) {
        clock.goOn(snapshotEvery);
        if (const auto written = (*writer)->write(crowd.next(changes / 10, clock.wallNow())); !written) {
            std::fprintf(stderr, "window-recording: %s\n", describe(written.error()).c_str());
            return false;
        }
    }
    if (!writer) {
        std::fprintf(stderr, "window-recording: %s\n", describe(writer.error()).c_str());
        return false;
    }
    const auto minutes = std::chrono::duration<double, std::ratio<60>>(clock.now().time_since_epoch()).count();
    std::printf("%.0f MiB, %.1f minutes, %llu snapshots, %llu of them full\n",
                static_cast<double>((*writer)->bytes()) / 1'048'576, minutes,
                static_cast<unsigned long long>((*writer)->snapshots()),
                static_cast<unsigned long long>((*writer)->fullSnapshots()));
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    Watched application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"megabytes"_s, u"How large the recording is."_s, u"N"_s, u"500"_s},
                       {u"locks"_s, u"How many."_s, u"N"_s, u"1000"_s},
                       {u"contenders"_s, u"In all of them."_s, u"N"_s, u"9000"_s},
                       {u"changes"_s, u"Locks that change hands in a second."_s, u"N"_s, u"200"_s},
                       {u"seconds"_s, u"For how long it plays."_s, u"S"_s, u"20"_s}});
    parser.process(application);
    const auto megabytes = parser.value(u"megabytes"_s).toInt();
    const auto locks = parser.value(u"locks"_s).toInt();
    const auto contenders = parser.value(u"contenders"_s).toInt();
    const auto changes = parser.value(u"changes"_s).toInt();
    const auto seconds = parser.value(u"seconds"_s).toInt();
    if (megabytes < 1 || locks < 1 || contenders < locks || changes < 10 || seconds < 1) {
        std::fputs("window-recording: --megabytes, --locks and --seconds take numbers from 1 on, --changes from 10 on, "
                   "--contenders from that of the locks on\n",
                   stderr);
        return 2;
    }
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"large.rec"_s);
    if (!record(file, qint64(megabytes) * 1'000'000, locks, contenders, changes))
        return 1;

    ui::Simulation simulation{ui::Simulation::Dependencies()};
    ui::MainWindow window(simulation, ui::Preferences{ui::ThemeChoice::Dark});
    const SystemClock clock;
    ui::ReplayController replay(window, clock);
    bool hasFailed = false;
    QObject::connect(&replay, &ui::ReplayController::viewStateChanged, &window, [&] {
        if (replay.isShowing())
            window.setViewState(replay.viewState(), replay.viewState().now, false);
    });
    QObject::connect(&replay, &ui::ReplayController::failed, &window, [&](const QString& sentence) {
        std::fprintf(stderr, "window-recording: %s\n", qPrintable(sentence));
        hasFailed = true;
    });
    window.show();
    spin(std::chrono::milliseconds(500));
    const auto before = residentMiB();

    Beat ours([&application](qint64 gapUs) { return application.take(gapUs); });
    ours.start();
    IdleBeat idle;
    QElapsedTimer opening;
    opening.start();
    replay.open({file});
    while (!replay.isShowing() && !hasFailed)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (hasFailed)
        return 1;
    std::printf("open after %.1f s, %.0f MB/s; the window weighed %ld MiB before\n",
                static_cast<double>(opening.elapsed()) / 1'000,
                static_cast<double>(megabytes) * 1'000 / static_cast<double>(opening.elapsed()), before);
    std::printf("%-34s %10s %8s\n", "", "MEASURED", "LIMIT");
    spin(std::chrono::milliseconds(500));
    printGaps("opening", ours.take(), idle.take());

    auto& player = replay.player();
    for (const double speed : {1.0, 60.0}) {
        player.setSpeed(speed);
        player.play();
        spin(std::chrono::seconds(seconds));
        player.pause();
        printGaps(speed > 1 ? "playing, sixty times as fast" : "playing", ours.take(), idle.take());
    }
    const auto from = player.facts()->from;
    const auto length = player.facts()->to - from;
    std::vector<double> took;
    for (const int percent : {50, 10, 99, 0, 75, 25, 90, 5, 60, 40}) {
        QElapsedTimer jump;
        jump.start();
        player.seek(from + length * percent / 100);
        while (player.isBehind())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        took.push_back(static_cast<double>(jump.nsecsElapsed()) / 1'000'000);
    }
    std::sort(took.begin(), took.end());
    print("jump to snapshot, median", took[took.size() / 2], jumpLimitMs, "ms");
    print("jump to snapshot, longest", took.back(), jumpLimitMs, "ms");
    printGaps("jumping", ours.take(), idle.take());
    for (int i = 0; i <= 200; ++i) {
        player.seek(from + length * i / 200);
        spin(std::chrono::milliseconds(20));
    }
    printGaps("dragging from end to end", ours.take(), idle.take());
    print("memory", static_cast<double>(residentMiB()), memoryLimitMiB, "MiB");
    return 0;
}
