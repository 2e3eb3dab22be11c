// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The soak test: soak [MINUTES]. Three servers, of which each minute the leader is killed and a follower is
/// disconnected from the others; clients that contend for four locks, some of which are suspended each minute while
/// they hold; the window and `lockscopectl watch`. It prints its figures and the errors among them.

#include "core/sandbox/Sandbox.h"
#include "core/simulate/faults/PeerLinks.h"
#include "core/simulate/measure/EventTally.h"
#include "tests/soak/Content.h"
#include "tests/soak/Faults.h"
#include "tests/soak/Grants.h"
#include "tests/soak/Memory.h"
#include "tests/soak/SoakProgram.h"
#include "tests/soak/Stream.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonArray>
#include <QTimer>

#include <csignal>
#include <cstdio>
#include <deque>
#include <memory>

using namespace lockscope;
using namespace lockscope::soak;
using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t mostLines = 4'000; ///< kept of each path
constexpr double windowAllowanceMib = 24;
constexpr double watchAllowanceMib = 8;
constexpr double mostUnseen = 0.01; ///< of the acquisitions, with contact

const auto permits = QStringLiteral("/soak/permits"); // a semaphore
const auto orders = QStringLiteral("/soak/orders");
const auto usualHold = QStringLiteral("300ms..600ms");

console::Admission admissionTo(const QString& path)
{
    if (path == permits)
        return {3, false};
    return {1, path == u"/soak/table"};
}

/// A process of clients that contend: its results are in the last line of its stream.
struct Crowd {
    std::unique_ptr<Stream> process;
    QJsonObject summary;
    std::map<QString, int> events;
    std::map<QString, std::string> holders; ///< clients by the name of the holding node
};

class Soak final {
public:
    Soak(std::chrono::milliseconds length, QString folder)
        : m_length(length)
        , m_folder(std::move(folder))
        , m_ctl(QDir(QCoreApplication::applicationDirPath()).filePath(u"lockscopectl"_s))
    {
    }

    void run()
    {
        ensemble::SandboxOptions options;
        options.servers = 3;
        options.openRoutes = [this](const std::vector<ensemble::PeerRoute>& routes) { return m_peers.open(routes); };
        ensemble::Sandbox sandbox(options);
        bool isReady = false;
        QObject::connect(&sandbox, &ensemble::Sandbox::ready, [&] { isReady = true; });
        QObject::connect(&sandbox, &ensemble::Sandbox::failed, [this](const Error& error) {
            m_hasServers = false;
            check(false, ("the servers: " + describe(error)).c_str());
        });
        sandbox.start();
        if (!QTest::qWaitFor([&] { return isReady || !m_hasServers; }, limitMs) || !m_hasServers)
            return check(false, "three servers serve");
        m_connect = sandbox.connectString();
        for (const auto& server : sandbox.servers())
            m_adminPorts << QString::number(server.adminPort);
        startProgressObservers();
        startCrowd({u"/soak/orders"_s, u"--clients"_s, u"16"_s});
        startCrowd({u"/soak/orders"_s, u"--clients"_s, u"2"_s}, usualHold, u"suspended"_s);
        startCrowd({u"/soak/kazoo"_s, u"--clients"_s, u"10"_s, u"--recipe"_s, u"kazoo-lock"_s});
        startCrowd({u"/soak/table"_s, u"--clients"_s, u"12"_s, u"--recipe"_s, u"read-write"_s, u"--mode"_s, u"mix"_s});
        startCrowd({permits, u"--clients"_s, u"12"_s, u"--recipe"_s, u"semaphore"_s, u"--leases"_s, u"3"_s});
        goOn(sandbox);
        end();
    }

private:
    [[nodiscard]] QStringList common() const { return {u"--connect"_s, m_connect, u"--json"_s}; }
    /// For commands that inspect locks.
    [[nodiscard]] QStringList inspecting() const
    {
        return common() + QStringList{u"--admin-port"_s, m_adminPorts.join(u',')};
    }

    void startProgressObservers()
    {
        m_window = std::make_unique<Stream>(
            QDir(QCoreApplication::applicationDirPath()).filePath(u"soak_window"_s), QStringList{m_connect, m_folder},
            [this](const QByteArray& line) { m_shown = objectIn(line); },
            [](const QByteArray& line) { std::fprintf(stderr, "window: %s\n", line.constData()); });
        m_watch = std::make_unique<Stream>(
            m_ctl, inspecting() + QStringList{u"watch"_s}, [this](const QByteArray& line) { see(objectIn(line)); },
            [this](const QByteArray& line) {
                if (line.contains("connection is connected"))
                    m_grants.contactBack();
                else if (line.contains("connection is"))
                    m_grants.contactLost();
            });
    }

