// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The soak test of the locks on Redis: soak_redis [MINUTES]. Servers with Sentinel, whose master is killed or paused
/// each minute, and clients of six lock types that are suspended, killed and disconnected. It prints its figures and
/// the errors among them.

#include "core/sandbox/redis/RedisSandbox.h"
#include "tests/soak/HoldLedger.h"
#include "tests/soak/RedisCrowd.h"
#include "tests/soak/RedisFaults.h"
#include "tests/soak/SentinelLink.h"
#include "tests/soak/SoakProgram.h"

#include <QCoreApplication>
#include <QDir>
#include <QTimer>

#include <csignal>
#include <cstdio>
#include <memory>

using namespace lockscope;
using namespace lockscope::soak;
using namespace Qt::StringLiterals;

namespace {

constexpr double allowanceMib = 8;
constexpr auto reportTime = std::chrono::seconds(1);  ///< from the end of a lease to the report of the loss, at most
constexpr auto settleTime = std::chrono::seconds(20); ///< longer than any release takes
constexpr std::size_t mostComplaints = 20;            ///< printed of unexplained losses and errors

SteadyTime now()
{
    return SystemClock().now();
}

/// When a process has certainly taken notice of a signal.
SteadyTime afterSignal()
{
    return now() + std::chrono::milliseconds(50);
}

class RedisSoak final {
public:
    explicit RedisSoak(std::chrono::milliseconds length)
        : m_length(length)
        , m_ctl(QDir(QCoreApplication::applicationDirPath()).filePath(u"lockscopectl"_s))
        , m_sandbox({.kind = redis::SandboxKind::Sentinel, .downAfterMs = 2'000})
        , m_admin(m_sandbox)
    {
    }

    void run()
    {
        bool isReady = false;
        QObject::connect(&m_sandbox, &redis::RedisSandbox::ready, [&] { isReady = true; });
        QObject::connect(&m_sandbox, &redis::RedisSandbox::failed, [this](const Error& error) {
            m_hasServers = false;
            check(false, ("the servers: " + describe(error)).c_str());
        });
        m_sandbox.start();
        const bool isServing = QTest::qWaitFor([&] { return isReady || !m_hasServers; }, limitMs) && m_hasServers;
        check(isServing, "a master, two replicas and three Sentinels serve");
        if (!isServing)
            return;
        const bool isOpen = m_link.open(m_sandbox);
        check(isOpen, "the links listen");
        if (!isOpen)
            return;
        for (const auto& plan : lockPlans())
            m_ledgers.try_emplace(plan.name, plan.admission, plan.hasLease ? Duration(watchdogTimeout) : Duration());
        for (const auto& plan : crowdPlans()) {
            m_crowds.push_back(std::make_unique<RedisCrowd>(plan));
            start(*m_crowds.back());
        }
        goOn();
        checkGrantsGoOn();
        end();
        judge();
    }

private:
    // --- clients ---------------------------------------------------------------------------------------------------

    void start(RedisCrowd& crowd)
    {
        const auto target = crowd.plan.fate == Fate::Cut ? m_link.target() : m_sandbox.target();
        crowd.summary = {};
        crowd.holders.clear();
        crowd.process = std::make_unique<Stream>(
            m_ctl, contendArguments(crowd.plan, target),
            [this, &crowd](const QByteArray& line) { take(crowd, objectIn(line)); },
            [&crowd](const QByteArray& line) {
                std::fprintf(stderr, "%s: %s\n", qPrintable(crowd.name), line.constData());
            });
        crowd.isAway = false;
    }

    void take(RedisCrowd& crowd, const QJsonObject& json)
    {
        if (json.contains(u"summary"_s))
            crowd.summary = json.value(u"summary"_s).toObject();
        const auto event = json.value(u"event"_s).toString();
        if (event.isEmpty())
            return;
        ++crowd.events[event];
        m_ledgers.at(crowd.plan.lock).take(json);
        const auto client = json.value(u"client"_s).toString().toStdString();
        const SteadyTime at{std::chrono::microseconds(json.value(u"steadyUs"_s).toInteger())};
        if (event == u"granted"_s) {
            crowd.holders.insert(client);
            m_lastGrants[client] = at;
            m_longestWaitMs = std::max(m_longestWaitMs, json.value(u"waitMs"_s).toInteger());
            if (const auto suspension = m_suspensions.find(&crowd); suspension != m_suspensions.end())
                (void)suspension->second->acquired();
            killIfDue(crowd, true);
        } else if (event == u"released"_s || event == u"lost"_s || event == u"error"_s) {
            crowd.holders.erase(client);
            if (event != u"released"_s)
                explain(crowd, json, at);
        } else if (event == u"queued"_s && crowd.holders.empty() && isHeld(crowd)) {
            killIfDue(crowd, false);
        }
    }

    /// Whether other processes hold all that there is of the lock.
    [[nodiscard]] bool isHeld(const RedisCrowd& waiting) const
    {
        std::size_t holders = 0;
        for (const auto& crowd : m_crowds)
            holders += crowd->plan.lock == waiting.plan.lock ? crowd->holders.size() : 0;
        return holders >= static_cast<std::size_t>(lockPlan(waiting.plan.lock).admission.most);
    }

    void killIfDue(RedisCrowd& crowd, bool holds)
    {
        if (const auto kill = m_kills.find(&crowd); kill != m_kills.end())
            (void)kill->second->progressed(holds);
    }

    /// Counts a loss or an error, and whether a fault explains it.
    void explain(const RedisCrowd& crowd, const QJsonObject& json, SteadyTime at)
    {
        const bool isLoss = json.value(u"event"_s) == u"lost"_s;
        ++(isLoss ? m_losses : m_errors);
        if (m_failovers.explain(at) || crowd.faults.explain(at))
            return;
        ++m_unexplained;
        if (m_unexplained <= mostComplaints)
            std::printf("without a fault: %s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
    }

    [[nodiscard]] bool allRun() const
    {
        return std::all_of(m_crowds.begin(), m_crowds.end(),
                           [](const auto& crowd) { return crowd->isAway || crowd->isRunning(); });
    }

    // --- faults ----------------------------------------------------------------------------------------------------

    void beginFailover()
    {
        m_failovers.begin(now());
        const auto lastReport = now() + MasterFailover::unreplicatedTime + watchdogTimeout + reportTime;
        for (const auto& plan : lockPlans())
            m_ledgers.at(plan.name).allow(now(), plan.hasLease ? lastReport : SteadyTime::max());
        for (const auto& crowd : m_crowds)
            crowd->isAway = crowd->isAway || crowd->plan.fate == Fate::Renewed; // its clients may end
    }

    void endFailover()
    {
        m_failovers.end(now());
        for (const auto& crowd : m_crowds) {
            if (crowd->plan.fate == Fate::Renewed)
                crowd->process->signal(SIGINT);
        }
    }

    /// Permits without a lease are lost, or too many, after a failover: an operator sets them again.
    void renewEnded()
    {
        for (const auto& crowd : m_crowds) {
            if (crowd->plan.fate != Fate::Renewed || !crowd->isAway || crowd->isRunning() || !m_failover->isWhole())
                continue;
            m_permitsLeft += m_admin.commandToMaster({"DEL", crowd->plan.lock.toUtf8()}).toInt();
            for (const auto& client : crowd->clients)
                m_ledgers.at(crowd->plan.lock).killed(client, now());
            m_ledgers.at(crowd->plan.lock).endWindow(now());
            start(*crowd);
        }
    }

    void suspend(RedisCrowd& crowd)
    {
        crowd.faults.begin(now());
        crowd.process->signal(SIGSTOP);
        for (const auto& client : crowd.clients)
            m_ledgers.at(crowd.plan.lock).suspended(client, afterSignal());
    }

    void kill(RedisCrowd& crowd)
    {
        crowd.isAway = true;
        crowd.process->signal(SIGKILL);
        for (const auto& client : crowd.clients)
            m_ledgers.at(crowd.plan.lock).killed(client, afterSignal());
    }

    void prepareFaults(std::chrono::milliseconds every)
    {
        m_cut = std::make_unique<LinkCut>(m_link, every / 12, every);
        m_cut->onBegin = [this] { eachCut([](FaultTimes& faults) { faults.begin(now()); }); };
        m_cut->onEnd = [this] { eachCut([](FaultTimes& faults) { faults.end(now()); }); };
        m_failover = std::make_unique<MasterFailover>(m_sandbox, m_admin, every / 4, every);
        m_failover->onBegin = [this] { beginFailover(); };
        m_failover->onEnd = [this] { endFailover(); };
        for (const auto& owned : m_crowds) {
            auto* const crowd = owned.get();
            if (crowd->plan.fate == Fate::Suspended) {
                auto& suspension = m_suspensions[crowd];
                suspension = std::make_unique<HolderSuspension>(every * 7 / 12, every);
                suspension->length = watchdogTimeout + std::chrono::seconds(3);
                suspension->suspend = [this, crowd] { suspend(*crowd); };
                suspension->resume = [crowd] {
                    crowd->process->signal(SIGCONT);
                    crowd->faults.end(now());
                };
            } else if (crowd->plan.fate == Fate::Killed) {
                auto& killing = m_kills[crowd];
                killing = std::make_unique<ProcessKill>(every * 9 / 20, every / 2);
                killing->kill = [this, crowd] { kill(*crowd); };
                killing->startAgain = [this, crowd] { start(*crowd); };
            }
        }
    }

    void eachCut(const std::function<void(FaultTimes&)>& act)
    {
        for (const auto& crowd : m_crowds) {
            if (crowd->plan.fate == Fate::Cut)
                act(crowd->faults);
        }
    }

    [[nodiscard]] std::vector<RepeatedFault*> faults() const
    {
        std::vector<RepeatedFault*> all{m_cut.get(), m_failover.get()};
        for (const auto& [crowd, suspension] : m_suspensions)
            all.push_back(suspension.get());
        for (const auto& [crowd, killing] : m_kills)
            all.push_back(killing.get());
        return all;
    }

    // --- the run ---------------------------------------------------------------------------------------------------

    void goOn()
    {
        constexpr auto usual = std::chrono::milliseconds(std::chrono::minutes(1));
        prepareFaults(std::min(usual, m_length / 2));
        QObject::connect(&m_seconds, &QTimer::timeout, [this] { everySecond(); });
        m_seconds.start(std::chrono::seconds(1));
        QTimer minutes;
        QObject::connect(&minutes, &QTimer::timeout, [this] { report(); });
        minutes.start(usual);
        (void)QTest::qWaitFor([this] { return !allRun() || !m_hasServers; }, static_cast<int>(m_length.count()));
        for (auto* const fault : faults())
            fault->stop();
        check(allRun() && m_hasServers, "the servers and the clients run");
        for (const auto& crowd : m_crowds) {
            if (!crowd->isAway && !crowd->isRunning())
                std::printf("  %s has ended with exit status %d\n", qPrintable(crowd->name),
                            crowd->process->exitCode());
        }
        const auto all = faults();
        check(QTest::qWaitFor(
                  [&] {
                      const auto isBack = [](const auto& crowd) { return !crowd->isAway && crowd->isRunning(); };
                      return std::all_of(all.begin(), all.end(), [](auto* fault) { return fault->isWhole(); }) &&
                             std::all_of(m_crowds.begin(), m_crowds.end(), isBack);
                  },
                  limitMs),
              "all servers serve again, and all clients run");
        check(m_failover->count() > m_failover->pauses() && m_failover->pauses() > 0,
              "a master was killed, and one was paused");
        check(m_failover->withLostWrites() > 0, "a failover lost writes");
        check(m_cut->count() > 0, "links were cut");
        check(fewestOf(m_suspensions) > 0, "a holder of each such process was suspended");
        check(fewestOf(m_kills) > 1, "each such process was killed as a holder and as a waiter");
    }

    void everySecond()
    {
        for (const auto& crowd : m_crowds) {
            if (crowd->isPermanent() && crowd->isRunning())
                crowd->memory.sample(crowd->process->processId());
        }
        renewEnded();
        for (auto& [name, ledger] : m_ledgers)
            ledger.settle(now() - settleTime);
    }

    [[nodiscard]] HoldLedger::Counts counts() const
    {
        HoldLedger::Counts sum;
        for (const auto& [name, ledger] : m_ledgers)
            sum += ledger.counts();
        return sum;
    }

    void report()
    {
        const auto sum = counts();
        for (const auto& [name, ledger] : m_ledgers) {
            auto& printed = m_problemsPrinted[name];
            for (; printed < ledger.problems().size(); ++printed)
                std::printf("%s %s\n", qPrintable(name), ledger.problems()[printed].c_str());
        }
        double early = 0;
        double late = 0;
        for (const auto& crowd : m_crowds) {
            if (!crowd->isPermanent())
                continue;
            early = std::max(early, crowd->memory.early());
            late = std::max(late, crowd->memory.late());
        }
        std::printf("failovers %d (%d by a pause, %d with lost writes, the slowest %.1f s), links cut %d, holders "
                    "suspended %d, processes "
                    "killed %d; acquisitions %d, losses %d, errors %d, without a fault %zu; overlaps because of a "
                    "failover %d, others %d, too long %d; taken over: reported %d, missed %d; longest wait %.1f s; "
                    "semaphores with wrong permits %d; memory %.1f to %.1f MiB\n",
                    m_failover->count(), m_failover->pauses(), m_failover->withLostWrites(),
                    std::chrono::duration<double>(m_failover->slowest()).count(), m_cut->count(), sumOf(m_suspensions),
                    sumOf(m_kills), sum.grants, m_losses, m_errors, m_unexplained, sum.overlapsAllowed, sum.overlaps,
                    sum.overlapsTooLong, sum.lossesReported, sum.lossesMissed,
                    static_cast<double>(std::exchange(m_longestWaitMs, 0)) / 1'000, m_permitsLeft, early, late);
        std::fflush(stdout);
    }

    // --- the end ---------------------------------------------------------------------------------------------------

    /// Each client acquires its lock again after the last fault.
    void checkGrantsGoOn()
    {
        const auto since = now();
        const auto waits = [&] {
            QStringList waiting;
            for (const auto& crowd : m_crowds) {
                for (const auto& client : crowd->clients) {
                    if (m_lastGrants[client] < since)
                        waiting << QString::fromStdString(client);
                }
            }
            return waiting;
        };
        check(QTest::qWaitFor([&] { return waits().isEmpty(); }, limitMs),
              "each client acquires its lock within a minute after the last fault");
        const auto waiting = waits();
        if (!waiting.isEmpty())
            std::printf("  not acquired by %s\n", qPrintable(waiting.join(u' ')));
        std::printf("after the last fault each client acquired its lock within %.1f s\n",
                    std::chrono::duration<double>(now() - since).count());
    }

    /// Those that are killed leave their locks to the lease.
    [[nodiscard]] static bool endsByKill(const RedisCrowd& crowd)
    {
        return crowd.plan.fate == Fate::Killed && (crowd.plan.lock == u"orders"_s || crowd.plan.lock == u"fenced"_s);
    }

    void end()
    {
        for (const auto& crowd : m_crowds)
            endsByKill(*crowd) ? kill(*crowd) : crowd->process->signal(SIGINT);
        const auto since = now();
        for (const auto& crowd : m_crowds) {
            const bool hasEnded = crowd->process->waitForEnd(limitMs);
            QString events;
            for (const auto& [event, count] : crowd->events)
                events += u" %1 %2"_s.arg(event).arg(count);
            std::printf("%s:%s; exit status %d; memory %.1f to %.1f MiB\n", qPrintable(crowd->name), qPrintable(events),
                        crowd->process->exitCode(), crowd->memory.early(), crowd->memory.late());
            if (!endsByKill(*crowd))
                check(hasEnded && !crowd->summary.isEmpty() && crowd->process->exitCode() <= 1,
                      "the process ends in good order");
        }
        m_seconds.stop();
        checkKeys(since);
    }

    void checkKeys(SteadyTime since)
    {
        // README.md says why a run with killed clients leaves these.
        const QStringList ownKeys{u"permits"_s, u"{permits}:timeout"_s, u"redisson_lock_token:{fenced}"_s};
        const auto others = [&] {
            auto names = m_admin.keysOfMaster();
            names.removeIf([&](const QString& name) { return ownKeys.contains(name); });
            return names;
        };
        const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now() - since);
        const auto left = watchdogTimeout + reportTime - elapsed;
        check(QTest::qWaitFor([&] { return others().isEmpty(); },
                              std::max(1, static_cast<int>(std::chrono::milliseconds(left).count()))),
              "all locks are free after the lease of the killed holders");
        for (const auto& name : others())
            std::printf("  %s\n", qPrintable(name));
        const auto free = m_admin.commandToMaster({"GET", "permits"});
        const auto taken = m_admin.commandToMaster({"ZCARD", "{permits}:timeout"}).toInt();
        check(!free.isValid() || free.toByteArray().toInt() + taken == 3, "no permit with a lease is lost");
        for (const auto& name : ownKeys) {
            if (m_admin.commandToMaster({"DEL", name.toUtf8()}).toInt() > 0)
                std::printf("removed %s\n", qPrintable(name));
        }
        const auto isEmpty = [&] {
            const auto count = m_admin.commandToMaster({"DBSIZE"}); // includes expired keys until they are deleted
            return count.isValid() && test::errorIn(count).isEmpty() && count.toInt() == 0;
        };
        check(QTest::qWaitFor(isEmpty, limitMs), "no key is left");
    }

    void judge()
    {
        for (auto& [name, ledger] : m_ledgers)
            ledger.settle(SteadyTime::max());
        report();
        const auto sum = counts();
        check(sum.overlaps == 0, "two clients held at once only because of a failover");
        check(sum.overlapsTooLong == 0, "and then not longer than the lease");
        check(sum.lossesReported > 0, "holds were taken over");
        check(sum.lossesMissed == 0 && sum.unfinished == 0, "each hold that was taken over was reported as lost");
        check(sum.tokensBack == 0, "fencing tokens increase, except across a failover");
        check(m_unexplained == 0, "no loss and no error without a fault");
        for (const auto& crowd : m_crowds) {
            if (crowd->isPermanent())
                check(crowd->memory.isFlat(allowanceMib), ("no growth: " + crowd->name.toStdString()).c_str());
        }
    }

    std::chrono::milliseconds m_length;
    QString m_ctl;
    redis::RedisSandbox m_sandbox;
    RedisAdmin m_admin;
    SentinelLink m_link;
    std::map<QString, HoldLedger> m_ledgers; ///< by lock
    std::vector<std::unique_ptr<RedisCrowd>> m_crowds;
    std::unique_ptr<LinkCut> m_cut;
    std::unique_ptr<MasterFailover> m_failover;
    std::map<RedisCrowd*, std::unique_ptr<HolderSuspension>> m_suspensions;
    std::map<RedisCrowd*, std::unique_ptr<ProcessKill>> m_kills;
    FaultTimes m_failovers;
    QTimer m_seconds;
    std::map<std::string, SteadyTime> m_lastGrants; ///< by client
    std::map<QString, std::size_t> m_problemsPrinted;
    std::size_t m_unexplained = 0;
    int m_losses = 0;
    int m_errors = 0;
    int m_permitsLeft = 0; ///< semaphores whose key was left after a failover, so that its permits were set again
    qint64 m_longestWaitMs = 0;
    bool m_hasServers = true; ///< or they have failed, which was reported
};

} // namespace

int main(int argc, char** argv)
{
    constexpr double usualMinutes = 10;
    return runSoak(argc, argv, usualMinutes,
                   [](std::chrono::milliseconds length, const QString&) { RedisSoak(length).run(); });
}
