// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/simulate/measure/Occupancy.h"
#include "tests/soak/Memory.h"
#include "tests/soak/Stream.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope::soak {

using namespace Qt::StringLiterals;

/// Of all holds but those of redisson-semaphore, which have none: short, so that the lock of a dead client is soon
/// free.
inline constexpr std::chrono::seconds watchdogTimeout{5};

struct LockPlan {
    QString name;
    QString recipe;
    QString longestThink; ///< such that the clients hold for some seventy percent of the time: see README.md
    QStringList more{};   ///< arguments
    console::Admission admission{};
    bool hasLease = true;
};

inline std::vector<LockPlan> lockPlans()
{
    return {{u"orders"_s, u"redisson-lock"_s, u"8s"_s},
            {u"queue"_s, u"redisson-fair-lock"_s, u"8s"_s},
            {u"table"_s, u"redisson-read-write"_s, u"6s"_s, {u"--write-share"_s, u"50%"_s}, {1, true}},
            {u"fenced"_s, u"redisson-fenced-lock"_s, u"5s"_s},
            {u"permits"_s, u"redisson-permit-semaphore"_s, u"1400ms"_s, {u"--leases"_s, u"3"_s}, {3, false}},
            {u"slots"_s, u"redisson-semaphore"_s, u"800ms"_s, {u"--leases"_s, u"2"_s}, {2, false}, false}};
}

inline LockPlan lockPlan(const QString& name)
{
    const auto plans = lockPlans();
    return *std::find_if(plans.begin(), plans.end(), [&](const auto& plan) { return plan.name == name; });
}

/// What happens to a process of clients, apart from failovers.
enum class Fate {
    None,
    Suspended, ///< while one of its clients holds
    Killed,
    Cut,    ///< its clients are disconnected from all servers
    Renewed ///< ended after each failover and started again with all permits, see README.md
};

struct CrowdPlan {
    QString lock;
    Fate fate = Fate::None;
    int clients = 2;
};

inline std::vector<CrowdPlan> crowdPlans()
{
    return {{u"orders"_s, Fate::None, 4},  {u"orders"_s, Fate::Suspended}, {u"orders"_s, Fate::Killed},
            {u"orders"_s, Fate::Cut},      {u"queue"_s, Fate::None, 4},    {u"queue"_s, Fate::Suspended},
            {u"queue"_s, Fate::Killed},    {u"queue"_s, Fate::Cut},        {u"table"_s, Fate::None},
            {u"table"_s, Fate::Suspended}, {u"table"_s, Fate::Killed},     {u"table"_s, Fate::Cut},
            {u"fenced"_s, Fate::None},     {u"fenced"_s, Fate::Suspended}, {u"fenced"_s, Fate::Killed},
            {u"permits"_s, Fate::None, 3}, {u"permits"_s, Fate::Killed},   {u"permits"_s, Fate::Cut},
            {u"slots"_s, Fate::Renewed, 3}};
}

inline QString nameOf(const CrowdPlan& plan)
{
    switch (plan.fate) {
    case Fate::None:
        return plan.lock;
    case Fate::Suspended:
        return plan.lock + u"-suspended"_s;
    case Fate::Killed:
        return plan.lock + u"-killed"_s;
    case Fate::Cut:
        return plan.lock + u"-cut"_s;
    case Fate::Renewed:
        return plan.lock + u"-renewed"_s;
    }
    return {};
}

/// The arguments of lockscopectl.
inline QStringList contendArguments(const CrowdPlan& plan, const QString& target)
{
    const auto lock = lockPlan(plan.lock);
    auto arguments = QStringList{u"--connect"_s, target, u"--json"_s, u"contend"_s, lock.name} + lock.more;
    arguments << u"--recipe"_s << lock.recipe << u"--name"_s << nameOf(plan);
    arguments << u"--clients"_s << QString::number(plan.clients);
    arguments << u"--hold"_s << u"200ms..400ms"_s << u"--think"_s << u"0ms.."_s + lock.longestThink;
    if (lock.hasLease)
        arguments << u"--watchdog-timeout"_s << u"%1s"_s.arg(watchdogTimeout.count());
    return arguments;
}

/// The times of faults. A loss or an error is expected during one, and some seconds after it.
class FaultTimes final {
public:
    void begin(SteadyTime at) { m_spans.push_back({at, SteadyTime::max()}); }
    void end(SteadyTime at) { m_spans.back().until = at; }
    [[nodiscard]] bool explain(SteadyTime at) const
    {
        return std::any_of(m_spans.begin(), m_spans.end(), [at](const Span& span) {
            return span.from <= at && (span.until == SteadyTime::max() || at <= span.until + graceTime);
        });
    }

private:
    static constexpr auto graceTime = std::chrono::seconds(10);

    struct Span {
        SteadyTime from{};
        SteadyTime until{};
    };
    std::vector<Span> m_spans;
};

/// A process of clients that contend for one lock.
struct RedisCrowd {
    CrowdPlan plan;
    QString name;
    std::vector<std::string> clients;
    std::unique_ptr<Stream> process;
    QJsonObject summary;           ///< of the last process, once it has ended in good order
    std::map<QString, int> events; ///< of all its processes
    std::set<std::string> holders; ///< clients
    FaultTimes faults;
    Memory memory;
    bool isAway = false; ///< killed, or about to be started again

    explicit RedisCrowd(const CrowdPlan& crowd)
        : plan(crowd)
        , name(nameOf(crowd))
    {
        for (int i = 1; i <= plan.clients; ++i)
            clients.push_back(u"%1-%2"_s.arg(name).arg(i).toStdString());
    }

    [[nodiscard]] bool isRunning() const { return process && process->isRunning(); }
    /// The same process all the time.
    [[nodiscard]] bool isPermanent() const { return plan.fate != Fate::Killed && plan.fate != Fate::Renewed; }
};

} // namespace lockscope::soak