    void see(const QJsonObject& line)
    {
        const auto event = line.value(u"event"_s).toString();
        const auto path = line.value(u"path"_s).toString();
        const auto node = line.value(u"node"_s).toString();
        // After a semaphore's gate a client has another node, and its gate node is never reported as left.
        const auto isAtGate = path == permits && !node.contains(u"-lease-"_s);
        auto& queued = m_seen[path];
        if (!isAtGate)
            queued += event == u"joined"_s ? 1 : event == u"left"_s ? -1 : 0;
        if (event == u"granted"_s)
            m_grants.seen(node.toStdString());
        else if (event == u"unseen"_s)
            m_unseen += static_cast<std::size_t>(line.value(u"count"_s).toInt());
    }

    void startCrowd(const QStringList& arguments, const QString& hold = usualHold, const QString& called = {})
    {
        auto crowd = std::make_unique<Crowd>();
        const auto& path = arguments.first();
        auto name = called.isEmpty() ? path.section(u'/', -1) : called;
        auto& tally = m_tallies.try_emplace(path, admissionTo(path)).first->second;
        crowd->process = std::make_unique<Stream>(
            m_ctl,
            common() + QStringList{u"contend"_s} + arguments +
                QStringList{u"--name"_s, name, u"--hold"_s, hold, u"--think"_s, u"0ms..200ms"_s},
            [this, path, &tally, &crowd = *crowd](const QByteArray& line) {
                const auto json = objectIn(line);
                ++crowd.events[json.value(u"event"_s).toString()];
                tally.take(json);
                keepLine(path, line);
                follow(path, crowd, json);
                if (json.contains(u"summary"_s))
                    crowd.summary = json.value(u"summary"_s).toObject();
            },
            [name](const QByteArray& line) { std::fprintf(stderr, "%s: %s\n", qPrintable(name), line.constData()); });
        m_crowds[name] = std::move(crowd);
    }

    /// Tracks a client's hold.
    void follow(const QString& path, Crowd& crowd, const QJsonObject& json)
    {
        const auto event = json.value(u"event"_s).toString();
        const auto node = json.value(u"node"_s).toString();
        if (event == u"granted"_s) {
            m_grants.reported(node.toStdString());
            ++m_granted[path];
            crowd.holders[node] = json.value(u"client"_s).toString().toStdString();
            if (!m_suspension || &crowd != m_crowds.at(u"suspended"_s).get())
                return;
            // Reported before the suspension and read after it: the client does not use that hold either.
            if (m_isSuspended)
                m_tallies.at(path).ended(crowd.holders[node], SystemClock().now());
            else
                (void)m_suspension->acquired();
        } else if (event == u"released"_s || event == u"lost"_s) {
            crowd.holders.erase(node);
            if (m_outlived.erase(node) > 0)
                ++(event == u"lost"_s ? m_lossesReported : m_lossesMissed);
        }
    }

    void suspendHolder()
    {
        auto& crowd = *m_crowds.at(u"suspended"_s);
        crowd.process->signal(SIGSTOP);
        m_isSuspended = true;
        m_grantedBefore = m_granted[orders];
        for (const auto& [node, client] : crowd.holders) // a suspended client does nothing
            m_tallies.at(orders).ended(client, SystemClock().now());
    }

    void resumeHolder()
    {
        auto& crowd = *m_crowds.at(u"suspended"_s);
        if (m_granted[orders] > m_grantedBefore) {
            for (const auto& [node, client] : crowd.holders)
                m_outlived.insert(node);
        }
        m_isSuspended = false;
        crowd.process->signal(SIGCONT);
    }

    void goOn(ensemble::Sandbox& sandbox)
    {
        constexpr auto usual = std::chrono::milliseconds(std::chrono::minutes(1));
        const auto every = std::min(usual, m_length / 3);
        LeaderKill kill(sandbox, every, every);
        FollowerPartition partition(sandbox, m_peers, every / 3, every);
        m_suspension = std::make_unique<HolderSuspension>(2 * every / 3, every);
        m_suspension->suspend = [this] { suspendHolder(); };
        m_suspension->resume = [this] { resumeHolder(); };
        const std::vector<RepeatedFault*> faults{&kill, &partition, m_suspension.get()};
        QTimer samples;
        QObject::connect(&samples, &QTimer::timeout, [this] {
            m_windowMemory.sample(m_window->processId());
            m_watchMemory.sample(m_watch->processId());
        });
        samples.start(std::chrono::seconds(1));
        QTimer minutes;
        QObject::connect(&minutes, &QTimer::timeout, [&] { report(kill.count(), partition.count()); });
        minutes.start(usual);
        (void)QTest::qWaitFor([this] { return !allRun() || !m_hasServers; }, static_cast<int>(m_length.count()));
        for (auto* fault : faults)
            fault->stop();
        samples.stop();
        check(allRun(), "the window, the watcher and the clients run");
        check(
            QTest::qWaitFor(
                [&] { return std::all_of(faults.begin(), faults.end(), [](auto* fault) { return fault->isWhole(); }); },
                limitMs),
            "all servers serve again, and all clients run");
        check(kill.count() > 0, "the leader was killed");
        check(partition.count() > 0, "a follower was cut off");
        check(m_suspension->count() > 0, "a holder was suspended");
        check(QTest::qWaitFor([&] { return m_outlived.empty(); }, limitMs) && m_lossesMissed == 0 &&
                  m_lossesReported > 0,
              "who was suspended for longer than its session reports the loss, and no release");
        report(kill.count(), partition.count());
        m_suspension.reset();
        compareEnd();
    }

    [[nodiscard]] bool allRun() const
    {
        return m_window->isRunning() && m_watch->isRunning() &&
               std::all_of(m_crowds.begin(), m_crowds.end(),
                           [](const auto& named) { return named.second->process->isRunning(); });
    }

    /// Of all processes that contend for one lock; each summary counts the overlaps of its own clients only.
    [[nodiscard]] std::int64_t overlaps() const
    {
        std::int64_t overlaps = 0;
        for (const auto& [path, tally] : m_tallies)
            overlaps += tally.complete({}).overlaps;
        return overlaps;
    }

    /// Keeps the last lines of each path, for the analysis of an overlap.
    void keepLine(const QString& path, const QByteArray& line)
    {
        auto& lines = m_lines[path];
        lines.push_back(line);
        if (lines.size() > mostLines)
            lines.pop_front();
    }

    void report(int kills, int partitions)
    {
        std::int64_t overlaps = 0;
        for (const auto& [path, tally] : m_tallies) {
            const auto here = tally.complete({}).overlaps;
            overlaps += here;
            if (std::exchange(m_overlapsReported[path], here) == here)
                continue;
            std::printf("overlap at %s: what its clients said in the last minute or so\n", qPrintable(path));
            for (const auto& line : m_lines[path])
                std::printf("    %s\n", line.constData());
        }
        const auto [excused, unseen] = m_grants.unseen();
        std::printf("leaders killed %d, followers cut off %d, holders suspended %d (losses reported %d, missed %d), "
                    "overlaps %lld, acquisitions reported %zu, seen %zu, not seen without contact %zu, with contact "
                    "%zu of %zu that may be missing; "
                    "window %.1f to %.1f MiB, watch %.1f to %.1f MiB\n",
                    kills, partitions, m_suspension ? m_suspension->count() : 0, m_lossesReported, m_lossesMissed,
                    static_cast<long long>(overlaps), m_grants.reportedCount(), m_grants.seenCount(), excused, unseen,
                    m_unseen, m_windowMemory.early(), m_windowMemory.late(), m_watchMemory.early(),
                    m_watchMemory.late());
        std::fflush(stdout);
    }

    /// Ends all clients but some that hold and wait for ever, and compares what is shown of them.
    void compareEnd()
    {
        startCrowd({u"/soak/last"_s, u"--clients"_s, u"5"_s}, u"forever"_s);
        auto& last = *m_crowds.at(u"last"_s);
        check(QTest::qWaitFor([&] { return last.events[u"granted"_s] == 1 && last.events[u"queued"_s] >= 4; }, limitMs),
              "the last clients hold and wait");
        for (auto& [name, crowd] : m_crowds) {
            if (name != u"last"_s)
                endCrowd(name, *crowd);
        }
        Content listed;
        Content shown;
        const bool isSame = QTest::qWaitFor(
            [&] {
                listed = contentOf(freshList());
                shown = contentOf(whatIsShown().value(u"locks"_s).toArray());
                return !listed.empty() && listed == shown && isWatched(listed);
            },
            limitMs);
        check(isSame, "the window and the watcher end with what a fresh ls reads");
        if (!isSame) {
            print("ls", listed);
            print("window", shown);
            for (const auto& [path, queued] : m_seen)
                std::printf("  watch: %s: %d queue\n", qPrintable(path), queued);
        }
        constexpr double mebi = 1'048'576;
        std::printf("the window's history: %lld grants, %.1f MiB of 16\n",
                    static_cast<long long>(m_shown.value(u"granted"_s).toInteger()),
                    static_cast<double>(m_shown.value(u"historyBytes"_s).toInteger()) / mebi);
        endCrowd(u"last"_s, last);
    }

    /// In both directions: a missing queue is as wrong as one with other content.
    [[nodiscard]] bool isWatched(const Content& listed) const
    {
        const auto isReported = [this](const auto& entry) { return m_seen.count(entry.first) > 0; };
        return std::all_of(listed.begin(), listed.end(), isReported) &&
               std::all_of(m_seen.begin(), m_seen.end(), [&](const auto& entry) {
                   const auto queue = listed.find(entry.first);
                   const auto length =
                       queue == listed.end() ? 0 : static_cast<int>(queue->second.first.size()) + queue->second.second;
                   return entry.second == length;
               });
    }

    [[nodiscard]] QJsonArray freshList() const
    {
        QByteArray text;
        Stream list(m_ctl, inspecting() + QStringList{u"ls"_s}, [&](const QByteArray& line) { text += line; });
        (void)list.waitForEnd(limitMs);
        return objectIn(text).value(u"locks"_s).toArray();
    }

    [[nodiscard]] const QJsonObject& whatIsShown()
    {
        m_shown = {};
        m_window->say(u"tell"_s);
        (void)QTest::qWaitFor([this] { return !m_shown.isEmpty(); }, limitMs);
        return m_shown;
    }

    static void endCrowd(const QString& name, Crowd& crowd)
    {
        crowd.process->signal(SIGINT);
        const bool ended = crowd.process->waitForEnd(limitMs);
        QString events;
        for (const auto& [event, count] : crowd.events)
            events += u" %1 %2"_s.arg(event.isEmpty() ? u"others"_s : event).arg(count);
        std::printf("%s:%s; overlaps %d, exit status %d\n", qPrintable(name), qPrintable(events),
                    crowd.summary.value(u"overlaps"_s).toInt(-1), crowd.process->exitCode());
        check(ended && crowd.summary.value(u"overlaps"_s).toInt(-1) == 0, "never more holders than allowed");
    }

    void end()
    {
        check(overlaps() == 0, "no two processes held at once");
        const auto [excused, unseen] = m_grants.unseen();
        check(m_grants.reportedCount() > 0 &&
                  static_cast<double>(unseen) <= mostUnseen * static_cast<double>(m_grants.reportedCount()),
              "acquisitions were seen while there was contact");
        check(unseen <= m_unseen, "those that were not seen are counted as missing");
        check(m_windowMemory.isFlat(windowAllowanceMib), "the window does not grow");
        check(m_watchMemory.isFlat(watchAllowanceMib), "the watcher does not grow");
        m_watch->signal(SIGINT);
        check(m_watch->waitForEnd(limitMs) && m_watch->exitCode() == 0, "the watcher ends in good order");
        m_window->say(u"end"_s);
        check(m_window->waitForEnd(limitMs) && m_window->exitCode() == 0, "the window ends in good order");
    }

    std::chrono::milliseconds m_length;
    QString m_folder;
    QString m_ctl;
    QString m_connect;
    QStringList m_adminPorts;
    std::unique_ptr<Stream> m_window;
    std::unique_ptr<Stream> m_watch;
    std::map<QString, std::unique_ptr<Crowd>> m_crowds;
    QJsonObject m_shown;
    std::map<QString, int> m_seen; ///< the clients that have joined each queue and not left it
    Grants m_grants;
    std::size_t m_unseen = 0;                         ///< acquisitions that may be missing, as the watcher counts them
    std::map<QString, console::EventTally> m_tallies; ///< by path
    std::map<QString, int> m_granted;                 ///< by path
    int m_grantedBefore = 0;                          ///< the holder was suspended
    std::set<QString> m_outlived;                     ///< nodes of holds that a suspended client must have lost
    std::map<QString, std::int64_t> m_overlapsReported; ///< by path
    std::map<QString, std::deque<QByteArray>> m_lines;  ///< by path
    int m_lossesReported = 0;
    int m_lossesMissed = 0;
    bool m_isSuspended = false;
    std::unique_ptr<HolderSuspension> m_suspension;
    console::PeerLinks m_peers{std::make_shared<console::LinkThread>()};
    Memory m_windowMemory;
    Memory m_watchMemory;
    bool m_hasServers = true; ///< or they have failed, which was reported
};

} // namespace

int main(int argc, char** argv)
{
    constexpr double usualMinutes = 30;
    return runSoak(argc, argv, usualMinutes,
                   [](std::chrono::milliseconds length, const QString& home) { Soak(length, home).run(); });
}
